import CarrelBasics
import CarrelCalendars
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
        "contacts", summary: "Reads cards of people: names, mail addresses, telephone numbers", revision: 5
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
                case "BDAY": CalendarTime(line)?.text ?? line.text.singleLine
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
