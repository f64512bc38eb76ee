import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

extension LibraryTools {
    // More is a document to read in parts.
    private static let textLimits = 1...(256 << 10)
    private static let standardText = 32 << 10

    /// Shows what is inside a stored document.
    var preview: Tool {
        Tool(
            name: "preview", title: "Preview a document",
            summary: """
                The text, the title and the facts of a stored document. For one that is not stored, get comes first. Text that \
                is cut has isTruncated; pages reads a part of a document that has pages. Does not mark the item as looked at.
                """,
            parameters: NamedItems.parameters + [
                Parameter(
                    name: "pages", kind: .text(40),
                    help: "Only these pages, slides, sheets or chapters, such as 3, 3-5 or 7-."),
                Parameter(
                    name: "version", kind: .number(1...1_000_000), help: "The number of an earlier version."),
                Parameter(
                    name: "maxBytes", kind: .number(Self.textLimits),
                    help: "The most text, in bytes (\(Self.standardText) unless given)."),
            ], result: .row("preview")
        ) { call in
            let desk = try await library.desk()
            let row = try NamedItems(try await library.current().view).item(call)
            guard let document = row.document else {
                throw ToolError(
                    "\(row.item.title.singleLine) is not stored (\(row.status.words)); fetch it with get")
            }
            let wish = PreviewWish(
                pages: try pages(call), maxText: call.number("maxBytes") ?? Self.standardText)
            let result =
                if let version = call.number("version") {
                    try await desk.preview(row.documentKey, version: version, wish)
                } else {
                    try await desk.preview(row.documentKey, wish, isLook: false)
                }
            let path = desk.store.root.map { "\($0.path)/\(document.name)" } ?? document.name
            let shown = PreviewRow(result.preview, path: path, previewer: result.previewer)
            return ToolResult(json: JSONForm.line(shown, showsAll: true) ?? "{}")
        }
    }

    private func pages(_ call: ToolCall) throws -> ClosedRange<Int>? {
        guard let text = call.text("pages") else { return nil }
        guard let pages = PageRange.read(text) else {
            throw ToolError("“pages” must be pages such as 3, 3-5 or 7-, not “\(text.singleLine)”")
        }
        return pages
    }

    /// Explains an item.
    var why: Tool {
        Tool(
            name: "why", title: "Explain an item",
            summary: """
                What was tried for an item, what the server answered, what was decided, and what a sync would do next. The \
                newest attempt comes first.
                """,
            parameters: NamedItems.parameters + [
                Parameter(
                    name: "attempts", kind: .number(1...50),
                    help: "The most attempts to give (5 unless given).")
            ], result: .row("history")
        ) { call in
            let desk = try await library.desk()
            let view = try await library.current().view
            let row = try NamedItems(view).item(call)
            let history = try await desk.history(of: row, in: view, limit: call.number("attempts") ?? 5)
            return ToolResult(json: JSONForm.line(HistoryRow(row, history)) ?? "{}")
        }
    }
}
