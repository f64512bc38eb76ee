/// When the content of a file was last written, as its file system tells.
public struct FileTime: Sendable, Hashable, Codable {
    /// Nanoseconds since 1970.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether it can be the recorded time.
    ///
    /// FAT rounds to two seconds, exFAT to ten milliseconds: on a copy there the time differs a little.
    public func isSame(as recorded: FileTime) -> Bool {
        if self == recorded { return true }
        let (distance, isTooFar) = nanoseconds.subtractingReportingOverflow(recorded.nanoseconds)
        return nanoseconds % 10_000_000 == 0 && !isTooFar && distance.magnitude <= 2_000_000_000
    }
}
