import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What a run carries out, with names, limits, transfers and counts: a plan, or leased jobs of a shared queue.
final class Assignment: Sendable {
    /// Its number among the assignments of the run.
    let number: Int
    let parts: RunParts
    let plan: Plan
    /// The items that were planned, but that another catalogue has stored since.
    private let shared: [ItemEvent]
    let lane: JobLane
    /// The request that it is, if a person made one.
    let request: ReaderRequest?
    let counts: RunCounts
    let room: RunRoom
    /// Which items came over which connection.
    let trail = ConnectionTrail()
    /// Whether it repeats transfers over mixed connections.
    let isRepetition: Bool
    /// Whether to send requests to hosts that asked in an earlier run to wait.
    let asksHeldHosts: Bool
    /// The hosts that asked in an earlier run to wait.
    let holds: [String: HostHold]
    /// The recorded holds that are longer than the longest hold.
    private let longHolds: [HostHold]
    let memory: LibraryMemory
    let names: DocumentNames
    /// The lease whose jobs it carries out; `nil` for a plan.
    let leased: LeasedJobs?
    /// What tells items with the same title apart, by collection.
    private let distinctions: [String: [String: String]]
    private let limits: Shared<FetchLimits>
    let worker: TransferWorker
    /// The number of jobs that are not concluded, and the continuations that wait for them.
    private let open = Locked((jobs: 0, whenDone: [CheckedContinuation<Void, Never>]()))

    /// Prepares an assignment: reads what the library remembers and names every document.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - errand: what to do.
    ///   - run: the run that carries it out.
    /// - Throws: `PipelineError` if the library cannot be read.
    init(_ parts: RunParts, _ errand: Errand, in run: Run) async throws(PipelineError) {
        (number, leased) = (run.newNumber(), nil)
        (self.parts, lane, request) = (parts, errand.lane, errand.request)
        (isRepetition, asksHeldHosts) = (errand.isRepetition, errand.asksHeldHosts)
        let memory = try await Self.memory(of: errand, parts)
        self.memory = memory
        let plan = errand.plan.leavingShared(memory)
        self.plan = plan
        shared = zip(errand.plan.entries, plan.entries).filter { $0.action != $1.action }
            .map { ItemEvent($0.0, of: plan.catalog) }
        if plan.entries.contains(where: \.action.transfers) { parts.fetcher.prepare() }
        let catalog = errand.part?.catalog ?? errand.catalog
        async let distinctions = Self.distinctions(of: plan, in: catalog)
        let options = try await parts.downloadOptions(for: plan.catalog, isPublic: plan.isPublic)
        limits = Shared(options.limits)
        do throws(StoreError) {
            let now = parts.context.now()
            let held =
                parts.downloads.queueLimits.holdsHosts && !asksHeldHosts
                ? try await parts.library.heldHosts(after: now) : []
            holds = Dictionary(held.map { ($0.host, $0.limited(from: now)) }) { first, _ in first }
            longHolds = held.filter { $0 != $0.limited(from: now) }
            names =
                if let names = errand.names { names } else {
                    try await DocumentNames.giving(
                        plan, catalog: catalog, part: errand.part, memory: memory, with: parts)
                }
        } catch {
            throw error.code == .cancelled ? .cancelled : .library(error)
        }
        self.distinctions = await distinctions
        (counts, room) = (
            errand.counts,
            RunRoom(errand.share, reserve: options.reserve, store: parts.store)
        )
        worker = Self.worker(
            parts, options, MannersFetcher(parts.fetcher, run.queue, time: run.time), run, counts, room)
    }

    /// What is remembered of the items of an errand, of the whole catalogue unless it comes in parts.
    private static func memory(
        of errand: Errand, _ parts: RunParts
    ) async throws(PipelineError) -> LibraryMemory {
        if let memory = errand.memory { return memory }
        let catalog = errand.plan.catalog
        guard errand.part != nil else { return try await parts.memory(of: catalog) }
        let keys = errand.plan.entries.map {
            ItemKey(catalog: catalog, collection: $0.collection, item: $0.item.id)
        }
        return try await parts.memory(ofItems: keys, in: catalog)
    }

