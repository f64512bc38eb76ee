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
    /// The number of documents in the library.
    var count = 0

    /// Compares a library with its index.
    ///
    /// - Parameters:
    ///   - view: the library.
    ///   - entries: the store's entries for edited documents, by name.
    ///   - indexed: the items of the index.
    ///   - maker: gives the current maker of previews of a type.
    init(
        _ view: LibraryView, _ entries: [String: StoreEntry], _ indexed: [ItemKey: IndexedItem],
        maker: (String) -> String?
    ) {
        var left = indexed
        for catalog in view.catalogs {
            for row in view.collections where row.key.catalog == catalog.location {
                for item in view.rows(of: row) {
                    guard let document = Self.document(of: item) else { continue }
                    let name = ContentName(document, entries[document.name]).text
                    let old = left.removeValue(forKey: item.key)
                    // An item that is listed twice is indexed once.
                    if old == nil, indexed[item.key] != nil { continue }
                    count += 1
                    let new = IndexedItem(
                        key: item.key, content: name, title: item.label, collection: row.collection.title,
                        catalog: catalog.name ?? catalog.catalog.title ?? catalog.location,
                        mediaType: old?.mediaType ?? document.mediaType?.essence ?? "",
                        maker: old.flatMap { maker($0.mediaType) } ?? "none")
                    if old != new { wanted.append(Wanted(item: new, document: document)) }
                }
            }
        }
        removed = Array(left.keys)
    }

    /// The stored document of an item, unless it belongs to another catalogue's item.
    static func document(of row: LibraryView.Row) -> StoredDocument? {
        guard row.owner == nil, row.status == .stored || row.status == .updateAvailable else { return nil }
        return row.document
    }
}
