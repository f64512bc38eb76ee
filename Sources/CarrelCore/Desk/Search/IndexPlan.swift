import CarrelHTTP
import CarrelModel
import CarrelStages

/// What to do to bring an index up to date with a library.
struct IndexPlan {
    /// A document to index.
    struct Wanted: Sendable {
        var item: IndexedItem
        var document: StoredDocument
    }

    /// The documents to index; some have a kept preview.
    var wanted: [Wanted] = []
    /// The indexed items that no longer have a document.
    var removed: [ItemKey] = []
    /// How many documents were compared.
    var compared = 0

    /// Compares catalogues with what the index has of them.
    ///
    /// - Parameters:
    ///   - view: the catalogues.
    ///   - changed: names the contents that are no longer the recorded ones, by the names of their documents.
    ///   - indexed: what the index has.
    ///   - maker: who makes previews of a type now.
    mutating func compare(
        _ view: LibraryView, _ changed: [String: String], _ indexed: [ItemKey: IndexedItem],
        maker: (String) -> String
    ) {
        var left = indexed
        for row in view.collections {
            guard let catalog = view.catalog(at: row.key.catalog) else { continue }
            for item in view.rows(of: row) {
                guard let document = Self.document(of: item) else { continue }
                let old = left.removeValue(forKey: item.key)
                // An item that is listed twice is indexed once.
                if old == nil, indexed[item.key] != nil { continue }
                let new = IndexedItem(
                    key: item.key, content: changed[document.name] ?? ContentName(document, nil).text,
                    title: item.label, collection: row.collection.title,
                    catalog: catalog.name ?? catalog.catalog.title ?? catalog.location,
                    mediaType: old?.mediaType ?? document.mediaType?.essence ?? "",
                    maker: old.map { maker($0.mediaType) } ?? "none")
                compare(new, old, document)
            }
        }
        removed += left.keys
    }

    /// Compares one item with what the index has of it.
    mutating func compare(_ new: IndexedItem, _ old: IndexedItem?, _ document: StoredDocument) {
        compared += 1
        if old != new { wanted.append(Wanted(item: new, document: document)) }
    }

    /// The stored document of an item, unless it belongs to another catalogue's item.
    static func document(of row: LibraryView.Row) -> StoredDocument? {
        guard row.owner == nil, row.status == .stored || row.status == .updateAvailable else { return nil }
        return row.document
    }
}
