import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Lists the items of a saved plan if the library never read the plan's catalogue.
    ///
    /// They are listed with their titles, in order, whether or not they can be fetched. Other items are unknown until
    /// the catalogue itself is read.
    ///
    /// - Returns: whether the catalogue was never read.
    /// - Throws: `PipelineError` if the library cannot be read or written.
    public func listPlanned(_ plan: Plan) async throws(PipelineError) -> Bool {
        try await asPipelineError { () async throws(StoreError) in
            // Without a fingerprint, an earlier plan listed it.
            let reading = try await library.reading(of: plan.catalog)
            guard reading?.fingerprint.isEmpty ?? true else { return false }
            var listing = try await library.catalog(at: plan.catalog) ?? Catalog(collections: [])
            guard listing.add(plan) else { return true }
            try await library.record(
                listing,
                reading: CatalogReading(
                    location: plan.catalog, name: catalogName, validators: Validators(), fingerprint: "",
                    date: Date(timeIntervalSince1970: 0),
                    isPublic: plan.isPublic || reading?.isPublic == true))
            return true
        }
    }
}

extension Catalog {
    /// Adds the items of a plan that the catalogue does not list, and says whether there were any.
    fileprivate mutating func add(_ plan: Plan) -> Bool {
        var places: [String: Int] = [:]
        var (collections, hasAdded) = (self.collections, false)
        for (index, collection) in collections.enumerated() { places[collection.id] = index }
        var known = Set(
            collections.flatMap { collection in collection.items.map { [collection.id, $0.id] } })
        for entry in plan.entries where entry.action != .orphaned {
            guard known.insert([entry.collection, entry.item.id]).inserted else { continue }
            hasAdded = true
            let place = places[entry.collection] ?? collections.count
            if place == collections.count {
                places[entry.collection] = place
                collections.append(ItemCollection(id: entry.collection, title: entry.collection))
            }
            collections[place].items.append(entry.item)
        }
        if hasAdded { sections = [CatalogSection(collections: collections)] }
        return hasAdded
    }
}
