import CarrelHTTP
import CarrelModel
import CarrelStages

/// The options of the download stage.
public struct DownloadOptions: Sendable {
    /// How many jobs run at once, how often a try is repeated, and how hosts are treated.
    public var queueLimits = QueueLimits()
    /// The limits of one request.
    public var limits = FetchLimits()
    /// The origin of the catalogue, if the profile's credentials are for it.
    public var catalogOrigin: Origin?
    /// Whether items may be fetched from private addresses.
    public var privateAddresses = PrivateAddresses.auto
    /// The most bytes a second, for all transfers of a run with the same limit together; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// The most bytes that a run fetches; `nil` for no limit.
    public var maxTotal: Int64?
    /// The longest time that a run fetches; `nil` for no limit.
    public var maxTime: Duration?
    /// The bytes to leave free on the library's disk.
    public var reserve: Int64 = 0
    /// Whether to ask servers for digests (RFC 9530).
    public var asksForDigests = true
    /// Whether to look for a checksum file `NAME.sha256` beside each document.
    public var usesChecksumFiles = false
    /// Whether Windows and macOS must be able to hold the names, too.
    public var hasPortableNames = true
    /// Whether a document gets the name that its server suggests.
    public var usesContentDisposition = false
    /// The name of a fetcher that undoes content codings, for messages; `nil` if there is none.
    public var decoder: String?
    /// How documents are named.
    public var nameTemplate: NameTemplate

    public init(nameTemplate: NameTemplate) { self.nameTemplate = nameTemplate }

    /// Whether documents that are small and whole may come in rows: a rate limit and checksum files do not go with that.
    var allowsShortWay: Bool { bytesPerSecond == nil && !usesChecksumFiles }
}
