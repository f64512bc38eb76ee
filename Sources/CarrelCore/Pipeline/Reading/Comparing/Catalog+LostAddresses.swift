import CarrelModel

/// Items whose catalogue gives them no address that can be fetched, as it may have done before.
extension Catalog {
    /// Has items without an identity, and without an address that can be fetched, be those that were listed under their titles.
    ///
    /// Where only the latest items are listed, another one may have that title.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func keepIdentities(of earlier: Catalog) {
        guard !listsLatestOnly else { return }
        let former = Dictionary(earlier.collections.map { ($0.id, $0) }) { first, _ in first }
        changeCollections { collection in
            if let earlier = former[collection.id] { collection.keepIdentities(of: earlier) }
        }
    }
}
