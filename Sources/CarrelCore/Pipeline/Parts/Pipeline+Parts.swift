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
        let parted = PartedCatalog(document, at: location, parser, named: name, partSize: partSize)
        guard var head = try await parted.look() else { return nil }
        if document.isAnonymous { head.listsLatestOnly = true }
        var last: Catalog?
        if !head.listsLatestOnly, let end = head.openEnd, try await isCut(parted, within: end) {
            last = try await lastNotes(of: location)
            let cut = CatalogProblem.cut(within: end)
            if last?.hasDoubted(cut) != true { await parted.leaveOutLast() }
            head.problems.append(cut)
        }
        _ = head.makeUp(from: last)
        observer.receive(.catalogRead(location: location, parser: name, leftOut: head.leftOut))
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
        case .other(let known): return try await known.plan(retriesFailed: retriesFailed, take)
        }
        var planning = try await PartPlanning(
            parted, head, self, retriesFailed: retriesFailed, records: false)
        let (counts, budget) = (RunCounts(EventRelay(observer)), RunBudget(downloads, from: context.now()))
        var isFirst = true
        while let planned = try await planning.next(counts, budget) {
            isFirst = false
            counts.tell(planned.plan)
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
    func bringUpToDate(
        inParts parted: PartedCatalog, _ head: Catalog, started: Date, retriesFailed: Bool
    ) async throws(PipelineError) -> RunSummary {
        let summary = try await runs.holdingNames { () async throws(PipelineError) in
            try await carryOut(inParts: parted, head, started: started, retriesFailed: retriesFailed)
        }
        // Not noted if the run was stopped, so that the catalogue is due at once.
        try await noteVisit(
            freshness: [parted.document.freshness, head.interval].compactMap(\.self).max())
        return summary
    }

    private func carryOut(
        inParts parted: PartedCatalog, _ head: Catalog, started: Date, retriesFailed: Bool
    ) async throws(PipelineError) -> RunSummary {
        let planning = try await PartPlanning(parted, head, self, retriesFailed: retriesFailed, records: true)
        return try await reporting(parted.location, since: started) { counts throws(PipelineError) in
            if let posting {
                try await post(planning, posting, counts)
                return nil
            }
            let (failure, _) = try await runs.withRun(runParts) { run throws(PipelineError) in
                (try await carryOut(planning, counts, in: run), ())
            }
            if failure == nil { await runParts.discardSuperseded(of: parted.location) }
            return failure
        }
    }

    /// How many parts are carried out at once: while the last documents of one come, others are under way.
    private static let partsAtOnce = 3

    /// Carries out the plans of all parts in a run.
    ///
    /// - Returns: the error if the library can no longer be written to.
    private func carryOut(
        _ planning: PartPlanning, _ counts: RunCounts, in run: Run
    ) async throws(PipelineError) -> StoreError? {
        var planning = planning
        let budget = budget ?? RunBudget(downloads, from: context.now())
        var parts = PartsUnderWay()
        let error = await withTaskGroup(of: PartResult.self) { group -> PipelineError? in
            do throws(PipelineError) {
                while parts.failure == nil, run.failure == nil, !Task.isCancelled {
                    // First, because the mark of a part that is not carried out would be kept for ever.
                    if parts.count == Self.partsAtOnce { try await parts.finishOne(&group) }
                    guard let next = try await assign(&planning, counts, budget, in: run) else { break }
                    let (errand, assignment) = next
                    parts.count += 1
                    group.addTask {
                        await Result(of: { () async throws(PipelineError) in
                            try await carryOut(errand, as: assignment, in: run)
                        })
                    }
                }
                while parts.count > 0 { try await parts.finishOne(&group) }
                return nil
            } catch {
                group.cancelAll()
                return error
            }
        }
        if let error, error != .cancelled || !Task.isCancelled { throw error }
        return parts.failure
    }

    /// Plans the next part and names its documents, before any later part's are named; `nil` once there is none.
    private func assign(
        _ planning: inout PartPlanning, _ counts: RunCounts, _ budget: RunBudget, in run: Run
    ) async throws(PipelineError) -> (errand: Errand, assignment: Assignment)? {
        let mark = run.queue.prepare()
        do throws(PipelineError) {
            guard let planned = try await planning.next(counts, budget) else {
                run.queue.forget(mark)
                return nil
            }
            try await note(planned.plan, planned.memory)
            var errand = planned.errand(counts)
            errand.mark = mark
            return (errand, try await Assignment(runParts, errand, in: run))
        } catch {
            run.queue.forget(mark)
            throw error
        }
    }

    /// Posts the jobs of all parts as one order, and follows how they end unless nobody waits for them.
    private func post(
        _ planning: PartPlanning, _ posting: Posting, _ counts: RunCounts
    ) async throws(PipelineError) {
        var planning = planning
        let budget = budget ?? RunBudget(downloads, from: context.now())
        var jobs = PostedJobs(posting, runParts, counts)
        try await jobs.post { jobs throws(PipelineError) in
            while let planned = try await planning.next(counts, budget) {
                try await note(planned.plan, planned.memory)
                try await jobs.add(planned.errand(counts))
            }
        }
    }
}

/// The error if the library can no longer be written to, or why a part's records cannot be read.
private typealias PartResult = Result<StoreError?, PipelineError>

/// The parts of one catalogue that are carried out at the same time.
private struct PartsUnderWay {
    var count = 0
    /// The first error of the library, of the parts that have ended.
    private(set) var failure: StoreError?

    /// Waits until one of them has ended.
    mutating func finishOne(_ group: inout TaskGroup<PartResult>) async throws(PipelineError) {
        if let end = try await group.next()?.get() { failure = failure ?? end }
        count -= 1
    }
}

extension PartPlanning.Planned {
    /// What a run does with it.
    fileprivate func errand(_ counts: RunCounts) -> Errand {
        Errand(plan: plan, counts: counts, share: share, part: part ?? CatalogPart(), memory: memory)
    }
}
