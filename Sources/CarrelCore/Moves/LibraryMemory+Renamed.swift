import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

extension LibraryMemory {
    private struct Place: Hashable {
        var collection: String
        var url: String
    }

    /// Has documents follow items whose suffix changed, or that got one or lost it, because others with the same identity
    /// came or went.
    ///
    /// Only among items to which the catalogue gives the same identity: what has another one is another document, even at
    /// the same address. Parsers add suffixes, too, as the format of one of a publication's documents.
    ///
    /// - Parameter catalog: what is listed.
    /// - Returns: what to record.
    mutating func followRenamed(in catalog: Catalog) -> [LibraryChange] {
        let left = unlistedDocuments(in: catalog)
        guard !left.isEmpty else { return [] }
        var changes: [LibraryChange] = []
        for collection in catalog.collections {
            for item in collection.items where item.duplicateOf == nil {
                guard let url = item.url, !url.contains(KeyPlaceholder.text),
                    let former = left[Place(collection: collection.id, url: url)]
                else { continue }
                let key = ItemKey(catalog: self.catalog, collection: collection.id, item: item.id)
                guard items[key]?.hasDocument != true else { continue }
                let renamed = former.first { former in
                    (former.item == item.givenID || former.item.hasPrefix("\(item.givenID)#")
                        || former.item == item.plainID
                        || item.plainID.map { former.item.hasPrefix("\($0)#") } == true)
                        && items[former]?.document.map(item.allows) == true
                }
                guard let renamed else { continue }
                items[key] = items.removeValue(forKey: renamed)
                ignored.move([(from: renamed, to: key)])
                changes.append(.handedOver(from: renamed, to: key))
            }
        }
        return changes
    }

    /// The items that have documents and are not listed, by the URLs of these.
    private func unlistedDocuments(in catalog: Catalog) -> [Place: [ItemKey]] {
        guard !items.isEmpty else { return [:] }
        var shared = Set<String>()
        for item in catalog.collections.lazy.flatMap(\.items) {
            if item.id != item.givenID { shared.insert(item.givenID) }
            if let plain = item.plainID { shared.insert(plain) }
        }
        // Few can be meant: most of a large library need not be looked for in the catalogue, nor be looked at but for
        // their keys.
        let meant = items.keys.lazy.filter { key in
            key.item.utf8.contains(UInt8(ascii: "#")) || !shared.isEmpty && shared.contains(key.item)
        }
        var unlisted = Set(meant.filter { items[$0].map { $0.isStored && !$0.isShared } == true })
        guard !unlisted.isEmpty else { return [:] }
        for collection in catalog.collections {
            for item in collection.items {
                unlisted.remove(
                    ItemKey(catalog: self.catalog, collection: collection.id, item: item.id))
            }
        }
        let places = unlisted.sorted { $0.item < $1.item }.compactMap { key in
            items[key]?.ofDocument {
                (Place(collection: key.collection, url: $0.requestedURL ?? $0.url), key)
            }
        }
        return Dictionary(grouping: places, by: \.0).mapValues { $0.map(\.1) }
    }
}

extension Item {
    /// The given identity without its suffix; `nil` if it has none.
    fileprivate var plainID: String? {
        guard let mark = givenID.utf8.lastIndex(of: UInt8(ascii: "#")), mark > givenID.startIndex else {
            return nil
        }
        return String(givenID[..<mark])
    }

    /// Whether a document is what the catalogue promises.
    fileprivate func allows(_ document: StoredDocument) -> Bool {
        if let size, size != document.size { return false }
        guard let digest else { return true }
        return digest.algorithm == .sha256 && digest.hex == document.sha256
    }
}
