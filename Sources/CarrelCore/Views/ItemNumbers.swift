/// Numbers of items as the user types them: `3`, `3-7`, `1,4-6`.
struct ItemNumbers: Hashable {
    let ranges: [ClosedRange<Int>]

    /// The number, if it is only one.
    var single: Int? {
        guard ranges.count == 1, let range = ranges.first, range.lowerBound == range.upperBound else {
            return nil
        }
        return range.lowerBound
    }

    /// Reads numbers; `nil` for any other text.
    init?(_ text: some StringProtocol) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends[0], let last = ends.last ?? nil, ends.count <= 2, 0 < first, first <= last
            else { return nil }
            ranges.append(first...last)
        }
        self.ranges = ranges
    }

    /// A text that ends with a range, with the range's ends in order: `COMP304/1-3` for `COMP304/3-1`; `nil` for others.
    static func turned(_ text: String) -> String? {
        let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
        let ends = text[start...].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], 0 < last, last < first else {
            return nil
        }
        return "\(text[..<start])\(last)-\(first)"
    }
}
