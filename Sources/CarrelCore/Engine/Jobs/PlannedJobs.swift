import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The jobs of a plan: with names, promises, limits, and what is remembered of each item.
final class PlannedJobs: Sendable {
    let plan: Plan
    /// What is remembered of its items, or of its whole catalogue.
    let memory: LibraryMemory
    let names: DocumentNames
    /// The documents of items that its catalogue no longer lists; `nil` if there can be none.
    let unlisted: UnlistedDocuments?
    /// How its documents are fetched.
    let options: DownloadOptions
    /// The priority of the jobs.
    let lane: JobLane
    /// The request that they are, if a person made one.
    let request: ReaderRequest?
    /// Whether they repeat transfers over mixed connections.
    let isRepetition: Bool
    /// The hosts, and the single URLs, that are to wait because an earlier run was asked to, by name.
    let holds: [String: HostHold]
    /// Everything that an earlier run was asked to wait for, also where somebody asks by name.
    let recordedHolds: [HostHold]
    /// Why documents that are missing are not asked for: what comes could not get their names.
    private let obstacles: [ItemKey: StoreError]
    /// The items that were planned, but that another catalogue has stored since.
    private let shared: [ItemEvent]
    /// What tells items with the same title apart, by collection.
    private let distinctions: [String: [String: String]]
    private let limits: Shared<FetchLimits>
    private let deadline: Date?
    private let retries: Int
    private let now: @Sendable () -> Date

    /// Reads what the library remembers and names every document, while the events of the plan are sent.
    ///
    /// - Parameters:
    ///   - errand: what to do.
    ///   - parts: what it is done with.
    /// - Throws: `PipelineError` if the library cannot be read.
    init(of errand: Errand, with parts: RunParts) async throws(PipelineError) {
        (lane, request, isRepetition) = (errand.lane, errand.request, errand.isRepetition)
        // What was taken back had come in time.
        deadline = errand.isRepetition ? nil : errand.share.budget.deadline
        async let told: Void = Self.tell(errand)
        (retries, now) = (parts.downloads.queueLimits.retries, parts.context.now)
        let memory = try await Self.memory(of: errand, parts)
        self.memory = memory
        // What a person asks for was listed at another moment than it is remembered.
        let isWhole = errand.part == nil && errand.request == nil
        unlisted = UnlistedDocuments(isWhole ? errand.catalog : nil, memory, in: parts.library)
        let plan = errand.plan.leavingShared(memory)
        self.plan = plan
        shared =
            memory.hasShared
            ? zip(errand.plan.entries, plan.entries).filter { $0.action != $1.action }
                .map { ItemEvent($0.0, of: plan.catalog) } : []
        if plan.entries.contains(where: \.action.transfers) { parts.fetcher.prepare() }
        let catalog = errand.part?.catalog ?? errand.catalog
        async let distinctions = Self.distinctions(of: plan, in: catalog)
        options = try await parts.downloadOptions(for: plan.catalog, isPublic: plan.isPublic)
        limits = Shared(options.limits)
        do throws(StoreError) {
            obstacles = try await memory.obstacles(in: parts.store)
            let now = parts.context.now()
            recordedHolds = try await parts.library.heldHosts(after: now)
                .filter { $0.isHeeded(parts.downloads.queueLimits, at: now) }
            let heeded = errand.lane == .listed ? recordedHolds : []
            holds = Dictionary(heeded.map { ($0.name, $0.limited(from: now)) }) { first, _ in first }
            names =
                if let names = errand.names { names } else {
                    try await DocumentNames.giving(
                        plan, catalog: catalog, part: errand.part, memory: memory, with: parts)
                }
        } catch {
            throw PipelineError(error)
        }
        self.distinctions = await distinctions
        await told
    }

    private static func tell(_ errand: Errand) {
        if !errand.isTold { errand.counts.tell(errand.plan, isFetched: true) }
    }

    /// What is remembered of the items of an errand, of the whole catalogue unless it comes in parts.
    private static func memory(
        of errand: Errand, _ parts: RunParts
    ) async throws(PipelineError) -> LibraryMemory {
        if let memory = errand.memory { return memory }
        let catalog = errand.plan.catalog
        guard errand.part != nil else { return try await parts.memory(of: catalog) }
        let keys = errand.plan.entries.map(errand.plan.key(of:))
        return try await parts.recordedMemory(ofItems: keys, in: catalog)
    }

