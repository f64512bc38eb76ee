import CarrelBasics
import CarrelStages

/// Works on the jobs that a library's machines share, until it is drained.
///
/// It holds the library together with others only while it has something to do, so that whoever needs it alone gets it.
public final class Worker: Sendable {
    let desk: Desk
    private let connect: @Sendable () async throws(StoreError) -> any SharedQueue
    private let options: WorkOptions
    let width: Int
    let tell: @Sendable (WorkEvent) -> Void
    let leases: WorkerLeases
    let state = Locked(WorkerState())
    let clock = ContinuousClock()

    /// How often leases are extended, as a part of the time that they last.
    private static let extending = 3
    /// The longest wait before it looks for jobs again.
    static let patience = Duration.seconds(2)
    /// The longest wait of a worker that ends when no job is left.
    private static let shortPatience = Duration.milliseconds(200)

    init(
        _ desk: Desk, width: Int, _ options: WorkOptions, tell: @escaping @Sendable (WorkEvent) -> Void,
        connect: @escaping @Sendable () async throws(StoreError) -> any SharedQueue
    ) {
        (self.desk, self.width, self.options, self.tell, self.connect) = (desk, width, options, tell, connect)
        leases = WorkerLeases { tell(.lost(host: $0)) }
    }

    /// What it has done so far.
    public var report: WorkerReport { state.withLock { $0.report } }

    /// The number of hosts that it fetches from.
    public var leaseCount: Int { leases.count }

    /// Has it take no further jobs: what is being fetched goes back to the queue, with the bytes so far kept here.
    public func drain() {
        let resting = state.withLock { state in
            state.report.isDraining = true
            return state.resting
        }
        resting?.cancel()
        leases.stopAll()
    }

    var isDraining: Bool { report.isDraining }

    /// Works until it is drained, or with `untilEmpty` until no job is left.
    ///
    /// A database that does not answer, or that holds no library yet, is waited for.
    ///
    /// - Throws: `StoreError` if its own folder cannot be written to, the queue is of another version, or with `untilEmpty` the
    ///   database's user lacks rights.
    public func run() async throws {
        let result = await Result(of: { try await workOn() })
        // However it ended, and in a task of its own, which nobody cancels: others are waiting for its hosts.
        await Task { await leave() }.value
        try result.get()
    }

    private func workOn() async throws {
        var pause = GrowingPause()
        while !isDraining, !Task.isCancelled {
            do {
                if try await work() { break }
                if report.trouble == nil { pause = GrowingPause() }
            } catch {
                guard let error = passing(error) else { throw error }
                note(error)
                await leave()
                await tellTrouble()
                let time = pause.next()
                await rest { try? await Task.sleep(for: time) }
            }
        }
    }

    /// Has the queue know why this worker does nothing, so that whoever looks sees it.
    private func tellTrouble() async {
        guard !isDraining, let worker = try? await entered() else { return }
        _ = try? await extend(worker)
    }

    /// Gives up what it has: others get its jobs, also where something went wrong in the middle.
    private func leave() async {
        let (queue, worker) = state.withLock { ($0.queue, $0.worker.take()) }
        if let queue, let worker { try? await queue.remove(worker) }
    }

    /// The queue, once it was reached.
    var queue: any SharedQueue {
        get async throws(StoreError) {
            if let queue = state.withLock({ $0.queue }) { return queue }
            let queue = try await connect()
            state.withLock { $0.queue = queue }
            return queue
        }
    }

    /// The part of an error that may pass while it waits; `nil` if it is to end.
    func passing(_ error: any Error) -> StoreError? {
        StoreError.passing(error, untilEmpty: options.untilEmpty)
    }

    /// Tells of trouble that may pass.
    func note(_ error: StoreError) {
        if state.withLock({ $0.note(error) }) { tell(.trouble(error)) }
    }

