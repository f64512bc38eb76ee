import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelViews

extension LibraryTools {
    /// Lists collections, or items with their state.
    var list: Tool {
        Tool(
            name: "list", title: "List the library",
            summary: """
                Without arguments the collections of the library; with a collection its items; with status or new the items of \
                all collections. Asks no server. A collection with isOpened false has a catalogue of its own, which open reads.
                """,
            parameters: [
                Parameter(
                    name: "collection", kind: .text(Parameter.textLimit),
                    help: "A collection: its identity, its title, or CATALOGUE/COLLECTION."),
                Parameter(
                    name: "catalog", kind: .text(Parameter.textLimit),
                    help:
                        "Its catalogue: the location or the name. Without a collection, only this catalogue's collections."
                ),
                Parameter(
                    name: "status", kind: .texts(12, of: ItemFilter.State.allCases.map(\.rawValue)),
                    help: "Only items in one of these states."),
                Parameter(
                    name: "new", kind: .flag, help: "Only items that nobody has looked at since they came."),
            ] + Self.paging(50, "rows"),
            result: .lists([("collections", "collection"), ("items", "item")], hasPages: true)
        ) { call in
            let desk = try await library.desk()
            let view = try await library.current().view
            let states = call.texts("status").compactMap(ItemFilter.State.init(rawValue:))
            let filter = ItemFilter(Set(states), onlyNews: call.flag("new"))
            guard call.text("collection") != nil || !filter.isEmpty else {
                return try await collections(view, desk, call)
            }
            let names = NamedItems(view)
            let rows: [LibraryView.Row]
            if call.text("collection") != nil {
                rows = view.rows(of: try names.collection(call))
            } else if call.text("catalog") != nil {
                rows = try names.collections(ofCatalog: call).flatMap(view.rows)
            } else {
                rows = view.allRows
            }
            let root = desk.store.root
            let page = try Self.page(
                rows.filter(filter.takes), call, standard: 50, name: { Self.name(of: $0.entry) }
            ) { JSONForm.line(ItemRow($0, root: root)) }
            return Self.result("items", page)
        }
    }

    private func collections(_ view: LibraryView, _ desk: Desk, _ call: ToolCall) async throws -> ToolResult {
        var rows = try await desk.collectionRows(of: view)
        if call.text("catalog") != nil {
            let keys = Set(try NamedItems(view).collections(ofCatalog: call).map(\.key))
            rows.removeAll { !keys.contains(CollectionKey(catalog: $0.catalog, collection: $0.collection)) }
        }
        let page = try Self.page(
            rows, call, standard: 50, name: { "\($0.catalog)\n\($0.collection)" }, row: { JSONForm.line($0) })
        return Self.result("collections", page)
    }

    private static func result(_ name: StaticString, _ page: (rows: String, next: String?)) -> ToolResult {
        var object = JSONObjectText()
        object.add(name, json: page.rows)
        object.add("next", page.next)
        return ToolResult(json: object.text)
    }
}
