import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A plan that a run carries out: its names, limits, transfers and counts.
final class Assignment: Sendable {
    /// Tells it from the others of its run.
    let number: Int
    let parts: RunParts
    let plan: Plan
    let lane: JobLane
    /// Who asked for it, if a person did.
    let reader: Reader?
    let counts: RunCounts
    let room: RunRoom
    /// What came over which connection.
    let trail = ConnectionTrail()
    /// Whether it repeats what came over mixed connections.
    let isRepetition: Bool
    /// Whether hosts that asked for patience earlier are asked all the same.
    let asksHeldHosts: Bool
    /// The hosts that asked for patience in an earlier run.
    let holds: [String: HostHold]
    /// Those that were recorded for longer than a host is left alone.
    private let longHolds: [HostHold]
    private let memory: LibraryMemory
    private let names: DocumentNames
    /// What tells items of one title apart, by collection.
    private let distinctions: [String: [String: String]]
    private let limits: Shared<FetchLimits>
    let worker: TransferWorker
    /// How many jobs are not concluded yet, and what is to be done then.
    private let open = Locked((jobs: 0, whenDone: [CheckedContinuation<Void, Never>]()))

    /// Prepares an assignment: reads what the library remembers and names every document.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - errand: what is to be done.
    ///   - run: the run that carries it out.
    ///   - first: what the assignment came to that this one repeats in part.
    /// - Throws: `PipelineError` where the library cannot be read.
    init(
        _ parts: RunParts, _ errand: Errand, in run: Run, repeating first: RunSummary? = nil
    ) async throws(PipelineError) {
        number = run.newNumber()
        (self.parts, lane, reader) = (parts, errand.lane, errand.reader)
        isRepetition = first != nil
        asksHeldHosts = errand.asksHeldHosts
        let memory =
            if let memory = errand.memory { memory } else { try await parts.memory(of: errand.plan.catalog) }
        self.memory = memory
        // A plan may be older than what another catalogue has stored meanwhile.
        let plan = errand.plan.leavingShared(memory)
        self.plan = plan
        distinctions = Self.distinctions(of: plan, in: errand.catalog)
        let options = try await parts.downloadOptions(for: plan.catalog, isPublic: plan.isPublic)
        limits = Shared(options.limits)
        do throws(StoreError) {
            let now = parts.context.now()
            let held =
                parts.downloads.queueLimits.holdsHosts && !asksHeldHosts
                ? try await parts.library.heldHosts(after: now) : []
            holds = Dictionary(held.map { ($0.host, $0.limited(from: now)) }) { first, _ in first }
            longHolds = held.filter { $0 != $0.limited(from: now) }
            names = try await Self.names(
                of: plan, catalog: errand.catalog, parts: parts, memory: memory)
        } catch {
            throw .library(error)
        }
        let counts = RunCounts(errand.events)
        self.counts = counts
        let room = RunRoom(errand.share, reserve: options.reserve, store: parts.store)
        self.room = room
        let rate = options.bytesPerSecond.map { RateLimiter(bytesPerSecond: $0, elapsed: run.time.elapsed) }
        worker = TransferWorker(
            fetcher: MannersFetcher(parts.fetcher, run.queue, time: run.time), store: parts.store,
            options: options, time: run.time, now: parts.context.now
        ) { count in
            counts.add(bytes: Int64(count))
            room.note(count)
            return rate?.delay(after: count)
        } progress: { job, bytes, total in
            counts.send(.progress(ItemEvent(job), bytes: bytes, total: total))
        }
    }

    /// What happened so far.
    var summary: RunSummary { counts.summary }

    /// What tells items of one title apart, in the collections that the plan is about.
    private static func distinctions(of plan: Plan, in catalog: Catalog?) -> [String: [String: String]] {
        guard let catalog else { return plan.distinctions }
        let named = Set(plan.entries.lazy.filter { $0.action != .keep }.map(\.collection))
        let rows = catalog.collections.lazy.filter { named.contains($0.id) }
            .map { ($0.id, $0.distinctions) }.filter { !$0.1.isEmpty }
        return Dictionary(rows) { first, _ in first }
    }

    /// Names the documents that the plan transfers, with a look at the whole catalogue where one is new.
    private static func names(
        of plan: Plan, catalog: Catalog?, parts: RunParts, memory: LibraryMemory
    ) async throws(StoreError) -> DocumentNames {
        var round = NamingRound(plan, memory: memory)
        // Where every document has its name already, those of others are of no interest.
        var allocator = NameAllocator(
            template: parts.downloads.nameTemplate, isPortable: parts.downloads.hasPortableNames,
            among: parts.names, catalog: parts.catalogName(of: plan.catalog), date: parts.context.now(),
            recorded: round.needsNames ? try await parts.library.names() : [:])
        if round.needsNames {
            let known =
                if let catalog { catalog } else { try await parts.library.catalog(at: plan.catalog) }
            round.name(plan, in: known, memory: memory, with: &allocator)
        }
        return DocumentNames(
            round.names, numbers: round.numbers, allocator: allocator,
            usesContentDisposition: parts.downloads.usesContentDisposition,
            detect: parts.context.mediaType)
    }

