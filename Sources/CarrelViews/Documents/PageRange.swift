/// Pages of a document as people write them.
public enum PageRange {
    /// Reads `3`, `3-5` or `7-`; `nil` for anything else.
    public static func read(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = Int(parts[0]), first > 0 else { return nil }
        guard parts.count == 2 else { return first...first }
        if parts[1].isEmpty { return first...Int.max }
        guard let last = Int(parts[1]), last >= first else { return nil }
        return first...last
    }
}
