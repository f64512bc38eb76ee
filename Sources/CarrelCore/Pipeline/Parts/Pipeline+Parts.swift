import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues that are larger than memory: they are read, planned and carried out part by part.
extension Pipeline {
    /// Reads a document for the first time, if it is one that is read in parts.
    ///
    /// - Returns: the catalogue; `nil` if it has to be read as a whole.
    /// - Throws: `PipelineError`; the library stays as it was.
    func readInParts(
        _ documents: [CatalogDocument], at location: String
    ) async throws(PipelineError) -> ReadListing? {
        guard documents.count == 1, let document = documents.first, document.content != nil,
            library.parts != nil, let (parser, name) = parsers.partParser(for: document)
        else { return nil }
        let parted = PartedCatalog(document, at: location, parser, partSize: partSize)
        guard let head = try await parted.look() else { return nil }
        observer.receive(.catalogRead(location: location, parser: name))
        for problem in head.problems { observer.receive(.problem(problem, of: location)) }
        return .parts(parted, head)
    }

    /// Plans the catalogue, whole or part by part, within the byte budget; sends every entry to the observer.
    ///
    /// - Parameters:
    ///   - retriesFailed: whether to take only items whose last try failed.
    ///   - take: gets the plan, or that of each part.
    /// - Throws: `PipelineError`; nothing is recorded.
    public func plan(
        retriesFailed: Bool = false, _ take: (Plan) async -> Void
    ) async throws(PipelineError) {
        let parted: PartedCatalog
        let head: Catalog
        switch try await readListing(records: false) {
        case .whole(let catalog): return await take(try await plan(catalog, retriesFailed: retriesFailed))
        case .parts(let catalog, let its): (parted, head) = (catalog, its)
        }
        var planning = try await PartPlanning(
            parted, head, self, retriesFailed: retriesFailed, records: false)
        let budget = ByteBudget(downloads.maxTotal)
        var isFirst = true
        while let planned = try await planning.next(budget) {
            isFirst = false
            await take(planned.plan)
        }
        if isFirst {
            await take(
                Plan(catalog: parted.location, entries: [], isPublic: parted.document.isPublic))
        }
    }

    /// Brings the library up to date with a catalogue in parts, and reports the summary.
    ///
    /// - Parameters:
    ///   - parted: the catalogue, which was read once.
    ///   - head: what that gave.
    ///   - started: when the run began.
    ///   - retriesFailed: whether to take only items whose last try failed.
    /// - Returns: the summary.
    /// - Throws: `PipelineError`.
    func bringUpToDate(
        inParts parted: PartedCatalog, _ head: Catalog, started: Date, retriesFailed: Bool
    ) async throws(PipelineError) -> RunSummary {
        await runs.holdNames()
        let summary: RunSummary
        do {
            summary = try await carryOut(
                inParts: parted, head, started: started, retriesFailed: retriesFailed)
        } catch {
            await runs.releaseNames()
            throw error
        }
        await runs.releaseNames()
        // Not noted if the run was stopped, so that the catalogue is due at once.
        try await noteVisit(
            freshness: [parted.document.freshness, head.interval].compactMap(\.self).max())
        return summary
    }

    private func carryOut(
        inParts parted: PartedCatalog, _ head: Catalog, started: Date, retriesFailed: Bool
    ) async throws(PipelineError) -> RunSummary {
        let events = EventRelay(observer)
        let planning = try await PartPlanning(parted, head, self, retriesFailed: retriesFailed, records: true)
        var (summary, failure) =
            if let posting {
                (try await post(planning, posting, events), StoreError?.none)
            } else {
                try await carryOut(planning, events)
            }
        summary.seconds = context.now().timeIntervalSince(started)
        events.send(.finished(summary, of: parted.location))
        if let failure { throw .library(failure) }
        if Task.isCancelled { throw .cancelled }
        return summary
    }

    /// How many parts are carried out at once: while the last documents of one come, others are under way.
    private static let partsAtOnce = 3

