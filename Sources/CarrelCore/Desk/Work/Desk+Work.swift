import CarrelBasics
import CarrelModel
import CarrelStages

/// Changes a library: syncs catalogues, fetches items, carries out plans.
extension Desk {
    /// Waits until the library can be written to, as whatever writes does.
    ///
    /// - Throws: `StoreError`, with `.busy` if another process uses it for longer than whoever opens it has patience.
    package func waitUntilWritable() async throws { try await writing { _ in } }

    /// Brings the library up to date with a catalogue.
    ///
    /// - Parameters:
    ///   - location: the location of one of the desk's catalogues; `nil` for that of the profile.
    ///   - retriesFailed: whether to take only items whose last try failed.
    /// - Throws: `PipelineError`; `StoreError` if the library cannot be written to.
    public func sync(_ location: String? = nil, retriesFailed: Bool = false) async throws -> RunSummary {
        try await indexing {
            try await writing(location) { try await $0.bringUpToDate(retriesFailed: retriesFailed) }
        }
    }

    /// Brings the library up to date with several catalogues, side by side.
    ///
    /// They share the byte budget and the limits of the queue; if their limits differ, the strictest one counts. A
    /// catalogue that cannot be read does not stop the others.
    ///
    /// - Parameters:
    ///   - locations: where they are.
    ///   - retriesFailed: whether to take only items whose last try failed.
    ///   - failed: called for each catalogue that could not be read, from any task.
    /// - Returns: the summaries of the others, by location.
    /// - Throws: `PipelineError` or `StoreError` if the library can no longer be written to; `PipelineError.cancelled`.
    public func sync(
        _ locations: [String], retriesFailed: Bool = false,
        failed: @escaping @Sendable (_ location: String, PipelineError) -> Void
    ) async throws -> [String: RunSummary] {
        try await indexing {
            try await sideBySide(locations) { pipeline, location in
                do throws(PipelineError) {
                    return try await pipeline.bringUpToDate(retriesFailed: retriesFailed)
                } catch {
                    guard error.isOfCatalog else { throw error }
                    failed(location, error)
                    return nil
                }
            }
        }
    }

    /// Downloads items that a person requests, before those that a sync listed; stored ones only if they changed.
    ///
    /// Items of several catalogues are fetched side by side, as they are synced.
    ///
    /// - Parameters:
    ///   - items: the items. One that is being fetched already is not fetched twice.
    ///   - reader: who requests them; changing its selection cancels them.
    ///   - posting: how their jobs are left to other machines; `nil` for what the desk does with all jobs.
    /// - Returns: the summary, once every item is stored, failed or cancelled.
    /// - Throws: `PipelineError`; `StoreError` if the library cannot be written to.
    public func request(
        _ items: [ItemKey], for reader: Reader, posting: PostingOptions? = nil
    ) async throws -> RunSummary {
        let request = ReaderRequest(by: reader)
        requests.append(request)
        defer { requests.removeAll { $0 === request } }
        let wanted = Dictionary(grouping: items, by: \.catalog)
        // Two catalogues may list one document.
        let urls = ClaimedURLs()
        let summaries = try await indexing {
            try await sideBySide(wanted.keys.sorted()) { pipeline, location in
                let items = (wanted[location] ?? []).filter(request.wants)
                guard !items.isEmpty, let catalog = try await pipeline.recordedCatalog(location) else {
                    return nil
                }
                var pipeline = pipeline
                if let posting { pipeline.posting?.options = posting }
                return try await pipeline.get(
                    items, of: LocatedCatalog(location: location, catalog: catalog), for: request,
                    among: urls)
            }
        }
        return summaries.values.reduce(RunSummary(), +)
    }

    /// Carries out saved plans, side by side.
    ///
    /// Which of them hold is decided once the library is open for writing. One that does not hold does not stop the others.
    ///
    /// - Parameters:
    ///   - plans: the plans; if the library never read a plan's catalogue, the plan's items are listed in it.
    ///   - refused: called for each catalogue that is elsewhere by now, or is not kept, in order, from any task; nothing is
    ///     done for it.
    /// - Returns: the summary of each other catalogue, by location, and the locations of those that were never read.
    /// - Throws: `PipelineError` or `StoreError` if the library can no longer be written to; `PipelineError.cancelled`.
    public func apply(
        _ plans: [Plan], refused: @escaping @Sendable (_ location: String, PlanPlaceError) -> Void
    ) async throws -> (summaries: [String: RunSummary], unread: Set<String>) {
        let unread = Locked(Set<String>())
        let named = namedLocations
        let plans = Dictionary(grouping: plans, by: \.catalog).compactMapValues(Plan.united)
        let summaries = try await indexing {
            try await sideBySide(
                plans.keys.sorted(),
                leaving: { library in
                    let places = PlanPlaceError.Places(try await library.knownCatalogs(), named: named)
                    let errors = plans.compactMapValues { PlanPlaceError($0, among: places) }
                    for (location, error) in errors.sorted(by: { $0.key < $1.key }) {
                        refused(location, error)
                    }
                    return Set(errors.keys)
                }
            ) { pipeline, location in
                guard let plan = plans[location] else { return nil }
                if try await pipeline.listPlanned(plan) { unread.withLock { _ = $0.insert(location) } }
                return try await pipeline.apply(plan)
            }
        }
        return (summaries, unread.value)
    }

    /// Does something with catalogues side by side, within shared limits.
    ///
    /// - Parameters:
    ///   - locations: the catalogues.
    ///   - leave: which of them to leave alone, asked once the library is open for writing.
    ///   - body: does it with one of them; returns `nil` if there was nothing to do.
    /// - Returns: the summary of each one that had something to do, by location.
    /// - Throws: what these throw; `StoreError` if the library cannot be written to.
    private func sideBySide(
        _ locations: [String],
        leaving leave: @Sendable (any Library) async throws -> Set<String> = { _ in [] },
        _ body: @escaping @Sendable (Pipeline, String) async throws -> RunSummary?
    ) async throws -> [String: RunSummary] {
        // What is known now: until the library is open, the desk may take other parts.
        let parts = parts
        // Until all are done: what is posted is in no run that would hold them.
        return try await runs.holdingNames {
            try await writing { pipeline in
                let left = try await leave(pipeline.library)
                let locations = locations.filter { !left.contains($0) }
                let (posting, now) = (pipeline.posting, pipeline.context.now)
                let pipelines = locations.map { location in
                    var pipeline = self.pipeline(for: location, pipeline.library, among: parts)
                    (pipeline.posting, pipeline.context.now) = (posting, now)
                    return pipeline
                }
                // What they share is the profile's; one alone has its own.
                let isAlone = pipelines.count == 1
                let budget = RunBudget(
                    (isAlone ? pipelines[0] : pipeline).downloads, from: pipeline.context.now())
                // What one of them failed to fetch the others try the next time.
                defer { self.runs.urls.end(budget) }
                let limits = pipelines.map(\.downloads.queueLimits).strictest
                let turns = Slots(limits?.maxConcurrent ?? 1)
                return try await withThrowingTaskGroup(of: (String, RunSummary?).self) { group in
                    for (location, pipeline) in zip(locations, pipelines) {
                        var pipeline = pipeline
                        (pipeline.budget, pipeline.turns) = (budget, turns)
                        if let limits { pipeline.downloads.queueLimits = limits }
                        group.addTask { [pipeline] in (location, try await body(pipeline, location)) }
                    }
                    var summaries: [String: RunSummary] = [:]
                    for try await (location, summary) in group { summaries[location] = summary }
                    return summaries
                }
            }
        }
    }
}
