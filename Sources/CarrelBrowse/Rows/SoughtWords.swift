import CarrelTerminal
import Foundation

/// Words that are sought in the lines of a document, in any case.
struct SoughtWords: Sendable, Hashable {
    /// The words; empty if nothing is sought.
    let text: String

    init(_ text: String) { self.text = text }

    /// Whether nothing is sought.
    var isEmpty: Bool { text.isEmpty }

    /// The columns of a line where they stand, or begin if they go on in the next line.
    func columns(in lines: [StyledLine], at index: Int) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let line = lines[index].text
        let next = index + 1 < lines.count ? lines[index + 1].text.drop { $0 == " " } : ""
        let (both, width) = ("\(line) \(next)", TextWidth.of(line))
        var columns: [Range<Int>] = []
        var rest = both[...]
        while let range = rest.range(of: text, options: .caseInsensitive), !range.isEmpty {
            let start = TextWidth.of(both[..<range.lowerBound])
            guard start < width else { break }
            columns.append(start..<min(width, TextWidth.of(both[..<range.upperBound])))
            rest = both[range.upperBound...]
        }
        return columns
    }
}
