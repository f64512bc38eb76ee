import Foundation

/// One application of a plan: names, queue, transfers, commits and counts.
final class PlanRun: Sendable {
    let pipeline: Pipeline
    let plan: Plan
    let committer: Committer
    let counts: RunCounts
    let retry: RetryPolicy
    let time: MonotonicTime
    let room: RunRoom
    /// What came over which connection.
    let trail: ConnectionTrail
    /// Whether it repeats what came over mixed connections.
    private let isRepetition: Bool
    /// Whether hosts that asked for patience earlier are asked all the same.
    let asksHeldHosts: Bool
    /// The hosts that asked for patience in an earlier run.
    let holds: [String: HostHold]
    /// Those that were recorded for longer than a host is left alone.
    let longHolds: [HostHold]
    private let memory: LibraryMemory
    private let names: DocumentNames
    private let transfer: ItemTransfer
    /// What is known of items that are to be tried again.
    private let tries = Locked<[ItemKey: Tries]>([:])

    /// What the tries of one item came to so far.
    struct Tries: Sendable {
        var entry: PlanEntry
        var began: Date
        var retries = 0
        var hasMismatch = false
        var bytes: Int64 = 0
        var exchanges: [AttemptExchange] = []
        var connections: [ConnectionID] = []
    }

    /// Prepares a run: reads what the library remembers and names every document.
    ///
    /// - Parameters:
    ///   - pipeline: the parts.
    ///   - plan: what to do.
    ///   - catalog: the catalogue that was planned, where it is at hand.
    ///   - memory: what is remembered of it, where that was just read.
    ///   - asksHeldHosts: whether hosts that asked for patience earlier are asked all the same.
    ///   - first: what the run came to that this one repeats in part.
    /// - Throws: `PipelineError` where the library cannot be read.
    init(
        _ pipeline: Pipeline, plan: Plan, catalog: Catalog? = nil, memory: LibraryMemory? = nil,
        asksHeldHosts: Bool = false, repeating first: RunSummary? = nil
    ) async throws(PipelineError) {
        self.pipeline = pipeline
        self.plan = plan
        isRepetition = first != nil
        self.asksHeldHosts = asksHeldHosts
        let memory = if let memory { memory } else { try await pipeline.memory(of: plan.catalog) }
        self.memory = memory
        var options = try await pipeline.downloadOptions(for: plan.catalog, isPublic: plan.isPublic)
        options.spent += first?.bytes ?? 0
        do throws(StoreError) {
            let now = pipeline.context.now()
            let held =
                pipeline.downloads.holdsHosts && !asksHeldHosts
                ? try await pipeline.library.heldHosts(after: now) : []
            holds = Dictionary(held.map { ($0.host, $0.limited(from: now)) }) { first, _ in first }
            longHolds = held.filter { $0 != $0.limited(from: now) }
            names = try await Self.names(of: plan, catalog: catalog, pipeline: pipeline, memory: memory)
        } catch {
            throw .library(error)
        }
        let counts = RunCounts(observer: pipeline.observer)
        self.counts = counts
        let trail = ConnectionTrail()
        self.trail = trail
        let time = MonotonicTime(pipeline.context.clock)
        self.time = time
        retry = RetryPolicy(retries: pipeline.downloads.retries)
        let room = RunRoom(options, store: pipeline.store)
        self.room = room
        let rate = options.bytesPerSecond.map { RateLimiter(bytesPerSecond: $0, elapsed: time.elapsed) }
        let interval = options.queueLimits.interval
        let fetcher: any Fetcher =
            interval > .zero
            ? PacedFetcher(pipeline.fetcher, interval: interval, time: time) : pipeline.fetcher
        transfer = ItemTransfer(
            fetcher: fetcher, store: pipeline.store, options: options, now: pipeline.context.now
        ) { count in
            counts.add(bytes: Int64(count))
            room.note(count)
            return rate?.delay(after: count)
        }
        committer = Committer(
            CommitWork(
                store: pipeline.store, library: pipeline.library,
                onVerdict: { arrival, verdict in
                    trail.note(arrival.passage, verdict.outcome)
                    counts.add(arrival.event, verdict)
                },
                alternativeName: { [names] in names.alternative(to: $0, key: $1, attempt: $2) },
                formerNames: { [names] in names.former($0, key: $1) },
                claims: { [names] in names.claim($0, instead: $1, for: $2) }))
    }

