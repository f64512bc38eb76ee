import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelStages
import CarrelViews

extension LibraryTools {
    /// Finds documents by the words in them.
    var search: Tool {
        Tool(
            name: "search", title: "Search the documents",
            summary: """
                Finds stored documents by the words in their text, titles or facts, the best first, with the page and some words \
                around. "a phrase", begin*, NEAR(a b, 5), a OR b, -word; title: collection: catalogue: type: status: after: before: \
                with a value narrow it, such as type:pdf or after:2026-03. New documents are looked into first.
                """,
            parameters: [
                Parameter(
                    name: "query", kind: .text(1000), help: "The words to look for.", isRequired: true)
            ] + Self.paging(20, "documents"),
            result: .lists([("hits", "hit")], hasPages: true)
        ) { call in
            let query: SearchQuery
            do throws(SearchError) {
                query = try SearchQuery(call.text("query") ?? "")
            } catch {
                throw ToolError(error.reason)
            }
            let desk = try await library.desk()
            try await lookIntoNewDocuments(desk, call)
            let results = try await desk.search(query, limit: Self.mostHits)
            let root = desk.store.root
            let page = try Self.page(
                results, call, standard: 20, name: { Self.name(of: $0.hit.item.key) }
            ) { JSONForm.line(SearchRow($0, root: root)) }
            var object = JSONObjectText()
            object.add("hits", json: page.rows)
            object.add("next", page.next)
            return ToolResult(json: object.text)
        }
    }

    // As on the command line: who wants more uses other words.
    private static let mostHits = 1000

    /// Brings the index up to date; one that cannot be written to is searched as it is.
    private func lookIntoNewDocuments(_ desk: Desk, _ call: ToolCall) async throws {
        let told = call.progress
        do {
            try await desk.updateIndex { progress in
                guard progress.total > 0 else { return }
                told.tell(Double(progress.done), of: Double(progress.total), "looking into new documents")
            }
        } catch let error as StoreError where error.code != .cancelled {
            return
        }
    }
}
