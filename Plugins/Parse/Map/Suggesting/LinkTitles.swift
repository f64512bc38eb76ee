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

    // What the links say, and what stands beside each of them, by its expression.
    private var own: [String] = []
    private var beside: [String: [String]] = [:]

    /// Notes a link of the list.
    ///
    /// - Parameters:
    ///   - link: the link.
    ///   - surroundings: what it is in.
    mutating func add(_ link: MarkupElement, in surroundings: LinkSurroundings) {
        guard own.count < Self.sampled else { return }
        own.append(link.text.singleLine)
        for (expression, text) in surroundings.texts { beside[expression, default: []].append(text) }
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

/// What stands beside the links of an element: the cells of the row, and the nearest headings, that it is in.
///
/// It goes down the page with whoever looks for links, so that each element is looked at once, however many links there are.
struct LinkSurroundings {
    private static let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let maxCells = 12
    private static let maxText = 200

    private var cells: [String: String] = [:]
    private var headings: [String: String] = [:]

    /// The texts by their expressions.
    var texts: [String: String] { cells.merging(headings) { first, _ in first } }

    /// Goes into an element.
    mutating func enter(_ element: MarkupElement) {
        var seen: Set<String> = []
        for child in element.elements where Self.headings.contains(child.name) {
            guard seen.insert(child.name).inserted else { continue }
            headings["ancestor::*[\(child.name)][1]/\(child.name)[1]"] = Self.shown(child)
        }
        guard element.name == "tr" else { return }
        cells = [:]
        for (index, cell) in element.elements.prefix(Self.maxCells).enumerated() {
            cells["ancestor::tr[1]/*[\(index + 1)]"] = Self.shown(cell)
        }
    }

    /// The text of an element that may name a link; `nil` for none, or a long one.
    private static func shown(_ element: MarkupElement) -> String? {
        let text = element.text.singleLine
        return text.isEmpty || text.utf8.count > maxText ? nil : text
    }
}
