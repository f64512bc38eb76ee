import CarrelModel
import CarrelStages

extension LibraryMemory {
    /// Has what is ignored follow items that have a URL by now, without which they were known by their titles, or an
    /// identity, without which they were known by their URLs.
    ///
    /// - Parameter catalog: what is listed.
    /// - Returns: what to record.
    mutating func followAvailable(in catalog: Catalog) -> [(from: ItemKey, to: ItemKey)] {
        var moves: [(from: ItemKey, to: ItemKey)] = []
        for collection in catalog.collections {
            let found = ignored.ofAvailable(in: collection, of: self.catalog)
            guard !found.isEmpty else { continue }
            let listed = Set(collection.items.map(\.id))
            moves += found.filter { !listed.contains($0.from.item) }
        }
        ignored.move(moves)
        return moves
    }
}

extension Library {
    /// Has rules that name ignored items hold for others in their place.
    func moveIgnored(_ moves: [(from: ItemKey, to: ItemKey)]) async throws(StoreError) {
        guard !moves.isEmpty else { return }
        // A process that is killed in between leaves a rule too many, and none too few.
        try await setIgnored(true, moves.map(\.to), patterns: [])
        try await setIgnored(false, moves.map(\.from), patterns: [])
    }
}
