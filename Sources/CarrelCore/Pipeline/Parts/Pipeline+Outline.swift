import CarrelModel
import CarrelStages

/// Catalogues that somebody adds, or may want to add.
extension Pipeline {
    /// Reads the catalogue, whole or part by part, and counts what it lists and what a sync would do.
    ///
    /// Nobody carries the plan out now, so no listener is told of it.
    ///
    /// - Parameter records: whether to record what it lists.
    /// - Returns: the numbers.
    func outline(records: Bool) async throws(PipelineError) -> CatalogOutline {
        var unheard = self
        unheard.observer = SilentObserver()
        switch try await readListing(records: records) {
        case .whole(let listing): return CatalogOutline(listing, try await unheard.plan(listing))
        case .parts(let parted, let head):
            return try await unheard.outline(inParts: parted, head, records: records)
        // Whoever wants to add it is told that it is known.
        case .other(let known): return CatalogOutline(known.source?.location ?? "", Catalog(collections: []))
        }
    }

    private func outline(
        inParts parted: PartedCatalog, _ head: Catalog, records: Bool
    ) async throws(PipelineError) -> CatalogOutline {
        var planning = try await PartPlanning(parted, head, self, retriesFailed: false, records: records)
        let (counts, budget) = (RunCounts(EventRelay(observer)), RunBudget(downloads, from: context.now()))
        var outline = CatalogOutline(parted.location, head)
        // Where each collection is: several parts may have items of it.
        var places: [String: Int] = [:]
        while let planned = try await planning.next(counts, budget) {
            outline.add(planned.plan)
            for portion in planned.part?.portions ?? [] {
                let (collection, count) = (portion.collection, portion.collection.items.count)
                outline.items += count
                if let place = places[collection.id] {
                    outline.collections[place].items += count
                } else {
                    places[collection.id] = outline.collections.count
                    outline.collections.append(CatalogOutline.Part(title: collection.label, items: count))
                }
            }
        }
        return outline
    }
}
