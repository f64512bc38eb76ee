import Foundation

/// One application of a plan: names, queue, transfers, commits and counts.
final class PlanRun: Sendable {
    private let pipeline: Pipeline
    private let plan: Plan
    private let memory: LibraryMemory
    private let names: [ItemKey: String]
    private let limits: FetchLimits
    private let committer: Committer
    private let counts: RunCounts

    /// Prepares a run: reads what the library remembers and names every document.
    init(_ pipeline: Pipeline, plan: Plan) async throws(PipelineError) {
        self.pipeline = pipeline
        self.plan = plan
        self.memory = try await pipeline.memory(of: plan.catalog)
        var allocator: NameAllocator
        do throws(StoreError) {
            allocator = NameAllocator(
                template: pipeline.downloads.nameTemplate, recorded: try await pipeline.library.names())
            let isPublic = try await pipeline.library.reading(of: plan.catalog)?.isPublic ?? false
            limits = pipeline.downloads.limits(catalogIsPublic: isPublic)
            names = try await Self.names(of: plan, pipeline: pipeline, memory: memory, allocator: &allocator)
        } catch {
            throw .library(error)
        }
        let counts = RunCounts(observer: pipeline.observer)
        self.counts = counts
        let fallback = Locked(allocator)
        committer = Committer(
            store: pipeline.store, library: pipeline.library,
            onStored: { counts.add(.stored($0.event, $0.document)) },
            onFailed: { counts.add(.failed($0.event, reason: $1)) },
            alternativeName: { name, key, attempt in
                fallback.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
            })
    }

    /// What happened so far.
    var summary: RunSummary { counts.summary }

    /// Why the library could take no more.
    var failure: StoreError? {
        get async {
            if let failure = await committer.failure { return failure }
            return counts.storeFailure
        }
    }

    /// Names every document of the catalogue, not only the plan's, so that the choice of items changes no name.
    private static func names(
        of plan: Plan, pipeline: Pipeline, memory: LibraryMemory, allocator: inout NameAllocator
    ) async throws(StoreError) -> [ItemKey: String] {
        var names: [ItemKey: String] = [:]
        func add(_ item: Item, collection: String) {
            let key = ItemKey(catalog: plan.catalog, collection: collection, item: item.id)
            guard item.url != nil, item.duplicateOf == nil, names[key] == nil else { return }
            names[key] = allocator.name(of: item, key: key, recorded: memory.items[key]?.document?.name)
        }
        for collection in try await pipeline.library.catalog(at: plan.catalog)?.collections ?? [] {
            for item in collection.items { add(item, collection: collection.id) }
        }
        for entry in plan.entries where entry.action.transfers {
            add(entry.item, collection: entry.collection)
        }
        return names
    }

    /// Does everything; returns when all is committed.
    func perform() async {
        let queue = DownloadQueue(
            maxConcurrent: pipeline.downloads.maxConcurrent, maxPerHost: pipeline.downloads.maxPerHost
        ) { job, progress in await self.transfer(job, progress: progress) }
        for entry in plan.entries { await start(entry, in: queue) }
        await queue.finish()
        await withTaskGroup { group in
            group.addTask {
                // A task of its own: what is staged is committed whole, also when the run is cancelled.
                await Task { await self.committer.run { self.counts.stop() } }.value
            }
            group.addTask {
                await self.download(queue)
                await self.committer.finish()
            }
        }
    }

    /// Runs the queue until it is empty, or the library can take no more.
    private func download(_ queue: DownloadQueue) async {
        await withTaskGroup { group in
            group.addTask { await queue.run() }
            group.addTask { await self.counts.waitUntilStopped() }
            await group.next()
            group.cancelAll()
        }
    }

    private func start(_ entry: PlanEntry, in queue: DownloadQueue) async {
        counts.list(entry)
        let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
        switch entry.action {
        case .download, .resume, .revalidate: await queue.enqueue(DownloadQueue.Job(entry: entry, key: key))
        case .refused:
            let event = ItemEvent(key: key, title: entry.item.title, url: entry.item.url ?? "")
            counts.add(.failed(event, reason: entry.reason))
            let attempt = attempt(
                entry, key: key, outcome: .failed, status: nil, bytes: 0, reason: entry.reason)
            await committer.add([.attempt(attempt, updateAvailable: false)])
        case .keep, .deferred, .unavailable, .orphaned: break
        }
    }

    // MARK: One transfer

