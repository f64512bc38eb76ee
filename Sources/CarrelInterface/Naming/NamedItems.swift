import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// Finds what a program names among what the library lists: nothing else can be named, no file and no URL.
package struct NamedItems {
    // One for all names, because it keeps what the collections are called.
    private let finder: ItemFinder
    private var view: LibraryView { finder.view }

    package init(_ view: LibraryView) { finder = ItemFinder(view, selection: nil) }

    /// The item of a name.
    package func item(_ name: ItemName) throws -> LibraryView.Row {
        guard let text = name.item, !text.isEmpty else { throw InterfaceError(.wrong, "which item?") }
        guard name.collection != nil else {
            guard name.catalog == nil else {
                throw InterfaceError(
                    .wrong, "“catalog” needs “collection”: an item is named within its collection")
            }
            guard Int(text) == nil else {
                throw InterfaceError(.wrong, "\(text) alone names no item; give its collection, too")
            }
            do {
                return try finder.item(text)
            } catch {
                if let slash = text.lastIndex(of: "/"),
                    let row = try? finder.collection(String(text[..<slash])),
                    let missing = Self.noItemKnown(in: row)
                {
                    throw missing
                }
                throw error
            }
        }
        let collection = try collection(name)
        let rows = view.rows(of: collection)
        if let row = try Self.identified(text, among: rows) { return row }
        if let number = Int(text), let row = rows.first(where: { $0.number == number && number > 0 }) {
            return row
        }
        let titled = rows.filter { $0.item.title == text }
        guard titled.count < 2 else {
            throw InterfaceError(
                .wrong, "\(titled.count) items of the collection have that title; give the identity of one")
        }
        guard let row = titled.first else {
            if let missing = Self.noItemKnown(in: collection) { throw missing }
            throw InterfaceError(
                .notFound,
                "there is no such item in \(collection.collection.title.singleLine); its list shows what there is"
            )
        }
        return row
    }

    /// Why there is no item in a collection that a catalogue of its own lists; `nil` if any is known.
    private static func noItemKnown(in row: LibraryView.CollectionRow) -> InterfaceError? {
        guard row.collection.further != nil, row.collection.items.isEmpty else { return nil }
        let title = row.collection.title.singleLine
        return InterfaceError(
            .notFound, "no item of \(title) is known; open the collection, which reads what it lists")
    }

    /// The item of an identity, whole or as rows show it, which is without secrets.
    private static func identified(
        _ text: String, among rows: [LibraryView.Row]
    ) throws -> LibraryView.Row? {
        if let row = rows.first(where: { $0.entry.item == text }) { return row }
        let shown = rows.filter { ShownText.of($0.entry.item) == text }
        guard shown.count < 2 else {
            throw InterfaceError(
                .wrong,
                "\(shown.count) items of the collection have that identity but for a secret; give the number of one"
            )
        }
        return shown.first
    }

    /// The collection of a name.
    package func collection(_ name: ItemName) throws -> LibraryView.CollectionRow {
        guard let text = name.collection, !text.isEmpty else {
            throw InterfaceError(.wrong, "which collection?")
        }
        guard let catalog = name.catalog else { return try finder.collection(text) }
        let rows = try collections(ofCatalog: catalog)
        let exact = rows.first { Self.isSame($0.key.collection, text) }
        guard let row = exact ?? rows.first(where: { $0.collection.title == text }) else {
            throw InterfaceError(.notFound, "there is no collection “\(text.singleLine)” in that catalogue")
        }
        return row
    }

    /// The collections of a catalogue.
    package func collections(ofCatalog text: String) throws -> [LibraryView.CollectionRow] {
        let location = try catalog(text).location
        return view.collections.filter { $0.key.catalog == location }
    }

    /// The catalogue of a location or a name.
    package func catalog(_ text: String) throws -> LibraryView.CatalogView {
        guard !text.isEmpty else { throw InterfaceError(.wrong, "which catalogue?") }
        let name = text.lowercased()
        let catalog = view.catalogs.first { Self.isSame($0.location, text) || $0.name?.lowercased() == name }
        guard let catalog else {
            throw InterfaceError(.notFound, "there is no catalogue “\(text.singleLine)”")
        }
        return catalog
    }

    /// Whether a text is an identity as rows show it, which is without secrets.
    private static func isSame(_ identity: String, _ text: String) -> Bool {
        identity == text || ShownText.of(identity) == text
    }
}
