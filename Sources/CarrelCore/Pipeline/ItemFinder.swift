/// Finds the collection or the item that a person names.
public struct ItemFinder: Sendable {
    private let view: LibraryView
    private let selection: CollectionKey?

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - view: the library.
    ///   - selection: the selected collection, where numbers are looked up.
    public init(_ view: LibraryView, selection: CollectionKey?) {
        self.view = view
        self.selection = selection
    }

    /// The collection that is meant: by its identity, its title, a part of either, or `CATALOGUE#IDENTITY`; a
    /// catalogue's location alone stands for its only collection.
    public func collection(_ text: String) throws(FindError) -> LibraryView.CollectionRow {
        let all = view.collections
        guard !all.isEmpty else { throw FindError.emptyLibrary }
        let located = all.filter { Self.locator($0.key) == text || $0.key.catalog == text }
        let exact = all.filter { Self.equal($0.collection.id, text) || Self.equal($0.collection.title, text) }
        let parts = all.filter {
            Self.contains($0.collection.id, text) || Self.contains($0.collection.title, text)
        }
        let matches = !located.isEmpty ? located : !exact.isEmpty ? exact : parts
        let ids = Dictionary(grouping: matches) { $0.collection.id }
        return try single(
            matches, what: "collection", text: text,
            label: { row in
                let name = ids[row.collection.id]?.count == 1 ? row.collection.id : Self.locator(row.key)
                return "\(name) — \(row.collection.title)"
            }, names: all.map(\.collection.id))
    }

    /// What names a collection among those of several catalogues.
    private static func locator(_ key: CollectionKey) -> String { "\(key.catalog)#\(key.collection)" }

    /// The selected collection, or the first where none is selected.
    public func selectedCollection() throws(FindError) -> LibraryView.CollectionRow {
        if let selection, let row = view.collection(selection) { return row }
        guard let first = view.collections.first else { throw FindError.emptyLibrary }
        return first
    }

    /// The collection in which a text names an item by number: `COLLECTION/NUMBER`, or the selected one for a number
    /// alone; `nil` where the text is no such thing.
    public func collection(ofNumbered text: String) -> LibraryView.CollectionRow? {
        if Int(text) != nil { return try? selectedCollection() }
        guard let slash = text.lastIndex(of: "/"), Int(text[text.index(after: slash)...]) != nil else {
            return nil
        }
        return try? collection(String(text[..<slash]))
    }

    /// The item that is meant: by its number in the selected collection, `COLLECTION/NUMBER`, title, document
    /// name, URL, or a part of its title.
    public func item(_ text: String) throws(FindError) -> LibraryView.Row {
        if let number = Int(text) { return try item(number: number, in: selectedCollection()) }
        if let slash = text.lastIndex(of: "/"), let number = Int(text[text.index(after: slash)...]) {
            let name = String(text[..<slash])
            let known = view.collections.contains {
                Self.equal($0.collection.id, name) || Self.equal($0.collection.title, name)
                    || Self.locator($0.key) == name || $0.key.catalog == name
            }
            if known { return try item(number: number, in: collection(name)) }
        }
        let rows = view.allRows
        guard !rows.isEmpty else { throw FindError.emptyLibrary }
        let exact = rows.filter { row in
            Self.equal(row.item.title, text) || row.item.url == text || row.document?.name == text
        }
        let preferred = exact.filter {
            $0.key.collection == selection?.collection && $0.key.catalog == selection?.catalog
        }
        let matches =
            !preferred.isEmpty
            ? preferred : !exact.isEmpty ? exact : rows.filter { Self.contains($0.item.title, text) }
        return try single(
            Self.distinct(matches), what: "item", text: text,
            label: { row in
                let collection = CollectionKey(catalog: row.key.catalog, collection: row.key.collection)
                let isUnique = view.collections.count { $0.collection.id == row.key.collection } == 1
                let name = isUnique ? row.key.collection : Self.locator(collection)
                return "\(name)/\(row.number) — \(row.item.title)"
            }, names: rows.map(\.item.title))
    }

    private func item(number: Int, in row: LibraryView.CollectionRow) throws(FindError) -> LibraryView.Row {
        let rows = view.rows(of: row)
        guard number > 0, let match = rows.first(where: { $0.number == number }) else {
            throw FindError(
                reason:
                    "there is no item \(number) in \(row.collection.id), which has \(row.collection.items.count)",
                candidates: [])
        }
        return match
    }

    private func single<Match>(
        _ matches: [Match], what: String, text: String, label: (Match) -> String, names: [String]
    ) throws(FindError) -> Match {
        guard let first = matches.first else {
            let near = NearestName.of(text, among: names).map { "; did you mean “\($0)”?" } ?? ""
            let hint = near.isEmpty ? "; carrel list shows what there is" : near
            throw FindError(reason: "there is no \(what) “\(text)”\(hint)", candidates: [])
        }
        guard matches.count == 1 else {
            throw FindError(
                reason: "“\(text)” could be \(matches.count) \(what)s",
                candidates: matches.prefix(8).map(label))
        }
        return first
    }

    /// Rows that stand for one document count once.
    private static func distinct(_ rows: [LibraryView.Row]) -> [LibraryView.Row] {
        var seen = Set<ItemKey>()
        return rows.filter { seen.insert($0.key).inserted }
    }

    private static func equal(_ left: String, _ right: String) -> Bool {
        left.lowercased() == right.lowercased()
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        !part.isEmpty && text.lowercased().contains(part.lowercased())
    }
}

/// Why nothing, or not one thing, is meant by a text.
public struct FindError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let reason: String
    /// What the text could mean.
    public let candidates: [String]

    /// There is nothing to find anything in.
    static let emptyLibrary = FindError(
        reason: "the library is empty; run carrel sync CATALOGUE first", candidates: [])

    /// The reason and, a line each, the candidates.
    public var description: String {
        ([reason] + candidates.map { "  \($0)" }).joined(separator: "\n")
    }
}