    /// Notes that the queue answers.
    ///
    /// - Parameter isIdle: whether no job and no document is left that trouble could be with.
    func noteRecovery(isIdle: Bool = false) {
        if state.withLock({ $0.noteRecovery(isIdle: isIdle) }) { tell(.recovered) }
    }

    /// Notes that a lease was carried out.
    ///
    /// - Parameters:
    ///   - jobs: how many jobs it had.
    ///   - hasStored: whether any document was stored since these leases began.
    func noteCarriedOut(_ jobs: Int, hasStored: Bool) {
        state.withLock { $0.noteCarriedOut(jobs, hasStored: hasStored) }
        noteRecovery()
    }

    // MARK: Rounds

    /// Waits for jobs, then works while there are some.
    ///
    /// - Returns: whether nothing is left to do for good.
    private func work() async throws -> Bool {
        let queue = try await queue
        let worker = try await entered()
        let first = try await lease(worker, atMost: width)
        noteRecovery()
        guard first.leases.isEmpty else {
            try await working(worker) { try await self.carry(first, worker, $0) }
            return false
        }
        try await extend(worker)
        try await finishUnnamed(worker)
        // That others have all jobs just now does not say that their documents can be kept.
        if options.untilEmpty || report.trouble != nil {
            let status = try await queue.status(mostHosts: 0)
            // The documents of a worker that is gone are left to this one once its lease is over.
            if status.waiting == 0, status.leased == 0, status.unnamed == 0 {
                noteRecovery(isIdle: true)
                if options.untilEmpty { return true }
            }
        }
        // The end of the last lease is not news, so whoever ends with it looks more often.
        let patience = options.untilEmpty ? Self.shortPatience : Self.patience
        await rest { await queue.waitForNews(atMost: patience) }
        return false
    }

    /// Does something while it holds the library together with others; before that, what workers left that are gone is
    /// finished.
    ///
    /// It is heard of all the time: otherwise others would do the same.
    private func working(
        _ worker: QueueWorker, _ body: @Sendable (Pipeline) async throws -> Void
    ) async throws {
        state.withLock { $0.noteOpening(at: clock.now) }
        async let _ = keepLeases(worker)
        do {
            try await desk.working(worker, body)
        } catch {
            state.withLock { $0.noteFailure() }
            throw error
        }
    }

    /// Gives documents their names that workers left which are gone; whoever has the library alone does so himself.
    private func finishUnnamed(_ worker: QueueWorker) async throws {
        guard state.withLock({ $0.hasToFinish }) else { return }
        do {
            try await working(worker) { _ in }
        } catch let error as StoreError where error.code == .busy {}
    }

    /// Waits, unless it is drained.
    private func rest(_ body: @escaping @Sendable () async -> Void) async {
        let resting = Task { await body() }
        let isDraining = state.withLock { state in
            state.resting = resting
            return state.report.isDraining
        }
        if isDraining { resting.cancel() }
        await resting.valueCancelledWithCaller
    }

    /// The worker's entry, made anew where the queue has forgotten it.
    private func entered() async throws(StoreError) -> QueueWorker {
        if let worker = state.withLock({ $0.worker }) { return worker }
        let place = state.withLock { $0.place(options.place) }
        let worker = try await queue.enter(options.name, at: place)
        state.withLock { $0.worker = worker }
        return worker
    }

    // MARK: Leases

    /// Extends the leases until the work is done.
    private func keepLeases(_ worker: QueueWorker) async {
        while !Task.isCancelled {
            let lasts = (try? await extend(worker)) ?? .seconds(2)
            try? await Task.sleep(for: lasts / Self.extending)
        }
    }

    /// Says that it works, and hears what it has to stop.
    ///
    /// - Returns: how long leases last.
    @discardableResult private func extend(_ worker: QueueWorker) async throws(StoreError) -> Duration {
        let question = leases.question
        let news = try await queue.extend(worker, report, keeping: question.leases)
        leases.note(news, after: question)
        state.withLock { $0.note(news, asked: question.asked) }
        return news.lasts
    }
}
