import CarrelHTTP
import CarrelModel
import CarrelStages

/// What the download stage needs beside its fetcher.
public struct DownloadOptions: Sendable {
    /// How many transfers run at once, how often a try is repeated, and how hosts are treated.
    public var queueLimits = QueueLimits()
    /// The limits of one request.
    public var limits = FetchLimits()
    /// The origin of the catalogue, where what the profile says of it is for this one.
    public var catalogOrigin: Origin?
    /// Whether items are fetched from addresses that are not public.
    public var privateAddresses = PrivateAddresses.auto
    /// The most bytes a second, of all transfers together; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// The most bytes that a run fetches; `nil` for no limit.
    public var maxTotal: Int64?
    /// How many bytes are to be left free where the library is.
    public var reserve: Int64 = 0
    /// Whether servers are asked for digests (RFC 9530).
    public var asksForDigests = true
    /// Whether a neighbour `NAME.sha256` of each document is looked for.
    public var usesChecksumFiles = false
    /// Whether names are ones that Windows and macOS can hold, too.
    public var hasPortableNames = true
    /// Whether a document is named as its server suggests.
    public var usesContentDisposition = false
    /// How documents are named.
    public var nameTemplate: NameTemplate

    /// Makes options; each has a default that suits most catalogues.
    public init(nameTemplate: NameTemplate) { self.nameTemplate = nameTemplate }
}