    /// Carries out the plans of all parts in the current run, or in a new one.
    private func carryOut(
        _ planning: PartPlanning, _ events: EventRelay
    ) async throws(PipelineError) -> (summary: RunSummary, failure: StoreError?) {
        let run = await runs.enter(runParts)
        let result: (RunSummary, StoreError?)
        do {
            result = try await carryOut(planning, events, in: run)
        } catch {
            await runs.leave(run)
            throw error
        }
        await runs.leave(run)
        return (result.0, result.1 ?? run.failure)
    }

    private typealias Outcome = Result<
        (summary: RunSummary, failure: StoreError?, assignment: Assignment), PipelineError
    >

    private func carryOut(
        _ planning: PartPlanning, _ events: EventRelay, in run: Run
    ) async throws(PipelineError) -> (summary: RunSummary, failure: StoreError?) {
        var planning = planning
        let budget = budget ?? ByteBudget(downloads.maxTotal)
        var (sum, failure, last) = (RunSummary(), StoreError?.none, Assignment?.none)
        let error = await withTaskGroup(of: Outcome.self) { group -> PipelineError? in
            func finishOne() async throws(PipelineError) {
                guard let outcome = try await group.next()?.get() else { return }
                sum = sum + outcome.summary
                failure = failure ?? outcome.failure
                last = outcome.assignment
            }
            do throws(PipelineError) {
                var underWay = 0
                while failure == nil, run.failure == nil, !Task.isCancelled {
                    let mark = run.queue.prepare()
                    let next: (errand: Errand, assignment: Assignment)?
                    do throws(PipelineError) {
                        next = try await assign(&planning, budget, events, in: run)
                    } catch {
                        run.queue.forget(mark)
                        throw error
                    }
                    guard let next else {
                        run.queue.forget(mark)
                        break
                    }
                    let assignment = next.assignment
                    var errand = next.errand
                    errand.mark = mark
                    if underWay == Self.partsAtOnce {
                        try await finishOne()
                        underWay -= 1
                    }
                    underWay += 1
                    group.addTask { [errand, assignment] in
                        do throws(PipelineError) {
                            return .success(try await carryOut(errand, as: assignment, in: run))
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                while underWay > 0 {
                    try await finishOne()
                    underWay -= 1
                }
                return nil
            } catch {
                group.cancelAll()
                // What they have done counts.
                for await outcome in group {
                    if case .success(let done) = outcome { sum = sum + done.summary }
                }
                return error
            }
        }
        if let error, !(error.isCancellation && Task.isCancelled) { throw error }
        if failure == nil, run.failure == nil { await last?.discardSuperseded() }
        return (sum, failure)
    }

    /// Plans the next part and names its documents, before any later part's are named; `nil` once there is none.
    private func assign(
        _ planning: inout PartPlanning, _ budget: ByteBudget, _ events: EventRelay, in run: Run
    ) async throws(PipelineError) -> (errand: Errand, assignment: Assignment)? {
        guard let planned = try await planning.next(budget) else { return nil }
        try await noteTold(planned.plan)
        let errand = planned.errand(events)
        return (errand, try await Assignment(runParts, errand, in: run))
    }

    /// Posts the jobs of all parts as one order, and follows how they end unless nobody waits for them.
    private func post(
        _ planning: PartPlanning, _ posting: Posting, _ events: EventRelay
    ) async throws(PipelineError) -> RunSummary {
        var planning = planning
        let budget = budget ?? ByteBudget(downloads.maxTotal)
        let counts = RunCounts(events)
        var order = PostedJobs(posting, runParts, counts)
        do {
            while let planned = try await planning.next(budget) {
                try await noteTold(planned.plan)
                var errand = planned.errand(events)
                errand.counts = counts
                try await order.add(errand)
            }
        } catch {
            // Whoever interrupts is asked about what was posted, as at the end; otherwise the workers go on with it.
            guard error.isCancellation, Task.isCancelled else {
                await order.abandon()
                throw error
            }
        }
        try await order.conclude()
        return counts.summary
    }
}

extension PartPlanning.Planned {
    /// What a run does with it.
    fileprivate func errand(_ events: EventRelay) -> Errand {
        Errand(plan: plan, events: events, share: share, part: part ?? CatalogPart(), memory: memory)
    }
}

extension PipelineError {
    fileprivate var isCancellation: Bool {
        if case .cancelled = self { return true }
        return false
    }
}