    /// What tells items with the same title apart, in the collections of the plan.
    private static func distinctions(of plan: Plan, in catalog: Catalog?) -> [String: [String: String]] {
        guard let catalog else { return plan.distinctions }
        let named = Set(plan.places { $0 != .keep }.lazy.map { plan.entries[$0].collection })
        let rows = catalog.collections.lazy.filter { named.contains($0.id) }
            .map { ($0.id, $0.distinctions) }.filter { !$0.1.isEmpty }
        return Dictionary(rows) { first, _ in first }
    }

    // MARK: Jobs

    /// How many jobs are added at once, at most: the first ones begin while the others are made.
    private static let jobsAtOnce = 128

    /// Makes the jobs.
    ///
    /// - Parameters:
    ///   - assignment: the number of the assignment that they belong to.
    ///   - conclude: gets the items that somebody else has stored since they were planned.
    ///   - refuse: gets the receipts of entries that are not requested.
    ///   - add: gets the jobs of the entries to transfer, some at a time: what is missing, then what is stored, each in
    ///     the order of `givingTurns`.
    func make(
        for assignment: Int, conclude: (ItemEvent) -> Void, refuse: (Receipt) -> Void,
        add: ([TransferJob]) -> Void
    ) {
        for item in shared { conclude(item) }
        var jobs: [TransferJob] = []
        jobs.reserveCapacity(min(Self.jobsAtOnce, plan.entries.count))
        func make(at place: Int) {
            let entry = plan.entries[place]
            let job = avoidingHosts(job(for: entry, place: place, assignment))
            if let receipt = receiptAtOnce(entry, job) { return refuse(receipt) }
            jobs.append(job)
            guard jobs.count == Self.jobsAtOnce else { return }
            add(jobs)
            jobs.removeAll(keepingCapacity: true)
        }
        // What is missing comes before what is stored already, so that a sync that is interrupted again and again gets on.
        let number = Int.random(in: 0..<Int.max)
        for places in [
            plan.places { $0 != .revalidate && $0.hasEnding }, plan.places { $0 == .revalidate },
        ] {
            for place in givingTurns(places, from: number) { make(at: place) }
        }
        add(jobs)
    }

    /// Places in the order in which they are asked for.
    ///
    /// - Parameters:
    ///   - places: the places of entries, in the catalogue's order.
    ///   - number: says where what failed begins, if there is one try alone.
    /// - Returns: the places.
    private func givingTurns(_ places: [Int], from number: Int) -> [Int] {
        guard retries == 0, memory.hasFailures else { return places }
        return JobTurns.order(places, from: number) { place in
            memory.items[plan.key(at: place)]?.lastFailure != nil
        } host: { place in
            HostName.of(sources(of: plan.entries[place], memory.items[plan.key(at: place)]).url)
        }
    }

    /// How an entry ends without a request; `nil` if it is requested.
    private func receiptAtOnce(_ entry: PlanEntry, _ job: TransferJob) -> Receipt? {
        func receipt(_ ending: Receipt.Ending, _ remedy: Remedy? = nil) -> Receipt {
            Receipt(job, ending, at: now(), remedy: remedy)
        }
        if entry.action.transfers, let obstacle = obstacles[job.key] {
            let reasons = [obstacle.reason, obstacle.remedy].compactMap(\.self)
            return receipt(.failed(reason: reasons.joined(separator: ". ")))
        }
        return switch entry.action {
        case .refused: receipt(.failed(reason: entry.reason))
        case .postponed: receipt(.parked(reason: entry.reason))
        default: holds.isEmpty ? nil : reasonToAvoid(job).map { receipt(.failed(reason: $0), .sooner) }
        }
    }

    private func job(for entry: PlanEntry, place: Int, _ assignment: Int) -> TransferJob {
        let key = plan.key(at: place)
        let remembered = memory.items.isEmpty ? nil : memory.items[key]
        let (url, mirrors) = sources(of: entry, remembered)
        return TransferJob(
            key: key, title: entry.item.title, url: url, action: entry.action,
            promise: Self.promise(of: entry.item, remembered),
            name: names.given(
                key, at: place, recorded: remembered?.ofDocument(\.name), title: entry.item.title),
            stored: Self.origin(remembered), limits: limits, deadline: deadline, assignment: assignment,
            place: place,
            ways: ways(for: entry.action, remembered),
            distinction: distinctions.isEmpty ? nil : distinctions[entry.collection]?[entry.item.id],
            mirrors: mirrors)
    }

