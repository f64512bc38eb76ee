import CarrelBasics
import CarrelModel

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

    /// Says that a document has none of the pages that were asked for; `nil` if it may have some.
    ///
    /// Some formats only say how many pages they have, and show all of them.
    package static func absence(of pages: ClosedRange<Int>?, in preview: Preview) -> String? {
        guard let first = pages?.lowerBound, let last = preview.pages, first > last, preview.text.isEmpty
        else { return nil }
        let kind = preview.pageKind.rawValue
        return "it has \(Counted.text(last, kind)), so there is no \(kind) \(first)"
    }
}