    /// Prepares leased jobs: reads what the library remembers of their items.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - jobs: the jobs, all of one catalogue.
    ///   - events: where its events go.
    ///   - run: the run that carries them out.
    /// - Throws: `PipelineError` if the library cannot be read.
    init(
        _ parts: RunParts, _ jobs: LeasedJobs, events: EventRelay, in run: Run
    ) async throws(PipelineError) {
        (number, leased) = (run.newNumber(), jobs)
        (self.parts, lane, request) = (parts, .listed, nil)
        (isRepetition, asksHeldHosts, holds, longHolds) = (false, true, [:], [])
        (plan, shared, distinctions) = (jobs.plan, [], [:])
        memory = try await parts.memory(ofItems: jobs.jobs.map(\.key), in: jobs.catalog)
        let options = try await parts.downloadOptions(for: jobs.catalog, isPublic: false)
        limits = Shared(options.limits)
        names = DocumentNames(of: jobs, with: parts)
        (counts, room) = (
            RunCounts(events),
            RunRoom(ByteBudget(nil).share(), reserve: options.reserve, store: parts.store)
        )
        let manners = MannersFetcher(parts.fetcher, run.queue, time: run.time, turns: jobs.turns)
        worker = Self.worker(parts, options, manners, run, counts, room)
    }

    private static func worker(
        _ parts: RunParts, _ options: DownloadOptions, _ fetcher: MannersFetcher, _ run: Run,
        _ counts: RunCounts, _ room: RunRoom
    ) -> TransferWorker {
        let rate = run.rate(options.bytesPerSecond)
        return TransferWorker(
            fetcher: fetcher, store: parts.store, options: options, time: run.time, now: parts.context.now
        ) { count in
            counts.add(bytes: Int64(count))
            room.note(count)
            return rate?.delay(after: count)
        } progress: { job, bytes, total in
            counts.send(.progress(ItemEvent(job), bytes: bytes, total: total))
        }
    }

    /// What tells items with the same title apart, in the collections of the plan.
    private static func distinctions(of plan: Plan, in catalog: Catalog?) -> [String: [String: String]] {
        guard let catalog else { return plan.distinctions }
        let named = Set(plan.entries.lazy.filter { $0.action != .keep }.map(\.collection))
        let rows = catalog.collections.lazy.filter { named.contains($0.id) }
            .map { ($0.id, $0.distinctions) }.filter { !$0.1.isEmpty }
        return Dictionary(rows) { first, _ in first }
    }

    // MARK: Jobs

    /// How many jobs are added at once, at most: the first ones begin while the others are made.
    private static let jobsAtOnce = 1024

    /// Makes the jobs; those of a lease are there already.
    ///
    /// - Parameters:
    ///   - refuse: gets the receipts of entries that must not be requested.
    ///   - add: gets the jobs of the entries to transfer, in order, some at a time.
    func begin(refuse: (Receipt) -> Void, add: ([TransferJob]) -> Void) {
        func open(_ jobs: [TransferJob]) {
            self.open.withLock { $0.jobs += jobs.count }
            add(jobs)
        }
        if let leased { return open(leased.begin(number)) }
        for item in shared { counts.conclude(.unchanged, .unchanged(item)) }
        var jobs: [TransferJob] = []
        jobs.reserveCapacity(min(Self.jobsAtOnce, plan.entries.count))
        for (place, entry) in plan.entries.enumerated() {
            guard entry.action.transfers || entry.action == .refused else { continue }
            let job = avoidingHosts(job(for: entry, place: place))
            let reason =
                entry.action == .refused ? entry.reason : holds.isEmpty ? nil : reasonToAvoid(job.host)
            if let reason {
                refuse(failed(job, reason))
                continue
            }
            jobs.append(job)
            guard jobs.count == Self.jobsAtOnce else { continue }
            open(jobs)
            jobs.removeAll(keepingCapacity: true)
        }
        open(jobs)
    }