    /// What happened so far.
    var summary: RunSummary { counts.summary }

    /// Why the library could take no more.
    var failure: StoreError? { committer.failure ?? counts.storeFailure }

    /// Names the documents that the plan transfers, with a look at the whole catalogue where one is new.
    private static func names(
        of plan: Plan, catalog: Catalog?, pipeline: Pipeline, memory: LibraryMemory
    ) async throws(StoreError) -> DocumentNames {
        var round = NamingRound(plan, memory: memory)
        // Where every document has its name already, those of others are of no interest.
        var allocator = NameAllocator(
            template: pipeline.downloads.nameTemplate, isPortable: pipeline.downloads.hasPortableNames,
            recorded: round.needsNames ? try await pipeline.library.names() : [:])
        if round.needsNames {
            let known =
                if let catalog { catalog } else { try await pipeline.library.catalog(at: plan.catalog) }
            round.name(plan, in: known, memory: memory, with: &allocator)
        }
        return DocumentNames(
            round.names, allocator: allocator,
            usesContentDisposition: pipeline.downloads.usesContentDisposition,
            detect: pipeline.context.mediaType)
    }

    /// Does everything; returns when all is committed.
    func perform() async {
        var limits = pipeline.downloads.queueLimits
        // Which host's turn it is cannot be left to the fetcher.
        if limits.maxPerHost == nil { limits.maxConcurrent += pipeline.fetcher.lookahead }
        let queue = DownloadQueue(limits, clock: pipeline.context.clock) {
            await self.transfer($0, progress: $1)
        } giveUp: {
            self.giveUp($0, reason: $1)
        }
        await hold(queue)
        await queue.enqueue(plan.entries.enumerated().compactMap { start($1, index: $0) })
        await queue.finish()
        await withTaskGroup { group in
            group.addTask {
                // A task of its own: what has come whole is committed, also when the run is cancelled.
                await Task { await self.committer.run { self.counts.stop() } }.value
            }
            group.addTask {
                await self.download(queue)
                self.parkWaiting()
                self.committer.finish()
            }
        }
        await discardSuperseded()
    }

    /// Runs the queue until it is empty, or the library can take no more.
    private func download(_ queue: DownloadQueue) async {
        await withTaskGroup { group in
            group.addTask {
                await queue.run()
                self.counts.stop()
            }
            group.addTask { await self.watch(queue) }
            group.addTask { await self.counts.waitUntilStopped() }
            while !Task.isCancelled, await group.next() != nil, !self.counts.isStopped {}
            group.cancelAll()
        }
    }

    /// Parks what is in flight when the run may bring no more; what is queued is parked by its turn.
    private func watch(_ queue: DownloadQueue) async {
        do {
            if try await room.waitUntilUsedUp() { await queue.cancelInFlight() }
        } catch {
            counts.fail(error)
        }
    }

    /// Counts an entry; the job for it where something is to be transferred.
    private func start(_ entry: PlanEntry, index: Int) -> DownloadQueue.Job? {
        counts.list(entry)
        let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
        switch entry.action {
        case .download, .resume, .revalidate:
            let job = DownloadQueue.Job(entry: entry, key: key, index: index)
            guard !holds.isEmpty, let reason = reasonToAvoid(job.host) else { return job }
            fail(entry, ItemEvent(entry, key: key), reason: reason)
        case .refused: fail(entry, ItemEvent(entry, key: key), reason: entry.reason)
        case .keep, .deferred, .unavailable, .orphaned: break
        }
        return nil
    }

    // MARK: One try

