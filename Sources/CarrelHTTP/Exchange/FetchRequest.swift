import Foundation

/// One GET request and the limits of its exchange.
public struct FetchRequest: Sendable, Hashable {
    /// What to request.
    ///
    /// `Fetcher.fetch(_:into:)` checks it and every redirect with `RequestTarget`.
    public var url: URL
    /// Field lines to send beside those of the fetcher itself.
    public var fields: HTTPFields
    /// The limits.
    public var limits: FetchLimits
    /// The origin of the catalogue that the request is made for.
    ///
    /// What the profile says for the catalogue's origin goes there only.
    public var catalogOrigin: Origin?
    /// Shows who asks, where TLS is used.
    public var clientCertificate: ClientCertificate?
    /// Whether the document is a gzip file itself: servers that say so by a content coding mean that very file.
    public var keepsGzip = false
    /// Whether the key of the service goes where the URL holds `KeyPlaceholder`.
    ///
    /// `Fetcher.fetch(_:into:)` takes it back where a redirect leads to another origin.
    public var asksForKey = false
    /// Whether a connection is made for this exchange, and for each redirect, and closed behind it.
    ///
    /// What comes over it can be the answer to no other request.
    public var usesOwnConnection = false

    public init(url: URL, fields: HTTPFields = HTTPFields(), limits: FetchLimits = FetchLimits()) {
        self.url = url
        self.fields = fields
        self.limits = limits
    }

    /// Whether content codings are asked for.
    ///
    /// Never for a part: its bytes must be those of the document, so that they continue what is there.
    public var acceptsCodings: Bool { limits.acceptsCodings && fields["Range"] == nil }
}

/// The limits of one exchange, and what it may be besides.
public struct FetchLimits: Sendable, Hashable, Codable {
    /// The longest time to resolve the name and connect, TLS included.
    public var connectTimeout: Duration
    /// The longest time without a byte, from the request on.
    public var stallTimeout: Duration
    /// The longest time for the whole exchange; `nil` for no limit.
    public var totalTimeout: Duration?
    /// The largest content in bytes.
    public var maxSize: Int64
    /// The largest head (status line and fields) in bytes, and the largest trailer section behind chunks.
    public var maxHeadSize: Int
    /// The most redirects to follow.
    public var maxRedirects: Int
    /// Which addresses the request may go to.
    public var addresses: AddressPolicy
    /// Whether the content may come compressed; it is decoded on the way.
    ///
    /// What was decoded cannot be resumed.
    public var acceptsCodings: Bool
    /// The most bytes of decoded content for each byte of coded content, once more than 1 MiB came out.
    public var maxRatio: Int

    /// Makes limits; each has a default that suits documents.
    public init(
        connectTimeout: Duration = .seconds(15), stallTimeout: Duration = .seconds(30),
        totalTimeout: Duration? = nil, maxSize: Int64 = 16 << 30, maxHeadSize: Int = 128 << 10,
        maxRedirects: Int = 10, addresses: AddressPolicy = .neverInward, acceptsCodings: Bool = false,
        maxRatio: Int = 200
    ) {
        self.connectTimeout = connectTimeout
        self.stallTimeout = stallTimeout
        self.totalTimeout = totalTimeout
        self.maxSize = maxSize
        self.maxHeadSize = maxHeadSize
        self.maxRedirects = maxRedirects
        self.addresses = addresses
        self.acceptsCodings = acceptsCodings
        self.maxRatio = maxRatio
    }
}