    private static func promise(of item: Item, _ remembered: ItemMemory?) -> DocumentPromise {
        var promise = DocumentPromise(item)
        promise.storedSize = remembered?.ofDocument(\.size)
        promise.knownSHA256 = remembered?.ofDocument(\.promisedSHA256) ?? nil
        // The document may have become a page.
        if item.isListedAsPage { return promise }
        let promised = promise.fileExtension
        let before = remembered?.ofDocument { document in
            ContentSniff.kindBefore(
                promised: promised, named: DocumentName.fileExtension(of: document.name),
                declared: document.mediaType)
        }
        promise.storedKind = before ?? ContentSniff.kindListed(promised: promised, as: item.listedKind)
        return promise
    }

    /// Where the version that is stored came from, or else the one that somebody discarded; `nil` if there is neither.
    private static func origin(_ remembered: ItemMemory?) -> DocumentOrigin? {
        guard let remembered, !remembered.isMissing else { return nil }
        return remembered.ofDocument(\.origin) ?? remembered.discarded?.origin
    }

    private func ways(for action: PlanEntry.Action, _ remembered: ItemMemory?) -> TransferJob.Ways {
        var ways: TransferJob.Ways = []
        // A partial document is continued, also that of an update, unless the plan says to fetch the whole.
        if action != .download, remembered?.partial != nil, !isRepetition { ways.insert(.resuming) }
        if isRepetition { ways.insert(.onceMore) }
        if isRepetition || remembered?.lastFailure != nil { ways.insert(.pastCaches) }
        // What was set aside may have come over a mixed connection, and whatever mixes it may do so again.
        if isRepetition || remembered?.isSetAside == true { ways.insert(.ownConnection) }
        if retries == 0 { ways.insert(.lastMismatch) }
        if remembered?.isDiscarded == true { ways.insert(.pastDiscarded) }
        return ways
    }

    /// Where an entry is fetched from: first from where a part or its stored version came from, because only that place can
    /// continue the one, and say whether the other is current.
    private func sources(
        of entry: PlanEntry, _ remembered: ItemMemory?
    ) -> (url: String, mirrors: TransferJob.Mirrors?) {
        let url = entry.item.url ?? ""
        var mirrors = entry.item.mirrors
        guard !mirrors.isEmpty else { return (url, nil) }
        let isContinued = ways(for: entry.action, remembered).contains(.resuming)
        let part = isContinued ? remembered?.partial?.resumableOrigin : nil
        let origin = part ?? Self.origin(remembered)
        guard let origin, let place = mirrors.firstIndex(where: origin.isOf) else {
            return (url, TransferJob.Mirrors(next: mirrors))
        }
        let first = mirrors.remove(at: place)
        return (first, TransferJob.Mirrors(next: [url] + mirrors))
    }

    // MARK: Hosts that asked to wait

    /// The job at the first of its mirrors that is not to be avoided, if there is one.
    private func avoidingHosts(_ job: TransferJob) -> TransferJob {
        guard !holds.isEmpty, job.mirrors != nil else { return job }
        var next: TransferJob? = job
        while let job = next {
            if reasonToAvoid(job) == nil { return job }
            next = job.atNextMirror(after: nil, leaving: true)
        }
        return job
    }

    /// Why a job is not requested: its URL is to wait, or its host asked to wait longer than a run does; `nil` if it is.
    private func reasonToAvoid(_ job: TransferJob) -> String? {
        let now = now()
        let ofHost = holds[job.host].flatMap { RetryPolicy.isBeyondPatience($0.wait(from: now)) ? $0 : nil }
        guard let hold = holds[job.url] ?? ofHost, hold.until > now else { return nil }
        return hold.told
    }
}

extension LibraryMemory {
    /// What keeps documents that are missing from being stored again, by item.
    fileprivate func obstacles(in store: any Store) async throws(StoreError) -> [ItemKey: StoreError] {
        let names = items.filter { $0.value.isMissing }.compactMapValues { $0.ofDocument(\.name) }
        guard !names.isEmpty else { return [:] }
        let found = try await store.obstacles(at: Array(names.values))
        return names.compactMapValues { found[FileName($0)] }
    }
}

extension HostHold {
    /// Whether runs with some limits heed it.
    func isHeeded(_ limits: QueueLimits, at now: Date) -> Bool {
        isBelieved(at: now) && (limits.holdsHosts || url != nil)
    }
}
