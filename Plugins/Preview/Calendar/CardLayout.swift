import CarrelBasics
import CarrelCalendars
import CarrelModel

/// Shows cards, also those without an end, and those of agents, which vCard 2.1 has within the ones that they act for.
struct CardLayout {
    private(set) var shown = MarkdownText()
    /// The first names.
    private(set) var names: [String] = []
    private(set) var count = 0
    /// Whether cards were left out.
    private(set) var isPart = false
    /// The cards that began since none was open, in order.
    private var cards: [[ContentLine]] = []
    /// The places of those that are open, each within the one before.
    private var open: [Int] = []
    private var isAgentNext = false
    private var unended = 0
    private let maxText: Int

    /// Makes an empty one.
    ///
    /// - Parameter maxText: the bytes of text behind which cards are counted alone.
    init(maxText: Int) { self.maxText = maxText }

    mutating func take(_ line: ContentLine) {
        let (value, isAgent) = (line.raw.trimmed.uppercased(), isAgentNext)
        isAgentNext = line.name == "AGENT" && value.isEmpty
        switch (line.name, value) {
        case ("BEGIN", "VCARD"):
            if !isAgent { end() }
            begin()
        case ("AGENT", "BEGIN:VCARD"): begin()
        case ("END", "VCARD"): if open.popLast() != nil, open.isEmpty { showAll() }
        default: if let last = open.last, cards[last].count < 1000 { cards[last].append(line) }
        }
    }

    private mutating func begin() {
        open.append(cards.count)
        cards.append([])
    }

    /// Shows the cards that nothing has ended; of a beginning that stands there twice one alone counts.
    ///
    /// - Parameter isCut: whether their ends may be where nobody read.
    mutating func end(isCut: Bool = false) {
        let empty = Set(open.filter { cards[$0].isEmpty })
        if !isCut { unended += open.count - empty.count }
        showAll(but: empty)
    }

    private mutating func showAll(but left: Set<Int> = []) {
        for (place, lines) in cards.enumerated() where !left.contains(place) { show(lines) }
        (cards, open) = ([], [])
    }

    private mutating func show(_ lines: [ContentLine]) {
        count += 1
        isPart = shown.text.utf8.count > maxText
        guard !isPart || names.count < 20 else { return }
        let contact = Contact(lines)
        if names.count < 20 { names.append(contact.name) }
        if !isPart { for block in contact.blocks { shown.add(block) } }
    }

    /// What is to be said of the whole.
    var notes: [String] { unended == 0 ? [] : ["Cards without an end: \(unended)"] }
}
