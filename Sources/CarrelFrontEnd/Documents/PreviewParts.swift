import CarrelBasics
import CarrelHTTP
import CarrelModel

/// The parts of a preview that terminals show, in their order.
package struct PreviewParts: Sendable {
    /// The document's own title; `nil` if it has none.
    package let title: String?
    /// Type, pages and further facts.
    package let facts: [String]
    /// The summary, unless it only repeats the beginning of the text.
    package let summary: String?
    /// The first headings.
    package let outline: [String]
    /// The text, without the end of its last line; what there is instead if it is empty.
    package let text: String
    /// What is missing and why.
    package let notes: [String]
    /// How much of the text it is; `nil` for all of it.
    package let part: ShownPart?

    // More headings are a table of contents of their own.
    private static let mostHeadings = 20

    /// Takes a preview apart.
    package init(_ preview: Preview) {
        title = preview.title
        var facts = [preview.mediaType.essence]
        if let pages = preview.pages { facts.append(Counted.text(pages, preview.pageKind.rawValue)) }
        // The text may begin with the facts, as that of a picture does.
        if preview.factsEnd == nil {
            let metadata = preview.metadata.sorted { $0.key < $1.key }
            facts += metadata.filter { !$0.value.contains("\n") }.map { "\($0.key): \($0.value)" }
        }
        self.facts = facts
        let lines = preview.text.last?.isNewline == true ? preview.text.dropLast() : preview.text[...]
        let shown =
            preview.form == .markdown ? MarkdownText.withoutBackslashes(String(lines)) : String(lines)
        let beginning = String(shown.prefix(400)).singleLine
        summary = preview.summary.flatMap {
            beginning.hasPrefix($0.singleLine.prefix(40)) ? nil : $0
        }
        outline =
            preview.metadata["outline"].map {
                $0.split(separator: "\n").prefix(Self.mostHeadings).map(String.init)
            } ?? []
        text = preview.text.isEmpty ? "(no text)" : shown
        part = ShownPart(preview)
        notes = [part?.sentence].compactMap(\.self) + preview.notes
    }
}