    private func job(for entry: PlanEntry, place: Int) -> TransferJob {
        let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
        let remembered = memory.items.isEmpty ? nil : memory.items[key]
        var ways: TransferJob.Ways = []
        // A partial document is continued, also that of an update, unless the plan says to fetch the whole.
        if entry.action != .download, remembered?.partial != nil, !isRepetition { ways.insert(.resuming) }
        if isRepetition || remembered?.lastFailure != nil { ways.insert(.pastCaches) }
        // What was set aside may have come over a mixed connection, and whatever mixes it may do so again.
        if isRepetition || remembered?.isSetAside == true { ways.insert(.ownConnection) }
        if parts.downloads.queueLimits.retries == 0 { ways.insert(.lastMismatch) }
        let document = remembered?.ofDocument { (name: $0.name, origin: $0.origin) }
        let stored = remembered?.isMissing == false ? document?.origin ?? remembered?.discarded?.origin : nil
        let (url, mirrors) = Self.places(of: entry.item, stored: stored)
        return TransferJob(
            key: key, title: entry.item.title, url: url, action: entry.action,
            promise: DocumentPromise(entry.item),
            name: names.given(key, at: place, recorded: document?.name, title: entry.item.title),
            stored: stored, limits: limits, assignment: number, place: place, ways: ways,
            distinction: distinctions.isEmpty ? nil : distinctions[entry.collection]?[entry.item.id],
            mirrors: mirrors)
    }

    /// Where an item is fetched from: first from where its stored version came from, because only that place can say
    /// whether it is current.
    private static func places(
        of item: Item, stored: DocumentOrigin?
    ) -> (url: String, mirrors: TransferJob.Mirrors?) {
        let url = item.url ?? ""
        var mirrors = item.mirrors
        guard !mirrors.isEmpty else { return (url, nil) }
        guard let stored, let place = mirrors.firstIndex(where: stored.isOf) else {
            return (url, TransferJob.Mirrors(next: mirrors))
        }
        let first = mirrors.remove(at: place)
        return (first, TransferJob.Mirrors(next: [url] + mirrors))
    }

    /// The job at the first of its mirrors whose host did not ask to wait longer than a run does, if there is one.
    private func avoidingHosts(_ job: TransferJob) -> TransferJob {
        guard !holds.isEmpty, job.mirrors != nil else { return job }
        var next: TransferJob? = job
        while let job = next {
            if reasonToAvoid(job.host) == nil { return job }
            next = job.atNextMirror(after: nil, leaving: true)
        }
        return job
    }

    func failed(_ job: TransferJob, _ reason: String) -> Receipt {
        Receipt(job, .failed(reason: reason), at: parts.context.now())
    }

    // MARK: The end

    /// Notes how jobs ended.
    func conclude(_ receipts: [Receipt]) {
        trail.note(receipts)
        counts.conclude(receipts)
        close(receipts.count)
    }

    /// Notes that jobs will not be done, without counting or reporting them.
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

    /// The too long holds, shortened, to be recorded: otherwise the longest hold would start over with every run.
    func limitedHolds() -> [LibraryChange] {
        let now = parts.context.now()
        return longHolds.map { .held($0.limited(from: now)) }
    }

    /// Why a host gets no requests: it asked to wait longer than a run does; `nil` if it did not.
    private func reasonToAvoid(_ host: String) -> String? {
        let retry = RetryPolicy(retries: 0)
        guard let hold = holds[host], retry.isBeyondPatience(hold.wait(from: parts.context.now())) else {
            return nil
        }
        return "\(host) asked to wait until \(hold.until.formatted(.iso8601)): \(hold.reason)"
    }
}