    private func transfer(
        _ job: DownloadQueue.Job, progress: @escaping @Sendable (Double?) -> Void
    ) async -> DownloadQueue.Outcome {
        let entry = job.entry
        let event = ItemEvent(entry, key: job.key)
        let url: URL
        do {
            url = try RequestTarget.check(event.url)
        } catch {
            fail(entry, event, reason: error.reason)
            return .failed(reason: error.reason)
        }
        do throws(StoreError) {
            if let reason = try await room.reasonToStop() { return park(entry, event, reason) }
        } catch {
            return stop(event, error)
        }
        let earlier = tries.withLock { $0.removeValue(forKey: job.key) }
        if earlier == nil { counts.add(.started(event)) }
        var tries = earlier ?? Tries(entry: entry, began: pipeline.context.now())
        let result = await transfer.run(order(job, url: url, tries: tries, progress: progress))
        tries.bytes += result.bytes
        tries.exchanges += result.exchanges
        tries.connections += result.connections
        return await conclude(job, event, result: result, tries: tries)
    }

    private func order(
        _ job: DownloadQueue.Job, url: URL, tries: Tries, progress: @escaping @Sendable (Double?) -> Void
    ) -> ItemTransfer.Order {
        let remembered = memory.items[job.key]
        // What was begun is continued, also an update of what is stored, unless the plan says otherwise.
        let hasPartial = remembered?.partial != nil && !isRepetition
        let mayResume = tries.retries > 0 || job.entry.action != .download && hasPartial
        let event = ItemEvent(job.entry, key: job.key)
        let meter = ProgressMeter(time)
        return ItemTransfer.Order(
            key: job.key, url: url, promise: DocumentPromise(job.entry.item),
            stored: current(job.key), revalidates: job.entry.action == .revalidate, mayResume: mayResume,
            isLastMismatch: tries.hasMismatch || retry.retries == 0,
            asksPastCaches: tries.hasMismatch || isRepetition || remembered?.lastFailure != nil,
            usesOwnConnection: isRepetition,
            progress: { [counts] bytes, total in
                progress(total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 })
                if meter.isDue() { counts.add(.progress(event, bytes: bytes, total: total)) }
            })
    }

    /// The stored document, if its file is there.
    func current(_ key: ItemKey) -> StoredDocument? {
        memory.items[key].flatMap { $0.isMissing ? nil : $0.document }
    }

    /// What is recorded as stored, whether its file is there or not.
    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) {
        (memory.items[key]?.document, memory.items[key]?.isMissing ?? false)
    }

    /// The name that a document gets which has come.
    func name(
        of entry: PlanEntry, key: ItemKey, _ representation: ItemTransfer.Representation
    ) -> String {
        names.name(
            of: entry.item, key: key, recorded: memory.items[key]?.document?.name,
            findings: DocumentNames.Findings(
                contentDisposition: representation.contentDisposition, mediaType: representation.mediaType,
                beginning: representation.beginning))
    }

    /// Remembers what is known of an item that is to be tried again.
    func remember(_ key: ItemKey, _ tries: Tries) { self.tries.withLock { $0[key] = tries } }

    /// Forgets an item that is not to be tried again.
    ///
    /// - Returns: what its tries came to.
    func forget(_ key: ItemKey) -> Tries? { tries.withLock { $0.removeValue(forKey: key) } }

    /// Parks what still waits for another try when the run ends.
    private func parkWaiting() {
        for (key, tries) in tries.value { parkWaiting(key, tries) }
    }
}

extension Committer.Verdict {
    /// How it is counted.
    fileprivate var outcome: ConnectionTrail.Outcome {
        switch self {
        case .stored: .stored
        case .unchanged: .unchanged
        case .setAside: .quarantined
        case .failed: .failed
        }
    }
}

extension ItemEvent {
    init(_ entry: PlanEntry, key: ItemKey) {
        self.init(key: key, title: entry.item.title, url: entry.item.url ?? "")
    }
}
