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

    /// The collection that is meant: by its identity, title or the beginning of either.
    public func collection(_ text: String) throws(FindError) -> LibraryView.CollectionRow {
        let all = view.collections
        let exact = all.filter { Self.equal($0.collection.id, text) || Self.equal($0.collection.title, text) }
        let matches =
            exact.isEmpty
            ? all.filter { Self.contains($0.collection.id, text) || Self.contains($0.collection.title, text) }
            : exact
        return try single(
            matches, what: "collection", text: text,
            label: { "\($0.collection.id) — \($0.collection.title)" },
            names: all.map(\.collection.id))
    }

    /// The selected collection, or the first where none is selected.
    public func selectedCollection() throws(FindError) -> LibraryView.CollectionRow {
        if let selection, let row = view.collection(selection) { return row }
        guard let first = view.collections.first else { throw FindError.emptyLibrary }
        return first
    }

    /// The item that is meant: by its number in the selected collection, `COLLECTION/NUMBER`, title, document
    /// name, URL, or a part of its title.
    public func item(_ text: String) throws(FindError) -> LibraryView.Row {
        if let number = Int(text) { return try item(number: number, in: selectedCollection()) }
        let halves = text.split(separator: "/", maxSplits: 1).map(String.init)
        if halves.count == 2, let number = Int(halves[1]),
            let row = view.collections.first(where: { Self.equal($0.collection.id, halves[0]) })
        {
            return try item(number: number, in: row)
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
            label: { "\($0.key.collection)/\($0.number) — \($0.item.title)" }, names: rows.map(\.item.title))
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
            throw FindError(reason: "there is no \(what) “\(text)”\(near)", candidates: [])
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
