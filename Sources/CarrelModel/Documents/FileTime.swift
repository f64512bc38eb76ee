/// When the content of a file was written last, as its file system tells.
public struct FileTime: Sendable, Hashable, Codable {
    /// Nanoseconds since 1970.
    public var nanoseconds: Int64

    /// Makes a time from nanoseconds since 1970.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether it can be the time that was recorded.
    ///
    /// FAT keeps steps of two seconds, exFAT of ten milliseconds: a copy there is a little off, and on such a step.
    public func isSame(as recorded: FileTime) -> Bool {
        if self == recorded { return true }
        return nanoseconds % 10_000_000 == 0
            && (nanoseconds - recorded.nanoseconds).magnitude <= 2_000_000_000
    }
}
