import CarrelBasics
import CarrelModel
import CarrelStages

/// What changes a library: catalogues are brought up to date, items fetched, plans carried out.
extension Desk {
    /// Brings the library up to date with a catalogue.
    ///
    /// - Parameters:
    ///   - location: where one of the desk's catalogues is; `nil` for that of the profile.
    ///   - retriesFailed: whether only items are taken whose last try failed.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func sync(_ location: String? = nil, retriesFailed: Bool = false) async throws -> RunSummary {
        try await indexing {
            try await writing(location) { try await $0.bringUpToDate(retriesFailed: retriesFailed) }
        }
    }

    /// Brings the library up to date with several catalogues, side by side.
    ///
    /// They share the byte budget and the limits of how much is done at once; where their limits differ, the strictest
    /// holds. A catalogue that cannot be read does not stop the others.
    ///
    /// - Parameters:
    ///   - locations: where they are.
    ///   - retriesFailed: whether only items are taken whose last try failed.
    ///   - failed: learns of a catalogue that could not be read, and why.
    /// - Returns: what each of the others came to.
    /// - Throws: `StoreError` where the library cannot be written to any further; `PipelineError.cancelled`.
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

    /// Downloads items that a person asks for, before what a sync has listed; stored ones only if they changed.
    ///
    /// - Parameters:
    ///   - items: the items. One that is on its way already is not fetched twice.
    ///   - reader: who asks; a change of the selection cancels what it asked for.
    /// - Returns: what it came to, when everything is there, failed or cancelled.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func request(_ items: [ItemKey], for reader: Reader) async throws -> RunSummary {
        var summary = RunSummary()
        for (location, keys) in Dictionary(grouping: items, by: \.catalog).sorted(by: { $0.key < $1.key }) {
            let part = try await writing(location) { pipeline in
                guard let catalog = try await pipeline.recordedCatalog(location) else { return RunSummary() }
                return try await pipeline.get(
                    keys, of: LocatedCatalog(location: location, catalog: catalog), for: reader)
            }
            summary = summary + part
        }
        return summary
    }

    /// Carries out plans that were made before, side by side.
    ///
    /// - Parameter plans: the plans; what they list is listed in the library, too, where it never read their catalogues.
    /// - Returns: what each catalogue came to, and the locations of those that were never read.
    /// - Throws: `StoreError` where the library cannot be written to any further; `PipelineError.cancelled`.
    public func apply(
        _ plans: [Plan]
    ) async throws -> (summaries: [String: RunSummary], unread: Set<String>) {
        let unread = Locked(Set<String>())
        let plans = Dictionary(plans.map { ($0.catalog, $0) }) { first, second in
            Plan(
                catalog: first.catalog, entries: first.entries + second.entries,
                isPublic: first.isPublic || second.isPublic)
        }
        let summaries = try await sideBySide(plans.keys.sorted()) { pipeline, location in
            guard let plan = plans[location] else { return nil }
            if try await pipeline.listPlanned(plan) { unread.withLock { _ = $0.insert(location) } }
            for entry in plan.entries { pipeline.observer.receive(.planned(entry, of: location)) }
            return try await pipeline.apply(plan)
        }
        return (summaries, unread.value)
    }

    /// Does something with catalogues side by side, within limits that they share.
    private func sideBySide(
        _ locations: [String],
        _ body: @escaping @Sendable (Pipeline, String) async throws -> RunSummary?
    ) async throws -> [String: RunSummary] {
        try await writing { pipeline in
            let budget = ByteBudget(pipeline.downloads.maxTotal)
            let pipelines = locations.map { self.pipeline(for: $0, pipeline.library) }
            let limits = pipelines.map(\.downloads.queueLimits).reduce(nil) { sum, next in
                sum.map { $0.strictest(next) } ?? next
            }
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

extension PipelineError {
    /// Whether it is about one catalogue, and others may do.
    fileprivate var isOfCatalog: Bool {
        switch self {
        case .source, .parse: true
        case .library, .cancelled: false
        }
    }
}
