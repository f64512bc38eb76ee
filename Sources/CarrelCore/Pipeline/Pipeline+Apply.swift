import Foundation

extension Pipeline {
    /// Applies a plan: exactly its entries, nothing else.
    ///
    /// - Parameters:
    ///   - plan: what to do. It may be a saved one: URLs and names are checked again.
    ///   - catalog: the catalogue that was planned, where it is at hand; otherwise the recorded one is read.
    ///   - memory: what is remembered of it, where that was just read.
    ///   - started: when the run began, for the summary.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError` where the library can take no more, or the task was cancelled; everything that
    ///   was finished before is kept.
    public func apply(
        _ plan: Plan, of catalog: Catalog? = nil, memory: LibraryMemory? = nil, started: Date? = nil
    ) async throws(PipelineError) -> RunSummary {
        let started = started ?? context.now()
        let run = try await PlanRun(self, plan: plan, catalog: catalog, memory: memory)
        await run.perform()
        var summary = run.summary
        summary.seconds = context.now().timeIntervalSince(started)
        observer.receive(.finished(summary))
        if let failure = run.failure { throw .library(failure) }
        if Task.isCancelled { throw .cancelled }
        return summary
    }

    /// Downloads just these items of a catalogue, stored ones only if they changed.
    public func get(_ items: [ItemKey], of catalog: LocatedCatalog) async throws(PipelineError) -> RunSummary
    {
        let wanted = Set(items)
        let memory = try await memory(of: catalog.location)
        var entries: [PlanEntry] = []
        for collection in catalog.catalog.collections {
            for item in collection.items {
                let key = ItemKey(catalog: catalog.location, collection: collection.id, item: item.id)
                guard wanted.contains(key) else { continue }
                entries.append(
                    Self.entry(for: item, collection: collection.id, memory: memory[collection.id, item.id]))
            }
        }
        for entry in entries { observer.receive(.planned(entry)) }
        return try await apply(
            Plan(catalog: catalog.location, entries: entries), of: catalog.catalog)
    }

    private static func entry(for item: Item, collection: String, memory: ItemMemory) -> PlanEntry {
        guard let url = item.url else {
            return PlanEntry(.unavailable, reason: "listed without a URL", collection: collection, item: item)
        }
        if let error = RequestTarget.refusal(of: url) {
            return PlanEntry(.refused, reason: error.reason, collection: collection, item: item)
        }
        var item = item
        if let original = item.duplicateOf {
            item.id = original
            item.duplicateOf = nil
        }
        if memory.document != nil, !memory.isMissing {
            return PlanEntry(.revalidate, reason: "asked for", collection: collection, item: item)
        }
        return PlanEntry(
            memory.partial == nil ? .download : .resume, reason: "asked for", collection: collection,
            item: item,
            bytes: item.size)
    }
}
