import CarrelModel

/// Items that stay the same although their catalogue gives them other addresses, or none that can be fetched.
extension Catalog {
    /// Has items that are known by addresses keep these where the same ones are listed with TLS now, or without it: a site
    /// that begins to redirect to TLS has the same documents.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func keepAddresses(of earlier: Catalog) {
        changeCollections(listedIn: earlier) { collection, earlier in collection.keepAddresses(of: earlier) }
    }

    /// Has items without an identity, and without an address that can be fetched, be those that were listed under their titles.
    ///
    /// Where only the latest items are listed, another one may have that title.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func keepIdentities(of earlier: Catalog) {
        guard !listsLatestOnly else { return }
        changeCollections(listedIn: earlier) { collection, earlier in collection.keepIdentities(of: earlier) }
    }

    private mutating func changeCollections(
        listedIn earlier: Catalog, _ change: (inout ItemCollection, _ earlier: ItemCollection) -> Void
    ) {
        let former = earlier.collectionsByID
        changeCollections { collection in
            if let earlier = former[collection.id] { change(&collection, earlier) }
        }
    }
}
