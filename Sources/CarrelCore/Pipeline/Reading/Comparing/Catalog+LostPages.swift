import CarrelModel

/// Further pages that nothing leads to any longer.
extension Catalog {
    /// Doubts that the list ends with its first page, where that led to another one before and items are missing.
    ///
    /// The next reading has no such doubt: where it finds the same, the list ends there.
    ///
    /// - Parameters:
    ///   - earlier: what was listed before.
    ///   - url: the address of the first page.
    mutating func doubtEnd(since earlier: EarlierListing, at url: String) {
        guard mayGoOn, earlier.catalog.isContinued, !leavesOutItems, earlier.hasMore(than: self) else {
            return
        }
        let reason =
            "nothing on it leads to a further page any longer. If the site was changed, what the profile says of it must be, too"
        problems.append(CatalogProblem(place: url, reason: reason, gap: .doubtful))
    }
}