    // MARK: Jobs

    /// Counts every entry.
    ///
    /// - Parameter refuse: takes the receipts of those that are not to be requested.
    /// - Returns: the jobs for those that are to be transferred.
    func begin(refuse: (Receipt) -> Void) -> [TransferJob] {
        var jobs: [TransferJob] = []
        jobs.reserveCapacity(plan.entries.count)
        for (place, entry) in plan.entries.enumerated() {
            counts.list(entry)
            guard entry.action.transfers || entry.action == .refused else { continue }
            let job = job(for: entry, place: place)
            let reason =
                entry.action == .refused ? entry.reason : holds.isEmpty ? nil : reasonToAvoid(job.host)
            if let reason { refuse(failed(job, reason)) } else { jobs.append(job) }
        }
        open.withLock { $0.jobs += jobs.count }
        return jobs
    }

    private func job(for entry: PlanEntry, place: Int) -> TransferJob {
        let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
        let remembered = memory.items.isEmpty ? nil : memory.items[key]
        var ways: TransferJob.Ways = []
        // What was begun is continued, also an update of what is stored, unless the plan says otherwise.
        if entry.action != .download, remembered?.partial != nil, !isRepetition { ways.insert(.resuming) }
        if isRepetition || remembered?.lastFailure != nil { ways.insert(.pastCaches) }
        if isRepetition { ways.insert(.ownConnection) }
        if parts.downloads.queueLimits.retries == 0 { ways.insert(.lastMismatch) }
        return TransferJob(
            key: key, title: entry.item.title, url: entry.item.url ?? "", action: entry.action,
            promise: DocumentPromise(entry.item), name: names.given(key, title: entry.item.title),
            stored: remembered.flatMap { $0.isMissing ? nil : $0.document?.origin ?? $0.discarded?.origin },
            limits: limits,
            assignment: number, place: place, ways: ways,
            distinction: distinctions.isEmpty ? nil : distinctions[entry.collection]?[entry.item.id])
    }

    func failed(_ job: TransferJob, _ reason: String) -> Receipt {
        Receipt(job, .failed(reason: reason), at: parts.context.now())
    }

    // MARK: The end

    /// Takes note of what became of jobs.
    func conclude(_ receipts: [Receipt]) {
        trail.note(receipts)
        counts.conclude(receipts)
        close(receipts.count)
    }

    /// Takes note of jobs that nobody does: they are concluded without a word.
    func drop(_ count: Int) { close(count) }

    /// Waits until every job is concluded.
    func waitUntilDone() async {
        await withCheckedContinuation { continuation in
            let isDone = open.withLock { open in
                if open.jobs > 0 { open.whenDone.append(continuation) }
                return open.jobs == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func close(_ count: Int) {
        let waiting = open.withLock { open in
            open.jobs -= count
            guard open.jobs <= 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { open.whenDone = [] }
            return open.whenDone
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Patience

    /// The holds to be recorded anew, so that the longest time does not begin again with every run.
    func limitedHolds() -> [LibraryChange] {
        let now = parts.context.now()
        return longHolds.map { .held($0.limited(from: now)) }
    }

    /// Why nothing is to be requested of a host, which asked for more patience than a run has; `nil` otherwise.
    private func reasonToAvoid(_ host: String) -> String? {
        let retry = RetryPolicy(retries: 0)
        guard let hold = holds[host], retry.isBeyondPatience(hold.wait(from: parts.context.now())) else {
            return nil
        }
        return "\(host) asked to wait until \(hold.until.formatted(.iso8601)): \(hold.reason)"
    }
}

extension Assignment: AssignedDocuments {
    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) {
        guard !memory.items.isEmpty, let item = memory.items[key] else { return (nil, false) }
        return (item.document, item.isMissing)
    }

    func read(_ key: ItemKey) -> String? { memory.items.isEmpty ? nil : memory.items[key]?.readSHA256 }

    func discarded(_ key: ItemKey) -> String? {
        memory.items.isEmpty || lane == .requested ? nil : memory.items[key]?.discarded?.sha256
    }

    func name(of job: TransferJob, _ representation: Receipt.Representation) -> String {
        names.name(
            of: plan.entries[job.place].item, key: job.key, recorded: recorded(job.key).document?.name,
            findings: DocumentNames.Findings(
                contentDisposition: representation.contentDisposition, mediaType: representation.mediaType,
                beginning: representation.beginning))
    }

    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        names.alternative(to: name, key: key, attempt: attempt)
    }

    func former(_ name: String, key: ItemKey) -> [String] { names.former(name, key: key) }

    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool {
        names.claim(name, instead: other, for: key)
    }

}
