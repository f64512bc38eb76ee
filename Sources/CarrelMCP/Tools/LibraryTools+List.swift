import CarrelCore
import CarrelInterface
import CarrelModel

extension LibraryTools {
    /// Lists collections, or items with their state.
    var list: Tool {
        Tool(
            name: "list", title: "List the library",
            summary: """
                Without arguments the collections of the library; with a collection its items; with status or new the items \
                of all collections. Asks no server. A collection with isOpened false has a catalogue of its own, which open \
                reads.
                """,
            parameters: [
                Parameter(
                    name: "collection", kind: .text(Parameter.textLimit),
                    help: "A collection: its identity, its title, or CATALOGUE/COLLECTION."),
                Parameter(
                    name: "catalog", kind: .text(Parameter.textLimit),
                    help:
                        "Its catalogue: the location or the name. Without a collection, only what is in this catalogue."
                ),
                Parameter(
                    name: "status", kind: .texts(12, of: StateWord.allCases.map(\.rawValue)),
                    help: "Only items in one of these states."),
                Parameter(
                    name: "new", kind: .flag, help: "Only items that nobody has looked at since they came."),
            ] + Self.paging(50, "rows"),
            result: .lists([("collections", "collection"), ("items", "item")], hasPages: true)
        ) { call in
            let states = Set(call.texts("status").compactMap(StateWord.init(rawValue:)))
            let filter = ItemFilter(states, onlyNews: call.flag("new"))
            guard call.text("collection") != nil || !filter.isEmpty else {
                let page = try await queries.collections(catalog: call.text("catalog"), call.paging(50))
                return ToolResult(json: page.object("collections"))
            }
            let page = try await queries.items(
                catalog: call.text("catalog"), collection: call.text("collection"), filter, call.paging(50))
            return ToolResult(json: page.object("items"))
        }
    }

    /// Finds documents by the words in them.
    var search: Tool {
        Tool(
            name: "search", title: "Search the documents",
            summary: """
                Finds stored documents by the words in their text, titles or facts, the best first, with the page and some \
                words around. "a phrase", begin*, NEAR(a b, 5), a OR b, -word; title: collection: catalogue: type: status: \
                after: before: with a value narrow it, such as type:pdf or after:2026-03. New documents are looked into \
                first.
                """,
            parameters: [
                Parameter(
                    name: "query", kind: .text(1000), help: "The words to look for.", isRequired: true)
            ] + Self.paging(20, "documents"),
            result: .lists([("hits", "hit")], hasPages: true)
        ) { call in
            let told = call.progress
            let page = try await queries.search(call.text("query") ?? "", call.paging(20)) { progress in
                guard progress.total > 0 else { return }
                told.tell(Double(progress.done), of: Double(progress.total), "looking into new documents")
            }
            return ToolResult(json: page.object("hits"))
        }
    }
}
