import Foundation

/// A file out of an archive.
public struct ArchiveEntry: Sendable, Hashable {
    /// Its path as the archive writes it, with slashes between folders; it may be absolute or lead upwards.
    public var name: String
    /// Its content, as far as the limits allow.
    public var data: Data

    public init(name: String, data: Data) { (self.name, self.data) = (name, data) }
}

/// Files out of an archive.
public struct ArchiveContents: Sendable, Hashable {
    /// The files, in the archive's order.
    public var entries: [ArchiveEntry]
    /// Whether a limit was reached: files may be missing, and the last one may be cut.
    public var isCut: Bool

    public init(entries: [ArchiveEntry], isCut: Bool = false) {
        (self.entries, self.isCut) = (entries, isCut)
    }

    /// The content of a file; the first one counts if there are several.
    public subscript(name: String) -> Data? { entries.first { $0.name == name }?.data }
}

/// How much of an archive is unpacked.
public struct ArchiveLimits: Sendable, Hashable {
    /// The most bytes to unpack, in all.
    public var maxSize: Int
    /// The most files.
    public var maxEntries: Int
    /// The longest name, in bytes; files with longer ones are left out.
    static let maxNameLength = 1024
    /// How many times its own size an archive that reaches `maxSize` may unpack to; beyond, it is refused.
    static let maxRatio = 250
    /// The longest time.
    public var timeout: Duration

    public init(
        maxSize: Int = 64 << 20, maxEntries: Int = 10_000, timeout: Duration = .seconds(20)
    ) {
        self.maxSize = maxSize
        self.maxEntries = maxEntries
        self.timeout = timeout
    }
}
