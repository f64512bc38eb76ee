import BookPreviewing
import CalendarPreviewing
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLSummaryPreviewing
import MailPreviewing
import MarkdownPreviewing
import NotebookPreviewing
import PreviewPlugins
import RTFPreviewing
import SourcePreviewing
import StructuredPreviewing
import TablePreviewing

extension Harness {
    static let htmlSummary = previewer(
        "html-summary", HTMLSummaryPreviewer(), types: ["text/html", "text/html; charset=windows-1252"])
    static let rtf = previewer("rtf", RTFPreviewer(), types: ["application/rtf"])
    /// FictionBooks: what is in archives is read by others.
    static let book = previewer(
        "book", BookPreviewer(tools: ScriptedToolRunner([:])), types: ["application/x-fictionbook+xml"])
    static let plainText = previewer(
        "plain-text", PlainTextPreviewer(),
        types: [
            "text/plain", "text/plain; charset=utf-16be", "text/plain; charset=shift_jis",
            "text/plain; charset=iso-8859-2", "text/plain; charset=utf-7",
        ])

    static let mail = previewer("mail", MailPreviewer(), types: ["message/rfc822"])
    static let calendar = previewer("calendar", CalendarPreviewer(), types: ["text/calendar"])
    static let contacts = previewer("contacts", ContactsPreviewer(), types: ["text/vcard"])
    static let table = previewer("table", TablePreviewer(), types: ["text/csv", "text/tab-separated-values"])
    static let markdown = previewer("markdown", MarkdownPreviewer(), types: ["text/markdown"])
    static let notebook = previewer("notebook", NotebookPreviewer(), types: ["application/x-ipynb+json"])
    static let source = previewer("source", SourcePreviewer(), types: ["text/x-python", "text/x-c++"])
    static let structured = previewer(
        "structured", StructuredPreviewer(),
        types: ["application/json", "application/xml", "application/x-ndjson"])

    private static func previewer(_ name: String, _ previewer: any Previewer, types: [String]) -> Harness {
        let types = types.compactMap { MediaType($0) }
        return Harness(name, maxLength: 8192) { data in
            let file = FileManager.default.temporaryDirectory.appending(
                path: "carrel-fuzz-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try data.write(to: file)
            // The last byte chooses what the server said.
            let type = types[Int(data.last ?? 0) % types.count]
            let limits = PreviewLimits(maxText: 1024, maxRead: 6000)
            let preview: Preview
            do throws(PreviewError) {
                preview = try await previewer.preview(
                    PreviewDocument(file: file, mediaType: type), limits: limits)
            } catch {
                try requireLine(error.reason, "the reason")
                return
            }
            try check(preview, limits)
        }
    }

    static func check(_ preview: Preview, _ limits: PreviewLimits) throws {
        try require(preview.text.utf8.count <= limits.maxText, "\(preview.text.utf8.count) bytes of text")
        try requireShowable(preview.text, "the text")
        try requireLine(preview.title, "the title")
        try requireLine(preview.summary, "the summary")
        for (name, value) in preview.metadata {
            try requireLine(name, "the name of a fact")
            try requireLine(value, "a fact")
            try require(value.utf8.count <= 8192, "a fact of \(value.utf8.count) bytes")
        }
    }
}
