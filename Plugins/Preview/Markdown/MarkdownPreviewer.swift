import CarrelBasics
import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows documents in Markdown.
public struct MarkdownPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "markdown", summary: "Reads Markdown: its title, the facts before it and its text", revision: 6
    ) { _, _ in MarkdownPreviewer() }

    // A book; its headings are counted.
    private static let size = 1 << 20

    /// Reads the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.usefulRead(atLeast: Self.size))
        let matter = FrontMatter(file.text)
        guard let tree = MarkdownTree(String(matter.body), footnotes: true) else {
            throw PreviewError(
                .outOfMemory, file: document.file, reason: "the document does not fit into memory")
        }
        try document.checkCancelled()
        var layout = MarkdownLayout(limit: limits.maxText)
        let text = tree.withRoot { layout.text(of: $0) }
        try document.checkCancelled()
        var facts = matter.facts
        let title = facts.removeValue(forKey: "title") ?? layout.firstHeading
        let summary = facts.removeValue(forKey: "description") ?? facts.removeValue(forKey: "summary")
        return file.preview(
            title: title, summary: summary ?? layout.firstParagraph, shown: text, form: .markdown,
            isPart: layout.isCut, hasGaps: layout.hasGaps, facts: facts, limits: limits)
    }
}