    private func transfer(
        _ job: DownloadQueue.Job, progress: @escaping @Sendable (Double?) -> Void
    ) async -> DownloadQueue.Outcome {
        let entry = job.entry
        let event = ItemEvent(key: job.key, title: entry.item.title, url: entry.item.url ?? "")
        let url: URL
        do {
            url = try RequestTarget.check(event.url)
        } catch {
            return await fail(entry, event, reason: error.reason)
        }
        counts.add(.started(event))
        let date = pipeline.context.now()
        let meter = ProgressMeter(clock: pipeline.context.clock)
        let transfer = ItemTransfer(
            fetcher: pipeline.fetcher, store: pipeline.store, limits: limits,
            retry: RetryPolicy(retries: pipeline.downloads.retries, clock: pipeline.context.clock)
        ) { [counts] bytes, total in
            progress(total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 })
            if meter.isDue() { counts.add(.progress(event, bytes: bytes, total: total)) }
        }
        let stored = current(job.key)
        let result = await transfer.run(key: job.key, url: url, action: entry.action, stored: stored)
        counts.add(bytes: result.bytes)
        return await conclude(entry, event, result: result, date: date)
    }

    private func conclude(
        _ entry: PlanEntry, _ event: ItemEvent, result: ItemTransfer.Result, date: Date
    ) async -> DownloadQueue.Outcome {
        func attempt(_ outcome: Attempt.Outcome, reason: String? = nil) -> Attempt {
            Attempt(
                key: event.key, date: date, action: entry.action, outcome: outcome, status: result.status,
                bytes: result.bytes, url: result.url, reason: reason)
        }
        switch result.outcome {
        case .staged(let staged, let representation):
            if let stored = current(event.key), stored.sha256 == staged.digest.sha256 {
                return await keep(entry, event, staged, representation, attempt: attempt(.unchanged))
            }
            let document = StoredDocument(
                name: names[event.key] ?? DocumentName.safe(entry.item.title), size: staged.digest.size,
                sha256: staged.digest.sha256, mediaType: representation.mediaType,
                validators: representation.validators,
                url: representation.url, storedAt: pipeline.context.now())
            await committer.add(
                Committer.Staged(
                    event: event, document: document, staged: staged,
                    replaces: memory.items[event.key]?.document,
                    attempt: attempt(.stored)))
            return .done
        case .unchanged(let validators):
            counts.add(.unchanged(event))
            await committer.add([
                .confirmed(event.key, validators), .attempt(attempt(.unchanged), updateAvailable: false),
            ])
            return .done
        case .failed(let reason, let updateAvailable):
            counts.add(.failed(event, reason: reason))
            await committer.add([.attempt(attempt(.failed, reason: reason), updateAvailable: updateAvailable)]
            )
            return .failed(reason: reason)
        case .storeFailed(let error):
            counts.add(.failed(event, reason: error.reason))
            counts.fail(error)
            return .failed(reason: error.description)
        case .parked:
            counts.add(.parked(event))
            await committer.add([.attempt(attempt(.parked), updateAvailable: false)])
            return .cancelled
        }
    }

    /// The stored document, if its file is there.
    private func current(_ key: ItemKey) -> StoredDocument? {
        memory.items[key].flatMap { $0.isMissing ? nil : $0.document }
    }

    /// Keeps the stored document where the server sent the same bytes again.
    private func keep(
        _ entry: PlanEntry, _ event: ItemEvent, _ staged: StagedDocument,
        _ representation: ItemTransfer.Representation, attempt: Attempt
    ) async -> DownloadQueue.Outcome {
        await pipeline.store.discard(staged)
        counts.add(.unchanged(event))
        await committer.add([
            .confirmed(event.key, representation.validators), .attempt(attempt, updateAvailable: false),
        ])
        return .done
    }

    private func fail(_ entry: PlanEntry, _ event: ItemEvent, reason: String) async -> DownloadQueue.Outcome {
        counts.add(.failed(event, reason: reason))
        let attempt = attempt(entry, key: event.key, outcome: .failed, status: nil, bytes: 0, reason: reason)
        await committer.add([.attempt(attempt, updateAvailable: false)])
        return .failed(reason: reason)
    }

    private func attempt(
        _ entry: PlanEntry, key: ItemKey, outcome: Attempt.Outcome, status: Int?, bytes: Int64,
        reason: String?
    ) -> Attempt {
        Attempt(
            key: key, date: pipeline.context.now(), action: entry.action, outcome: outcome, status: status,
            bytes: bytes, url: entry.item.url ?? "", reason: reason)
    }
}
