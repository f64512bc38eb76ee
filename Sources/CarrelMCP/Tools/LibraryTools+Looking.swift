import CarrelInterface

extension LibraryTools {
    /// Shows what is inside a stored document.
    var preview: Tool {
        Tool(
            name: "preview", title: "Preview a document",
            summary: """
                The text, the title and the facts of a stored document. For one that is not stored, get comes first. Text \
                that is cut has isTruncated; pages reads a part of a document that has pages. Does not mark the item as \
                looked at.
                """,
            parameters: Self.itemParameters + [
                Parameter(
                    name: "pages", kind: .text(40),
                    help: "Only these pages, slides, sheets or chapters, such as 3, 3-5 or 7-."),
                Parameter(
                    name: "version", kind: .number(1...1_000_000), help: "The number of an earlier version."),
                Parameter(
                    name: "maxBytes", kind: .number(LibraryQueries.textLimits),
                    help: "The most text, in bytes (\(LibraryQueries.standardText) unless given)."),
            ], result: .row("preview")
        ) { call in
            ToolResult(
                json: try await queries.preview(
                    call.itemName, pages: call.text("pages"), version: call.number("version"),
                    maxText: call.number("maxBytes")))
        }
    }

    /// Explains an item.
    var why: Tool {
        Tool(
            name: "why", title: "Explain an item",
            summary: """
                What was tried for an item, what the server answered, what was decided, and what a sync would do next. The \
                newest attempt comes first.
                """,
            parameters: Self.itemParameters + [
                Parameter(
                    name: "attempts", kind: .number(LibraryQueries.attemptLimits),
                    help: "The most attempts to give (\(LibraryQueries.standardAttempts) unless given).")
            ], result: .row("history")
        ) { call in
            ToolResult(json: try await queries.history(call.itemName, attempts: call.number("attempts")))
        }
    }
}
