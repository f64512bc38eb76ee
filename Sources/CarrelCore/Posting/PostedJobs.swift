import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The jobs of one order, which are left to the machines that share the library's jobs.
struct PostedJobs {
    private let posting: Posting
    private let parts: RunParts
    private let counts: RunCounts
    private var order: PostedOrder?
    /// The items that another order had posted before.
    private var others: [Other] = []
    /// The last tries of those that a person asked for here, too.
    private var earlier: EarlierTries
    /// The request that they are, if a person made one.
    private var request: ReaderRequest?
    /// The catalogue, once something was planned.
    private var catalog: String?
    /// When nothing more is fetched; `nil` for never.
    private var deadline: Date?

    /// An item that another order had posted before.
    private struct Other {
        let item: ItemEvent
        /// Its job, if a person asked for it here, too.
        let job: TransferJob?
        /// What was remembered of it when it was to be posted here.
        let before: ItemMemory?
    }

    /// How long after that workers may take to say so; where there are none, nobody does.
    private static let grace: TimeInterval = 5
    /// How many items of other orders are asked for at once, at most.
    private static let page = 2000

    /// - Parameters:
    ///   - posting: the queue, and how.
    ///   - parts: what runs work with.
    ///   - counts: counts the results.
    init(_ posting: Posting, _ parts: RunParts, _ counts: RunCounts) {
        (self.posting, self.parts, self.counts) = (posting, parts, counts)
        earlier = EarlierTries(parts.library)
    }

    /// Posts the jobs of an errand.
    ///
    /// - Parameter errand: the errand, of the same catalogue as the others.
    /// - Throws: `PipelineError` if it cannot be prepared or the queue cannot be reached.
    mutating func add(_ errand: Errand) async throws(PipelineError) {
        let planned = try await PlannedJobs(of: errand, with: parts)
        (catalog, deadline) = (errand.plan.catalog, errand.share.budget.deadline)
        request = errand.request
        var refused: [Receipt] = []
        var jobs: [TransferJob] = []
        planned.make(for: 0) {
            counts.conclude(.unchanged, .unchanged($0))
        } refuse: {
            refused.append($0)
        } add: { made in
            jobs += made.map { $0.assigned(to: 0, at: $0.place, naming: naming(of: $0, planned)) }
        }
        do throws(StoreError) {
            try await parts.library.commit(refused.filter { !$0.isPutOff }.flatMap(\.changes))
            counts.conclude(refused)
            guard !jobs.isEmpty else { return }
            var order = try await begin(errand.plan.catalog)
            // Kept also if nothing can be added: what has ended is counted.
            self.order = order
            let taken = try await posting.queue.add(jobs, to: errand.lane, of: order.order)
            order.add(taken, planned.memory.items)
            self.order = order
            if posting.options.isDetached { return counts.post(jobs.count) }
            try await noteOthers(jobs.leaving(taken), planned.memory.items)
        } catch {
            throw PipelineError(error)
        }
    }

    private mutating func begin(_ catalog: String) async throws(StoreError) -> PostedOrder {
        if !posting.options.isDetached { try await order?.lookIn() }
        if let order { return order }
        return try await newOrder(catalog)
    }

    private func newOrder(_ catalog: String) async throws(StoreError) -> PostedOrder {
        let order = try await posting.queue.begin(
            catalog: catalog, parts.downloads.queueLimits, isFollowed: !posting.options.isDetached)
        return PostedOrder(
            order, posting, parts.library, counts, for: request, at: parts.context.now())
    }

    private mutating func noteOthers(
        _ jobs: [TransferJob], _ memory: [ItemKey: ItemMemory]
    ) async throws(StoreError) {
        request?.notePosted(jobs.map(\.key))
        for job in jobs {
            let wanted = request == nil ? nil : job
            others.append(Other(item: ItemEvent(job), job: wanted, before: memory[job.key]))
            if request != nil { try await earlier.note(job.key) }
        }
    }

    /// Posts errands, and follows how they end unless nobody waits for them.
    ///
    /// - Parameter add: adds them.
    mutating func post(
        _ add: (inout PostedJobs) async throws(PipelineError) -> Void
    ) async throws(PipelineError) {
        do throws(PipelineError) {
            try await add(&self)
        } catch {
            // Whoever interrupts is asked about what was posted, as at the end; otherwise the workers go on with it.
            guard case .cancelled = error, Task.isCancelled else {
                await abandon()
                throw error
            }
        }
        try await conclude()
    }

