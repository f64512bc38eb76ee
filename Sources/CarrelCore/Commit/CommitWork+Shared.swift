import CarrelModel
import CarrelStages

/// Documents that several catalogues fetch at once, as after failed tries (`ClaimedURLs`): the first is stored for all.
extension CommitWork {
    /// The receipts to commit first, and those of URLs that are among them already.
    func parted(_ receipts: [Receipt]) -> (first: [Receipt], repeated: [Receipt]) {
        var urls = Set<String>()
        var parts: (first: [Receipt], repeated: [Receipt]) = ([], [])
        parts.first.reserveCapacity(receipts.count)
        for receipt in receipts {
            if let url = sharedURL(of: receipt), !urls.insert(url).inserted {
                parts.repeated.append(receipt)
            } else {
                parts.first.append(receipt)
            }
        }
        return parts
    }

    /// The documents of other catalogues that were stored meanwhile for the items of some receipts.
    ///
    /// What cannot be found out is stored for each.
    func storedForOthers(_ receipts: [Receipt]) async -> [ItemKey: SharedDocument] {
        let keys = receipts.filter { sharedURL(of: $0) != nil }.map(\.job.key)
        guard !keys.isEmpty else { return [:] }
        var shared: [ItemKey: SharedDocument] = [:]
        for (location, keys) in Dictionary(grouping: keys, by: \.catalog) {
            let found = try? await library.sharedDocuments(among: keys, in: location)
            shared.merge(found ?? [:]) { first, _ in first }
        }
        guard !shared.isEmpty,
            let entries = try? await store.entries(of: shared.values.map(\.document.name))
        else { return [:] }
        return shared.filter { entries[FileName($0.value.document.name)]?.seems($0.value.document) == true }
    }

    private func sharedURL(of receipt: Receipt) -> String? {
        assignment(receipt.job.assignment)?.sharedURL(of: receipt.job)
    }
}

extension Library {
    /// The documents of other catalogues that some items of one show.
    func sharedDocuments(
        among keys: [ItemKey], in location: String
    ) async throws(StoreError) -> [ItemKey: SharedDocument] {
        if let parts { return try await parts.sharedDocuments(ofItems: keys, in: location) }
        let keys = Set(keys)
        return try await sharedDocuments(of: location).filter { keys.contains($0.key) }
    }
}
