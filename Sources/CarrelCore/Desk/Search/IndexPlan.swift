import CarrelHTTP
import CarrelModel
import CarrelStages

/// What has to be done for an index to be that of a library.
struct IndexPlan {
    /// A document to look into.
    struct Wanted: Sendable {
        var item: IndexedItem
        var document: StoredDocument
    }

    /// The documents to look into, or whose preview is to be taken from what is kept.
    var wanted: [Wanted] = []
    /// The items that have no document any more.
    var removed: [ItemKey] = []
    /// How many there are in all.
    var count = 0

    /// Compares a library with its index.
    ///
    /// - Parameters:
    ///   - view: the library.
    ///   - entries: what the store has, by name, of documents that somebody wrote into.
    ///   - indexed: what the index has.
    ///   - maker: who makes previews of a type now.
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
                    // An item that is listed twice comes once.
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

    /// The document that is stored for an item of its own.
    static func document(of row: LibraryView.Row) -> StoredDocument? {
        guard row.owner == nil, row.status == .stored || row.status == .updateAvailable else { return nil }
        return row.document
    }
}
