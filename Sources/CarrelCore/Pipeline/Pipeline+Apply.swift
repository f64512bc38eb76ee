import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Applies a plan: its entries and nothing else, as far as they still hold (`asOfNow`).
    ///
    /// - Parameter plan: the plan. It may be a saved one, so URLs and names are checked again.
    /// - Throws: `PipelineError` if the library can no longer be written to or the task was cancelled; everything that
    ///   was finished before is kept.
    public func apply(_ plan: Plan) async throws(PipelineError) -> RunSummary {
        try await carryOut(nil, at: plan.catalog) { (counts, budget) throws(PipelineError) in
            await runs.catalogs.begin(plan.catalog)
            let (current, memory) = try await asOfNow(plan, counts.events)
            counts.plan(current)
            runs.catalogs.note(current, memory, isKept: isKept(plan.catalog))
            runs.urls.note(current, sharing: budget)
            return Errand(plan: current, counts: counts, share: budget.share(), memory: memory)
        }
    }

    /// Carries out an errand in a run, and reports the summary.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue, if it was just read.
    ///   - location: where it is.
    ///   - started: when the run began, for the summary; `nil` for now.
    ///   - unread: the number of opened collections that could not be read again, for the summary.
    ///   - make: makes the errand from the current records.
    func carryOut(
        _ catalog: Catalog?, at location: String, started: Date? = nil, unread: Int = 0,
        _ make: (RunCounts, RunBudget) async throws(PipelineError) -> Errand
    ) async throws(PipelineError) -> RunSummary {
        let budget = budget ?? RunBudget(downloads, from: context.now())
        // Whoever has several carried out together ends that of all.
        defer { if self.budget == nil { runs.urls.end(budget) } }
        return try await reporting(location, since: started) { counts throws(PipelineError) in
            try await perform { () throws(PipelineError) in try await make(counts, budget) }
        } completing: { summary in
            summary.unread = unread
            if let catalog, catalog.collections.allSatisfy(\.items.isEmpty) {
                summary.collections = catalog.collections.count
                summary.meetings = catalog.schedule?.meetings.count ?? 0
            }
        }
    }

    /// Does the work of a run and reports its summary, also where it fails after something was planned.
    ///
    /// - Parameters:
    ///   - location: the catalogue.
    ///   - started: when the run began, for the summary; `nil` for now.
    ///   - work: what to do; returns the error if the library can no longer be written to.
    ///   - complete: adds to the summary what is not counted.
    func reporting(
        _ location: String, since started: Date? = nil,
        _ work: (RunCounts) async throws(PipelineError) -> StoreError?,
        completing complete: (inout RunSummary) -> Void = { _ in }
    ) async throws(PipelineError) -> RunSummary {
        let started = started ?? context.now()
        let counts = RunCounts(EventRelay(observer))
        var error: PipelineError?
        do throws(PipelineError) {
            error = try await work(counts).map { .library($0) }
        } catch let thrown {
            guard counts.isTold else { throw thrown }
            error = thrown
        }
        counts.parkTakenBack()
        counts.tellUnlisted()
        var summary = counts.summary
        complete(&summary)
        summary.seconds = context.now().timeIntervalSince(started)
        counts.send(.finished(summary, of: location))
        if let error { throw error }
        if Task.isCancelled { throw .cancelled }
        return summary
    }

    /// Carries out an errand in the current run, or in a new one.
    ///
    /// - Parameter make: makes the errand from the current records.
    /// - Returns: the error if the library can no longer be written to.
    /// - Throws: `PipelineError` if the errand cannot be made.
    private func perform(
        _ make: () async throws(PipelineError) -> Errand
    ) async throws(PipelineError) -> StoreError? {
        if let posting {
            try await runs.holdingNames { () async throws(PipelineError) in
                let errand = try await make()
                var jobs = PostedJobs(posting, runParts, errand.counts)
                try await jobs.post { jobs throws(PipelineError) in try await jobs.add(errand) }
            }
            return nil
        }
        let (failure, assignment) = try await runs.withRun(runParts) { run throws(PipelineError) in
            let mark = run.queue.prepare()
            do throws(PipelineError) {
                var errand = try await make()
                errand.mark = mark
                let (failure, assignment) = try await carryOut(errand, in: run)
                releaseLater(errand.catalog, assignment.plan, assignment.memory, assignment.names)
                return (failure, assignment)
            } catch {
                run.queue.forget(mark)
                throw error
            }
        }
        if failure == nil { await runParts.discardSuperseded(of: assignment.plan.catalog) }
        return failure
    }

    /// Carries out an errand in a run.
    private func carryOut(
        _ errand: Errand, in run: Run
    ) async throws(PipelineError) -> (failure: StoreError?, assignment: Assignment) {
        let assignment = try await Assignment(runParts, errand, in: run)
        return (try await carryOut(errand, as: assignment, in: run), assignment)
    }

    /// Carries out an errand whose assignment is made.
    ///
    /// - Returns: the error if the library can no longer be written to.
    /// - Throws: `PipelineError` if it cannot be read.
    func carryOut(
        _ errand: Errand, as assignment: Assignment, in run: Run
    ) async throws(PipelineError) -> StoreError? {
        let earlier = try await assignment.earlierTries(underWay: run.queue.underWay)
        let others = run.add(assignment, since: errand.mark)
        await withTaskCancellationHandler {
            await assignment.waitUntilDone()
            for job in others { await wait(for: job.key, errand.request, in: run) }
        } onCancel: {
            run.cancel(JobSelection(ofAssignments: [assignment.number]))
        }
        // Whoever no longer waits for what others fetch owns no share of it.
        if !others.isEmpty {
            run.cancel(JobSelection(.these(Set(others.map(\.key))), ofAssignments: [assignment.number]))
        }
        let inherited = run.remove(assignment)
        // Items that other assignments were fetching, but gave up.
        if !others.isEmpty, run.failure == nil,
            let failure = try await follow(others, earlier, inherited, assignment, errand, in: run)
        {
            return failure
        }
        guard !errand.isRepetition else { return nil }
        let again: Plan
        do throws(StoreError) {
            guard let plan = try await assignment.takeBackMixed(in: run) else { return nil }
            again = plan
        } catch {
            return error
        }
        guard !Task.isCancelled, run.failure == nil else { return nil }
        var repetition = errand
        (repetition.plan, repetition.memory, repetition.mark) = (again, nil, nil)
        (repetition.isTold, repetition.isRepetition) = (true, true)
        if errand.part != nil { repetition.names = assignment.names }
        return try await carryOut(repetition, in: run).failure
    }

    /// Waits for an item that another assignment is fetching, as long as it is wanted.
    private func wait(for key: ItemKey, _ request: ReaderRequest?, in run: Run) async {
        guard let request else { return await run.waitUntilLanded(key) }
        await request.wait(for: key) { await run.waitUntilLanded(key) }
    }

    /// Counts the results of items that another assignment was fetching here, too, and fetches those that the others gave up.
    ///
    /// - Returns: the error if the library can no longer be written to.
    private func follow(
        _ others: [TransferJob], _ earlier: EarlierTries, _ inherited: [ItemKey: Receipt],
        _ assignment: Assignment, _ errand: Errand, in run: Run
    ) async throws(PipelineError) -> StoreError? {
        guard !Task.isCancelled else { return nil }
        await run.waitUntilRecorded()
        let memory =
            errand.part == nil
            ? try await memory(of: errand.plan.catalog)
            : try await runParts.recordedMemory(ofItems: others.map(\.key), in: errand.plan.catalog)
        var left: [PlanEntry] = []
        for job in others {
            guard errand.request?.wants(job.key) != false else { continue }
            if let receipt = inherited[job.key] {
                assignment.inherit(receipt, for: job)
                continue
            }
            let ending = try await asPipelineError { () async throws(StoreError) in
                try await earlier.ending(of: ItemEvent(job), memory.items[job.key])
            }
            if let (outcome, event) = ending {
                assignment.counts.conclude(outcome, event)
            } else {
                // The other assignment gave it up.
                left.append(assignment.plan.entries[job.place])
            }
        }
        left = try await asPipelineError { [left] () async throws(StoreError) in
            try await assignment.leavingIgnored(left)
        }
        guard !left.isEmpty else { return nil }
        var rest = errand
        (rest.plan.entries, rest.memory, rest.mark, rest.isTold) = (left, memory, nil, true)
        if errand.part != nil { rest.names = assignment.names }
        return try await carryOut(rest, in: run).failure
    }

    /// Downloads these items of a catalogue; stored ones only if they changed.
    ///
    /// The user names them, so requests are sent even to hosts that asked in an earlier run to wait, unless a sync that uses
    /// the same run keeps to that.
    public func get(_ items: [ItemKey], of catalog: LocatedCatalog) async throws(PipelineError) -> RunSummary
    {
        try await get(items, of: catalog, for: nil, among: nil)
    }

    /// Downloads these items of a catalogue, as a reader requested.
    ///
    /// - Parameters:
    ///   - items: the items.
    ///   - catalog: their catalogue.
    ///   - request: the request that they are part of; `nil` if no reader made one.
    ///   - urls: what the request fetches of other catalogues; `nil` if it is about this one alone.
    func get(
        _ items: [ItemKey], of catalog: LocatedCatalog, for request: ReaderRequest?,
        among urls: ClaimedURLs?
    ) async throws(PipelineError) -> RunSummary {
        try await carryOut(catalog.catalog, at: catalog.location) { (counts, budget) throws(PipelineError) in
            let memory = try await memoryFindingMoved(
                of: catalog.location, listing: catalog.catalog, counts.events
            ) { keys, _ in AskedItems(keys: keys.intersection(items)) }
            var plan = Self.plan(Set(items), of: catalog, memory)
            if let urls { plan = urls.claim(plan, memory, sharing: budget) }
            runs.urls.note(plan, sharing: budget)
            counts.plan(plan)
            // What is named is on its way, whatever the catalogue's own plan leaves alone.
            runs.catalogs.note(plan, memory, isKept: false)
            return Errand(
                plan: plan, counts: counts, share: budget.share(), request: request, lane: .requested,
                catalog: catalog.catalog, memory: memory)
        }
    }

    private static func plan(
        _ wanted: Set<ItemKey>, of catalog: LocatedCatalog, _ memory: LibraryMemory
    ) -> Plan {
        var entries: [PlanEntry] = []
        for collection in catalog.catalog.collections {
            for item in collection.items {
                let key = ItemKey(catalog: catalog.location, collection: collection.id, item: item.id)
                guard wanted.contains(key) else { continue }
                guard !memory.ignores(item, in: collection.id) else {
                    entries.append(
                        PlanEntry(.ignored, reason: "ignored", collection: collection.id, item: item))
                    continue
                }
                entries.append(
                    entry(for: item, collection: collection.id, memory: memory[collection.id, item.id]))
            }
        }
        return Plan(catalog: catalog.location, entries: entries, isPublic: catalog.isPublic)
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
        // If another document is promised, a server that calls this one unchanged means another version.
        if memory.isStored, memory.ofDocument({ $0.contradicts(size: item.size, item.digest) }) != true {
            return PlanEntry(.revalidate, reason: "asked for", collection: collection, item: item)
        }
        return PlanEntry(
            memory.partial?.canBeContinued == true ? .resume : .download, reason: "asked for",
            collection: collection, item: item, bytes: item.size)
    }
}
