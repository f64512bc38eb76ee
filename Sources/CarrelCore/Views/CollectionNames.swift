import CarrelBasics
import CarrelModel
import CarrelStages

/// What the collections of a view are called, so that to look for one does not take a look at all.
///
/// Lists ask for the address of every row.
struct CollectionNames: Sendable {
    /// A name within a catalogue.
    private struct OwnName: Hashable {
        var catalog: String
        var name: String
    }

    /// The collections, in the order of the view.
    let rows: [LibraryView.CollectionRow]
    private let locations: [String]
    private var byKey: [CollectionKey: Int] = [:]
    /// By catalogue, and by catalogue and identity, as they are and as they are shown.
    private var located: [String: [Int]] = [:]
    /// By identity and title, in lower case.
    private var named: [String: [Int]] = [:]
    private var own: [OwnName: [Int]] = [:]
    /// By catalogue.
    private var members: [String: [Int]] = [:]
    /// The catalogues by their names, in lower case.
    private var namedCatalogs: [String: [Int]] = [:]

    init(_ view: LibraryView) {
        rows = view.collections
        locations = view.catalogs.map(\.location)
        for (place, catalog) in view.catalogs.enumerated() {
            if let name = catalog.name { namedCatalogs[name.lowercased(), default: []].append(place) }
        }
        for (place, row) in rows.enumerated() { add(row, at: place) }
    }

    private mutating func add(_ row: LibraryView.CollectionRow, at place: Int) {
        if byKey[row.key] == nil { byKey[row.key] = place }
        let texts = [ItemFinder.locator(row.key), row.key.catalog]
        for text in Set(texts + texts.map { ShownText.of($0) }) { located[text, default: []].append(place) }
        for name in Set([row.collection.id.lowercased(), row.collection.title.lowercased()]) {
            named[name, default: []].append(place)
            own[OwnName(catalog: row.key.catalog, name: name), default: []].append(place)
        }
        members[row.key.catalog, default: []].append(place)
    }

    /// The collection of a key.
    func row(of key: CollectionKey) -> LibraryView.CollectionRow? { byKey[key].map { rows[$0] } }

    /// The places of the collections that a text names exactly, as `ItemFinder.collections(named:)` says.
    func places(named text: String) -> [Int] {
        if let located = located[text] { return located }
        if let exact = named[text.lowercased()] { return exact }
        let scoped = scopes(of: text).flatMap { scope in
            own[OwnName(catalog: scope.location, name: scope.rest.lowercased())] ?? []
        }
        return scoped.isEmpty ? catalogs(named: text).flatMap { members[locations[$0]] ?? [] } : scoped
    }

    /// The places of the catalogues of a name.
    func catalogs(named text: String) -> [Int] { namedCatalogs[text.lowercased()] ?? [] }

    /// The catalogues whose names begin a text, and the rest of the text.
    func scopes(of text: String) -> [(location: String, rest: String)] {
        var scopes: [(catalog: Int, rest: String)] = []
        for mark in text.indices where text[mark] == "/" || text[mark] == "#" {
            let rest = String(text[text.index(after: mark)...])
            scopes += catalogs(named: String(text[..<mark])).map { (catalog: $0, rest: rest) }
        }
        return scopes.sorted { $0.catalog < $1.catalog }.map {
            (location: locations[$0.catalog], rest: $0.rest)
        }
    }
}
