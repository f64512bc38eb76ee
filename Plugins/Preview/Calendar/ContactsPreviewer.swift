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
        "contacts", summary: "Reads cards of people: names, mail addresses, telephone numbers"
    ) { _, _ in ContactsPreviewer() }

    /// Reads the cards.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead, prepare: ContentLines.unfold)
        var shown = MarkdownText()
        var names: [String] = []
        var count = 0
        var card: [ContentLine]?
        var isPart = false
        for line in ContentLines(file.text) {
            let isCard = line.raw.trimmed.uppercased() == "VCARD"
            if line.name == "BEGIN", isCard {
                card = []
            } else if line.name == "END", isCard, let lines = card {
                card = nil
                count += 1
                let contact = Contact(lines)
                if names.count < 20 { names.append(contact.name) }
                isPart = shown.text.utf8.count > limits.maxText
                if !isPart { for block in contact.blocks { shown.add(block) } }
                try document.checkCancelled()
            } else if (card?.count ?? .max) < 1000 {
                card?.append(line)
            }
        }
        return file.preview(
            title: count == 1 ? names.first : nil, summary: names.joined(separator: ", "), shown: shown.text,
            form: .markdown, isPart: isPart, facts: ["contacts": String(count)], limits: limits)
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