    /// Leaves what was posted to the workers.
    private func abandon() async {
        guard let order else { return }
        if !posting.options.isDetached { counts.post(order.left) }
        // Otherwise the order is left once nobody has followed it for a while.
        try? await posting.queue.leave(order.order)
    }

    /// Follows how the jobs end, unless nobody waits for them.
    ///
    /// - Throws: `PipelineError` if the queue cannot be reached for long.
    private mutating func conclude() async throws(PipelineError) {
        guard let catalog else { return }
        if var order {
            do throws(StoreError) {
                if posting.options.isDetached {
                    try await posting.queue.leave(order.order)
                } else {
                    try await follow(&order, of: catalog)
                }
            } catch {
                // The workers go on. Whoever interrupted has decided what becomes of the rest.
                if !posting.options.isDetached, !Task.isCancelled { counts.post(order.left) }
                throw PipelineError(error)
            }
        }
        await parts.discardSuperseded(of: catalog)
    }

    /// Whether it is worth while to wait for the workers.
    private var hasTime: Bool {
        deadline.map { parts.context.now() < $0.addingTimeInterval(Self.grace) } ?? true
    }

    /// Follows an order, then what another one had posted before; what that gives up and somebody asked for here, too, is
    /// posted anew.
    private mutating func follow(_ order: inout PostedOrder, of catalog: String) async throws(StoreError) {
        while true {
            try await order.follow { hasTime }
            let givenUp = try await waitForOthers()
            guard !givenUp.isEmpty else { return }
            order = try await newOrder(catalog)
            let taken = try await posting.queue.add(givenUp, to: .requested, of: order.order)
            let before = Dictionary(
                others.compactMap { other in other.before.map { (other.item.key, $0) } }
            ) { first, _ in first }
            order.add(taken, before)
            others = []
            try await noteOthers(givenUp.leaving(taken), before)
        }
    }

    /// Waits for items that another order had posted before, and counts their results here, too.
    ///
    /// - Returns: the jobs that a person asked for and that were given up.
    /// - Throws: `StoreError` if the queue cannot be reached for long.
    private func waitForOthers() async throws(StoreError) -> [TransferJob] {
        var givenUp: [TransferJob] = []
        for group in others.groups(of: Self.page) where !Task.isCancelled {
            givenUp += try await wait(for: group)
        }
        return givenUp
    }

    private func wait(for others: ArraySlice<Other>) async throws(StoreError) -> [TransferJob] {
        var left = Set(others.map(\.item.key))
        while true {
            left = try await posting.queue.underWay(left.filter { isWanted($0) })
            guard !left.isEmpty, !Task.isCancelled, hasTime else { break }
            await posting.queue.waitForNews(atMost: .seconds(1))
        }
        let memory = try await parts.library.memory(ofItems: others.map(\.item.key))
        var givenUp: [TransferJob] = []
        for other in others where !left.contains(other.item.key) {
            let item = other.item
            let wants = isWanted(item.key)
            if wants, let (outcome, event) = try await earlier.ending(of: item, memory[item.key]) {
                if let stored = memory[item.key]?.storing(of: item, since: other.before) {
                    counts.conclude(.stored, stored)
                } else {
                    counts.conclude(outcome, event)
                }
            } else if wants, let job = other.job, !Task.isCancelled, hasTime {
                givenUp.append(job)
            } else {
                counts.conclude(.parked, .parked(item, reason: nil))
            }
        }
        request?.noteEnded(others.map(\.item.key))
        counts.post(left.count)
        return givenUp
    }

    /// Whether an item was not cancelled.
    private func isWanted(_ key: ItemKey) -> Bool { request?.wants(key) ?? true }

    /// What a worker elsewhere needs to name a document as its server suggests; `nil` if names do not depend on that.
    private func naming(of job: TransferJob, _ planned: PlannedJobs) -> Shared<TransferJob.Naming>? {
        guard parts.downloads.usesContentDisposition else { return nil }
        let item = planned.plan.entries[job.place].item
        return Shared(TransferJob.Naming(item, number: planned.names.number(of: job.key)))
    }
}
