import Foundation

extension Pipeline {
    /// Applies a plan: exactly its entries, nothing else.
    ///
    /// - Parameters:
    ///   - plan: what to do. It may be a saved one: URLs and names are checked again.
    ///   - catalog: the catalogue that was planned, where it is at hand; otherwise the recorded one is read.
    ///   - memory: what is remembered of it, where that was just read.
    ///   - started: when the run began, for the summary.
    ///   - unread: how many opened collections could not be read again, for the summary.
    ///   - asksHeldHosts: whether hosts that asked for patience in an earlier run are asked all the same.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError` where the library can take no more, or the task was cancelled; everything that
    ///   was finished before is kept.
    public func apply(
        _ plan: Plan, of catalog: Catalog? = nil, memory: LibraryMemory? = nil, started: Date? = nil,
        unread: Int = 0, asksHeldHosts: Bool = false
    ) async throws(PipelineError) -> RunSummary {
        let started = started ?? context.now()
        var (summary, failure) = try await perform(
            plan, of: catalog, memory: memory, asksHeldHosts: asksHeldHosts)
        summary.unread = unread
        if let catalog, catalog.collections.allSatisfy(\.items.isEmpty) {
            summary.collections = catalog.collections.count
            summary.meetings = catalog.schedule?.meetings.count ?? 0
        }
        summary.seconds = context.now().timeIntervalSince(started)
        observer.receive(.finished(summary))
        if let failure { throw .library(failure) }
        if Task.isCancelled { throw .cancelled }
        return summary
    }

    /// Does what a plan says, except for items that somebody else is fetching: those are waited for.
    private func perform(
        _ plan: Plan, of catalog: Catalog?, memory: LibraryMemory?, asksHeldHosts: Bool
    ) async throws(PipelineError) -> (summary: RunSummary, failure: StoreError?) {
        func key(_ entry: PlanEntry) -> ItemKey {
            ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
        }
        let wanted = plan.entries.filter(\.action.transfers).map(key)
        let mine = await transfers.claim(wanted)
        var own = plan
        if mine.count < wanted.count {
            own.entries.removeAll { $0.action.transfers && !mine.contains(key($0)) }
        }
        let result: (summary: RunSummary, failure: StoreError?)
        do {
            let run = try await PlanRun(
                self, plan: own, catalog: catalog, memory: memory, asksHeldHosts: asksHeldHosts)
            await run.perform()
            result = try await repeatMixed(of: run, catalog: catalog)
        } catch {
            await transfers.land(mine)
            throw error
        }
        await transfers.land(mine)
        guard mine.count < wanted.count, result.failure == nil else { return result }
        let joined = plan.entries.filter { $0.action.transfers && !mine.contains(key($0)) }
        let others = try await join(
            Plan(catalog: plan.catalog, entries: joined, isPublic: plan.isPublic), of: catalog,
            asksHeldHosts: asksHeldHosts)
        return (result.summary + others.summary, others.failure)
    }

    /// Waits for items that somebody else is fetching; what that came to counts here, too.
    private func join(
        _ plan: Plan, of catalog: Catalog?, asksHeldHosts: Bool
    ) async throws(PipelineError) -> (summary: RunSummary, failure: StoreError?) {
        for entry in plan.entries {
            await transfers.wait(
                for: ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id))
        }
        var summary = RunSummary()
        guard !Task.isCancelled else { return (summary, nil) }
        let memory = try await memory(of: plan.catalog)
        var left = plan
        left.entries.removeAll { entry in
            let item = memory[entry.collection, entry.item.id]
            guard item.lastFailure != nil || item.document != nil && !item.isMissing else { return false }
            summary.listed += 1
            if item.lastFailure == nil { summary.unchanged += 1 } else { summary.failed += 1 }
            return true
        }
        guard !left.entries.isEmpty else { return (summary, nil) }
        // Whoever fetched them gave up before they came.
        let rest = try await perform(left, of: catalog, memory: memory, asksHeldHosts: asksHeldHosts)
        return (summary + rest.summary, rest.failure)
    }

    /// Downloads just these items of a catalogue, stored ones only if they changed.
    ///
    /// Somebody asks for them by name: their hosts are asked also where they asked for patience in an earlier run.
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
            Plan(catalog: catalog.location, entries: entries, isPublic: catalog.isPublic),
            of: catalog.catalog, asksHeldHosts: true)
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
