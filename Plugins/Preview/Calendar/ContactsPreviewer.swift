import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows cards of people in vCard.
public struct ContactsPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "contacts", summary: "Reads cards of people: names, mail addresses, telephone numbers", revision: 2
    ) { _, _ in ContactsPreviewer() }

    /// Reads the cards.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead, prepare: ContentLines.unfold)
        var cards = CardLayout(maxText: limits.maxText)
        for line in ContentLines(file.text) {
            cards.take(line)
            if line.name == "END" { try document.checkCancelled() }
        }
        cards.end(isCut: !file.isWhole)
        var preview = file.preview(
            title: cards.count == 1 ? cards.names.first : nil, summary: cards.names.joined(separator: ", "),
            shown: cards.shown.text, form: .markdown, isPart: cards.isPart,
            facts: ["contacts": String(cards.count)], limits: limits)
        preview.notes = cards.notes
        return preview
    }
}

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
        let contact = Contact(lines)
        if names.count < 20 { names.append(contact.name) }
        isPart = shown.text.utf8.count > maxText
        if !isPart { for block in contact.blocks { shown.add(block) } }
    }

    /// What is to be said of the whole.
    var notes: [String] { unended == 0 ? [] : ["Cards without an end: \(unended)"] }
}

/// A card.
struct Contact {
    /// The name of the person or the organisation.
    let name: String
    /// The card as it is shown.
    let blocks: [MarkdownText.Block]

    init(_ lines: [ContentLine]) {
        func first(_ name: String) -> ContentLine? { lines.first { $0.name == name && !$0.raw.isEmpty } }
        let organisation = first("ORG").map { Self.joined($0.parts, with: ", ") }
        // Family name, given name, further names, prefixes, suffixes.
        let parts = first("N")?.parts ?? []
        let order = [3, 1, 2, 0, 4].filter(parts.indices.contains).map { parts[$0] }
        let told = first("FN").map(\.text.singleLine) ?? Self.joined(order, with: " ")
        name = told.isEmpty ? organisation ?? "Unnamed" : told
        var blocks: [MarkdownText.Block] = [.heading(level: 2, name)]
        for line in lines {
            guard let label = Self.labels[line.name] else { continue }
            let value =
                switch line.name {
                case "ADR", "ORG": Self.joined(line.parts, with: ", ")
                case "TEL", "EMAIL", "URL", "IMPP": line.text.replacing(/(?i)^(tel|mailto):/, with: "")
                default: line.text.singleLine
                }
            guard !value.isEmpty, value != name else { continue }
            let kinds = (line.parameters["TYPE"] ?? "").lowercased().split(separator: ",").filter {
                Self.kinds.contains(String($0))
            }
            blocks.append(
                .item("\(label): \(value)" + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")))
        }
        self.blocks = blocks
    }

    private static func joined(_ parts: [String], with separator: String) -> String {
        parts.map(\.singleLine).filter { !$0.isEmpty }.joined(separator: separator)
    }

    private static let labels = [
        "NICKNAME": "Called", "ORG": "Organisation", "TITLE": "Title", "ROLE": "Role", "EMAIL": "Mail",
        "TEL": "Phone",
        "ADR": "Address", "URL": "Web", "IMPP": "Chat", "BDAY": "Born", "NOTE": "Note",
    ]
    private static let kinds: Set<String> = ["home", "work", "cell", "fax", "mobile"]
}
