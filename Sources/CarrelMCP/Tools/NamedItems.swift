import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// Finds what a call names among what the library lists: nothing else can be named, no file and no URL.
struct NamedItems {
    let view: LibraryView
    private var finder: ItemFinder { ItemFinder(view, selection: nil) }

    init(_ view: LibraryView) { self.view = view }

    /// The parameters with which a call names an item.
    static let parameters = [
        Parameter(
            name: "item", kind: .text(Parameter.textLimit),
            help: """
                The item: its identity as a list gives it, together with collection; or a text as on the command line, such \
                as COMP304/3, its title or its URL.
                """,
            isRequired: true),
        Parameter(
            name: "collection", kind: .text(Parameter.textLimit),
            help: "The item's collection: its identity as a list gives it, or its title."),
        Parameter(
            name: "catalog", kind: .text(Parameter.textLimit),
            help: "The collection's catalogue: its location as a list gives it, or its name."),
    ]

    /// The item that a call names.
    func item(_ call: ToolCall) throws -> LibraryView.Row {
        let text = call.text("item") ?? ""
        guard call.text("collection") != nil else {
            guard call.text("catalog") == nil else {
                throw ToolError("“catalog” needs “collection”: an item is named within its collection")
            }
            return try item(text)
        }
        let collection = try collection(call)
        let rows = view.rows(of: collection)
        if let row = rows.first(where: { Self.isSame($0.entry.item, text) }) { return row }
        if let number = Int(text), let row = rows.first(where: { $0.number == number && number > 0 }) {
            return row
        }
        let titled = rows.filter { $0.item.title == text }
        guard titled.count < 2 else {
            throw ToolError(
                "\(titled.count) items of the collection have that title; give the identity of one")
        }
        guard let row = titled.first else {
            throw ToolError(
                "there is no such item in \(collection.collection.title.singleLine); list shows what there is"
            )
        }
        return row
    }

    /// The item that a text names.
    func item(_ text: String) throws -> LibraryView.Row {
        guard Int(text) == nil else {
            throw ToolError("\(text) alone names no item; give its collection, too")
        }
        return try finder.item(text)
    }

    /// The collection that a call names.
    func collection(_ call: ToolCall) throws -> LibraryView.CollectionRow {
        let text = call.text("collection") ?? ""
        guard call.text("catalog") != nil else { return try finder.collection(text) }
        let rows = try collections(ofCatalog: call)
        let exact = rows.first { Self.isSame($0.key.collection, text) }
        guard let row = exact ?? rows.first(where: { $0.collection.title == text }) else {
            throw ToolError("there is no collection “\(text.singleLine)” in that catalogue")
        }
        return row
    }

    /// The collections of the catalogue that a call names.
    func collections(ofCatalog call: ToolCall) throws -> [LibraryView.CollectionRow] {
        let text = call.text("catalog") ?? ""
        let catalog = view.catalogs.first { Self.isSame($0.location, text) || $0.name == text }
        guard let catalog else { throw ToolError("there is no catalogue “\(text.singleLine)”") }
        return view.collections.filter { $0.key.catalog == catalog.location }
    }

    /// Whether a text is an identity as rows show it, which is without secrets.
    private static func isSame(_ identity: String, _ text: String) -> Bool {
        identity == text || ShownText.of(identity) == text
    }
}
