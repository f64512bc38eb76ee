import CarrelBasics
import Foundation

/// The head of a response: status and fields.
public struct ResponseHead: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The field lines.
    public var fields: HTTPFields
    /// What answered.
    public var target: TargetURI
    /// The IP address that answered, in numeric form; `nil` if the fetcher does not know it.
    public var remoteAddress: String?
    /// The URLs that redirected here, in order, beginning with the requested one.
    ///
    /// `Fetcher.fetch(_:into:)` fills it.
    public var redirects: [URL]
    /// Whether a public host redirected here; `Fetcher.fetch(_:into:)` fills it.
    var isBehindPublicHost = false
    /// The connection that brought it; `nil` if the fetcher cannot tell, or the protocol keeps responses apart.
    public var connection: ConnectionID?
    /// The connections that brought the redirects here.
    ///
    /// `Fetcher.fetch(_:into:)` fills it.
    public var redirectConnections: [ConnectionID] = []
    /// How long it took to come, from the beginning of the exchange; `Fetcher.fetch(_:into:)` takes that of a redirect off
    /// `FetchLimits.totalTimeout`.
    public var elapsed = Duration.zero
    /// Whether only the end of the connection tells the end of the content, as its breaking does (RFC 9112 section 6.3);
    /// a fetcher that cannot know says no.
    public var endsWithConnection = false
    /// Whether content may be cut without anybody noticing: TLS tells a connection that was ended from one that broke.
    package var mayBeCut: Bool { endsWithConnection && target.text.hasPrefix("http:") }
    /// The content codings that the fetcher decodes, in the order in which they were applied.
    public private(set) var decodedCodings: [String] = []

    public init(
        status: Int, fields: HTTPFields, url: URL, remoteAddress: String? = nil, redirects: [URL] = []
    ) {
        self.init(status: status, fields: fields, target: TargetURI(url), remoteAddress: remoteAddress)
        self.redirects = redirects
    }

    public init(status: Int, fields: HTTPFields, target: TargetURI, remoteAddress: String? = nil) {
        self.status = status
        self.fields = fields
        self.target = target
        self.remoteAddress = remoteAddress
        self.redirects = []
    }

    /// The URL that answered.
    public var url: URL {
        get { target.url }
        set { target = TargetURI(newValue) }
    }

    /// Whether a redirect led to an address that says login, from one that does not.
    package var isLoginInPlace: Bool {
        guard let requested = redirects.first else { return false }
        return LoginAddress.isOne(url) && !LoginAddress.isOne(requested)
    }

    /// The length of the content in bytes, if `Content-Length` gives a valid one.
    ///
    /// It does not count if there is a transfer coding, which overrides it (RFC 9112 section 6.3).
    public var contentLength: Int64? {
        guard fields.transferCodings == nil else { return nil }
        if let length = fields.number("Content-Length") { return length }
        // If a server sends it twice, the values form a list, and must be equal.
        guard let text = fields["Content-Length"], framingFault == nil else { return nil }
        return Self.length(String(text.prefix { $0 != "," }))
    }

    /// Why the end of the content is not clear; `nil` if it is (RFC 9112 section 6.3).
    ///
    /// A fetcher does not deliver such a response, because the content might not be whole. The only transfer coding
    /// that may come unasked is `chunked`, applied once.
    public var framingFault: String? {
        guard status != 204, status != 304 else { return nil }
        if let codings = fields.transferCodings {
            return codings.lowercased() == "chunked"
                ? nil
                : "the server applied the transfer coding “\(codings.prefix(100))”, which nobody asked for"
        }
        if !fields.contains("Content-Length") || fields.number("Content-Length") != nil { return nil }
        let texts = fields.values("Content-Length")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let lengths = texts.map(Self.length)
        if let length = lengths.first ?? nil, lengths.allSatisfy({ $0 == length }) { return nil }
        return Self.fault(ofLengths: texts)
    }

    /// What is wrong with lengths; their texts would make a message of each response.
    private static func fault(ofLengths texts: [String]) -> String {
        guard texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else {
            return "the server announces a length that is not a number"
        }
        let isTooLarge = texts.contains { length($0) == nil }
        return isTooLarge
            ? "the server announces a length that no document has"
            : "the server announces two lengths that differ"
    }

    /// Reads a number of bytes, which must have only digits.
    private static func length(_ text: String) -> Int64? {
        text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }

    /// The connections that brought it and the redirects to it.
    public var connections: [ConnectionID] {
        connection.map { redirectConnections + [$0] } ?? redirectConnections
    }

    /// The declared media type.
    public var mediaType: MediaType? { fields["Content-Type"].flatMap(MediaType.init) }

    /// The validators of the representation; without those that could not be sent back, or that contradict each other, and
    /// without a date that tells no versions apart.
    ///
    /// None if the content ends with the connection: they might be of more than what came before it broke.
    public var validators: Validators {
        guard !endsWithConnection else { return Validators() }
        let date = fields.single("Last-Modified").flatMap { isWeak($0) ? nil : $0 }
        return Validators(entityTag: fields.single("ETag"), lastModified: date).sendable
    }

    /// The validators of the known version after a response that calls it unchanged: its own tag, and the date that the response
    /// names.
    ///
    /// - Parameter known: what is known of it.
    /// - Returns: the validators; `nil` if the response is of another version, or cannot tell because all that it was asked
    ///   with is a date that tells no versions apart.
    public func confirming(_ known: Validators) -> Validators? {
        let kept = validators
        // The date as it was sent: one that is not kept may be of another version, too.
        let named = Validators(entityTag: kept.entityTag, lastModified: fields.single("Last-Modified"))
        guard !named.contradict(known), known.entityTag != nil || known.lastModified.map(isWeak) != true
        else { return nil }
        // The tag is the one that came with the content: no other one is of it.
        return Validators(entityTag: known.entityTag, lastModified: kept.lastModified ?? known.lastModified)
    }

    /// Whether a date tells no versions apart: it stands for none, or is not earlier than the response, for what is written until
    /// its second has passed may have the same one (RFC 9110 section 8.8.2.2).
    ///
    /// Only the server's own clock tells. Without its `Date` this machine's has to do, which may be a day behind.
    private func isWeak(_ date: String) -> Bool {
        let now = seconds ?? Int64(Date().timeIntervalSince1970) + 86_400
        return HTTPDate.seconds(date, now: now).map { $0 >= now || Self.standsForNone($0) } ?? false
    }

    /// Whether a time stands for no date: files of images and packages that can be built again alike are all of the first day of
    /// 1970, or of 1980, where the dates of ZIP archives begin, in any time zone; those of npm of one in 1985.
    private static func standsForNone(_ seconds: Int64) -> Bool {
        seconds < 86_400 || (315_482_400..<315_619_200).contains(seconds) || seconds == 499_162_500
    }

    /// When the server made it, by its own clock, in seconds since 1970; `nil` if it does not say.
    public var seconds: Int64? { fields.single("Date").flatMap { HTTPDate.seconds($0) } }

    /// The content codings of the delivered content, separated by commas, as messages say it: at most 100 characters; `nil` for
    /// none.
    public var contentCoding: String? {
        let codings = codings
        return codings.isEmpty ? nil : String(codings.joined(separator: ", ").prefix(100))
    }

    /// The content codings of the delivered content, in the order in which they were applied.
    public var codings: [String] {
        guard fields.contains("Content-Encoding") else { return [] }
        return fields.list("Content-Encoding").filter { !Self.noCodings.contains($0) }
    }

    /// What servers write in `Content-Encoding` that is not a coding of the content: nothing, a charset, or how it was
    /// uploaded.
    private static let noCodings: Set<String> = [
        "identity", "none", "binary", "7bit", "8bit", "utf-8", "utf8", "iso-8859-1", "aws-chunked",
    ]

    /// Whether the representation is in a content coding, or would be for another request.
    package var mayBeCoded: Bool {
        !codings.isEmpty || fields.list("Vary").contains { $0 == "accept-encoding" || $0 == "*" }
    }

    /// Whether the response has content that a fetcher decodes.
    ///
    /// A part is not decoded, because it is a part of the coded bytes.
    public var isToBeDecoded: Bool { ![204, 206, 304].contains(status) && !codings.isEmpty }

    /// Notes that the fetcher decodes the content, and removes the fields that describe the coded bytes.
    public mutating func markDecoded() {
        decodedCodings = codings
        let described = [
            "Content-Encoding", "Content-Length", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest",
        ]
        for name in described { fields[name] = nil }
    }

    /// The range of a response with a part, if `Content-Range` is a valid byte range.
    public var contentRange: ContentRange? { fields.single("Content-Range").flatMap(ContentRange.init) }

    /// The length of content that is the whole representation; `nil` if the server does not say it.
    ///
    /// A range is of the coded bytes, so it says nothing of decoded content.
    public var wholeLength: Int64? {
        contentLength ?? (decodedCodings.isEmpty ? contentRange?.completeLength : nil)
    }

    /// Why the content is not the whole representation, although the status says so; `nil` if nothing speaks against it.
    ///
    /// A status that knows no ranges makes nothing of the field (RFC 9110 section 14.4), but both cannot be true.
    public var wholenessFault: String? {
        guard let range = contentRange else { return nil }
        guard range.isWhole else { return "the server sent a part of the document as the whole" }
        guard let contentLength, contentLength != range.completeLength else { return nil }
        return "the server gives the document two lengths"
    }
}

/// A `Content-Range` of bytes: RFC 9110 section 14.4.
public struct ContentRange: Sendable, Hashable {
    /// The range of bytes; `nil` in a 416 response (`bytes */1234`).
    public let bytes: ClosedRange<Int64>?
    /// The length of the whole representation in bytes; `nil` if the server does not know it.
    public let completeLength: Int64?

    /// Whether it is all of the representation.
    public var isWhole: Bool { bytes?.lowerBound == 0 && bytes?.upperBound == completeLength.map { $0 - 1 } }

    /// Reads a field value; `nil` if it is not a byte range.
    public init?(_ fieldValue: String) {
        let halves = fieldValue.split(separator: " ", maxSplits: 1)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
        let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[1] == "*" {
            completeLength = nil
        } else {
            guard let length = Int64(parts[1]), length >= 0 else { return nil }
            completeLength = length
        }
        if parts[0] == "*" {
            guard completeLength != nil else { return nil }
            bytes = nil
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), 0 <= first,
            first <= last
        else { return nil }
        if let completeLength, last >= completeLength { return nil }
        bytes = first...last
    }
}
