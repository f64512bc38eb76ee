import CarrelBasics
import CarrelMarkup

/// What names the links of a list that all say the same, such as “PDF”: a cell of their row, or the heading of their card.
struct LinkTitles {
    /// An expression that gives titles, and what it is put into.
    struct Guess {
        let expression: String
        let template: String?
    }

    // The first links of a list show what names all.
    private static let sampled = 20
    private static let maxCells = 12
    private static let maxText = 200

    // What the links say, and what stands beside each of them, by its expression.
    private var own: [String] = []
    private var beside: [String: [String]] = [:]

    /// Notes a link of the list.
    ///
    /// - Parameters:
    ///   - link: the link.
    ///   - around: the elements that it is in, the outermost one first.
    mutating func add(_ link: MarkupElement, in around: [MarkupElement]) {
        guard own.count < Self.sampled else { return }
        own.append(link.text.singleLine)
        if let row = around.last(where: { $0.name == "tr" }) {
            for (index, cell) in row.elements.prefix(Self.maxCells).enumerated() {
                note("ancestor::tr[1]/*[\(index + 1)]", cell)
            }
        }
        for level in 1...6 {
            let heading = around.reversed().lazy.compactMap { $0.first("h\(level)") }.first
            if let heading { note("ancestor::*[h\(level)][1]/h\(level)[1]", heading) }
        }
    }

    private mutating func note(_ expression: String, _ element: MarkupElement) {
        let text = element.text.singleLine
        guard !text.isEmpty, text.utf8.count <= Self.maxText else { return }
        beside[expression, default: []].append(text)
    }

    /// What tells the links apart; `nil` if they do that by themselves, or nothing does.
    var guess: Guess? {
        let names = Set(own).count
        guard own.count > 1, 2 * names <= own.count else { return nil }
        let useful = beside.filter { distinct($0.value) * 2 > own.count }
        let best = useful.max {
            (distinct($0.value), Self.letters($0.value), $1.key)
                < (distinct($1.value), Self.letters($1.value), $0.key)
        }
        return best.map { Guess(expression: $0.key, template: names > 1 ? "{value} {.}" : nil) }
    }

    /// How many links differ by these texts and their own; none, unless each link has such a text.
    private func distinct(_ texts: [String]) -> Int {
        texts.count == own.count ? Set(zip(texts, own).map { "\($0)\n\($1)" }).count : 0
    }

    /// How much these texts look like names, and not like dates or numbers.
    private static func letters(_ texts: [String]) -> Int {
        texts.reduce(0) { $0 + min(40, $1.count(where: \.isLetter)) }
    }
}
