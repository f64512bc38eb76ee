import Foundation

/// A request with the limits of its exchange: GET unless its method says otherwise.
///
/// Only a store sends content, or a method that changes something on a server.
public struct FetchRequest: Sendable, Hashable {
    /// What is requested.
    ///
    /// `Fetcher.fetch(_:into:)` checks it and every redirect with `RequestTarget`.
    public var target: TargetURI
    /// The method.
    public var method = Method.get
    /// What to send; `nil` for no content.
    public var content: RequestContent?
    /// Field lines to send in addition to the fetcher's own.
    public var fields: HTTPFields
    /// The limits.
    public var limits: FetchLimits
    /// The origin of the catalogue that the request is made for.
    ///
    /// The profile's credentials for the catalogue go only to this origin.
    public var catalogOrigin: Origin?
    /// The client certificate for TLS; `nil` for none.
    public var clientCertificate: ClientCertificate?
    /// The content coding that the document itself is a file of, such as `gzip`: none is asked for, and this one means the file
    /// and is not decoded, unless what is inside begins as such a file, too, or as a page that is not meant.
    public var fileCoding: String?
    /// Whether a page inside this file may be meant.
    public var mayHoldPage = false
    /// Whether to replace `KeyPlaceholder` in the URL with the key of the service.
    ///
    /// `Fetcher.fetch(_:into:)` switches it off after a redirect to another origin.
    public var asksForKey = false
    /// Whether this exchange, and each redirect, gets a connection of its own that is closed afterwards.
    ///
    /// So the response cannot be the answer to another request.
    public var usesOwnConnection = false

    /// The methods that Carrel sends (RFC 9110 section 9.3).
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        /// Asks for the head alone.
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
        /// Asks for the properties of a folder on the web and of its members (RFC 4918 section 9.1).
        case propfind = "PROPFIND"
    }

    public init(url: URL, fields: HTTPFields = HTTPFields(), limits: FetchLimits = FetchLimits()) {
        self.init(target: TargetURI(url), fields: fields, limits: limits)
    }

    public init(target: TargetURI, fields: HTTPFields = HTTPFields(), limits: FetchLimits = FetchLimits()) {
        self.target = target
        self.fields = fields
        self.limits = limits
    }

    /// The URL of the target.
    public var url: URL {
        get { target.url }
        set { target = TargetURI(newValue) }
    }

    /// Whether to ask for content codings.
    ///
    /// It never asks for them with a range, because a part must have the bytes of the document itself, nor for a file of one.
    public var acceptsCodings: Bool { limits.acceptsCodings && fileCoding == nil && fields["Range"] == nil }
}

/// The limits of one exchange.
public struct FetchLimits: Sendable, Hashable, Codable {
    /// The longest time to resolve the name and connect, TLS included.
    public var connectTimeout: Duration
    /// The longest time without a byte, from the request on.
    public var stallTimeout: Duration
    /// The longest time for the whole exchange, and in `Fetcher.fetch(_:into:)` for all redirects together; `nil` for no
    /// limit.
    public var totalTimeout: Duration?
    /// The largest content in bytes.
    public var maxSize: Int64
    /// The largest head (status line and fields) in bytes; the same limit applies to the trailer section after chunks.
    public var maxHeadSize: Int
    /// The most redirects to follow.
    public var maxRedirects: Int
    /// Which addresses the request may go to.
    public var addresses: AddressPolicy
    /// Whether the content may be compressed; the fetcher decodes it.
    ///
    /// A download that was decoded cannot be resumed.
    public var acceptsCodings: Bool
    /// The most decoded bytes for each coded byte, once more than 1 MiB was decoded.
    public var maxRatio: Int

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
