import Foundation

/// Runs downloads, at most so many at once, each item once, and knows the state of each.
///
/// A front end adds items with `enqueue` while `run` is under way; a change of the selected collection cancels
/// what belongs to the old one. A job that fails never stops the others. A job that is to be tried again, or whose
/// host asked for patience, waits without holding up any other.
public actor DownloadQueue {
    private enum State {
        case queued
        case running(Task<Void, Never>?)
        case cancelled
        case failed(reason: String)
    }

    private let maxConcurrent: Int
    private let work: Work
    private let giveUp: GiveUp
    private let time: MonotonicTime
    private let fractions = Locked<[ItemKey: Double]>([:])
    private var queues: HostQueues
    /// The hosts that are left alone for the rest of the run, with the reason.
    private var leftAlone: [String: String] = [:]
    private var states: [ItemKey: State] = [:]
    /// How many are in flight, what was cancelled and has not ended yet included.
    private var inFlight = 0
    /// Jobs of items whose cancelled try has not ended yet.
    private var afterCancelled: [ItemKey: Job] = [:]
    private var timer: (instant: Duration, task: Task<Void, Never>)?
    private var isRunning = false
    private var isFinishing = false
    private var isStopped = false
    private var whenDone: CheckedContinuation<Void, Never>?

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - limits: how many jobs run at once, and how hosts are treated.
    ///   - clock: measures and waits.
    ///   - work: does one job.
    ///   - giveUp: gives up a job that was not started, because its host is left alone.
    public init(
        _ limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock(), work: @escaping Work,
        giveUp: @escaping GiveUp = { _, _ in }
    ) {
        maxConcurrent = max(1, limits.maxConcurrent)
        queues = HostQueues(
            maxPerHost: max(1, limits.maxPerHost ?? limits.maxConcurrent), interval: limits.interval,
            failureLimit: limits.hostFailures)
        self.work = work
        self.giveUp = giveUp
        time = MonotonicTime(clock)
    }

    /// Adds a job.
    ///
    /// - Returns: `false` where the item is queued or in flight already.
    @discardableResult
    public func enqueue(_ job: Job) -> Bool { enqueue([job]) == 1 }

    /// Adds jobs, in order.
    ///
    /// - Returns: how many; an item that is queued or in flight already is left out.
    @discardableResult
    public func enqueue(_ jobs: some Sequence<Job> & Sendable) -> Int {
        var added = 0
        for job in jobs {
            switch states[job.key] {
            case .queued, .running: continue
            case .cancelled: afterCancelled[job.key] = job
            case .failed, nil:
                states[job.key] = .queued
                queues.add(job)
            }
            added += 1
        }
        startWhatCan()
        return added
    }

    /// Starts nothing of a host before a time has passed.
    public func hold(_ host: String, for duration: Duration) {
        queues.hold(host, until: time.elapsed() + duration)
    }

    /// The state of an item that is queued, in flight or failed; `nil` for any other.
    public func status(of key: ItemKey) -> ItemStatus? {
        switch states[key] {
        case .queued: .downloading(fraction: nil)
        case .running: .downloading(fraction: fractions.withLock { $0[key] })
        case .failed(let reason): .failed(reason: reason)
        case .cancelled: afterCancelled[key] == nil ? nil : .downloading(fraction: nil)
        case nil: nil
        }
    }

    /// The number of items that are queued or in flight.
    public var count: Int { queues.count + inFlight + afterCancelled.count }

    /// Cancels everything of other collections than the selected one and forgets what is known of it.
    public func select(_ collection: CollectionKey) {
        cancel { $0 != collection }
    }

    /// Cancels everything of a collection and forgets what is known of it.
    public func cancel(_ collection: CollectionKey) {
        cancel { $0 == collection }
    }

    /// Cancels what is in flight; what is queued has its turn.
    public func cancelInFlight() {
        for case .running(let task) in states.values { task?.cancel() }
    }

    private func cancel(where condition: (CollectionKey) -> Bool) {
        func isMeant(_ key: ItemKey) -> Bool {
            condition(CollectionKey(catalog: key.catalog, collection: key.collection))
        }
        for job in queues.remove(where: { isMeant($0.key) }) { states[job.key] = nil }
        for (key, state) in states where isMeant(key) {
            switch state {
            case .running(let task):
                task?.cancel()
                states[key] = .cancelled
            case .cancelled: afterCancelled[key] = nil
            case .queued, .failed: states[key] = nil
            }
            fractions.withLock { $0[key] = nil }
        }
        startWhatCan()
    }

    /// Lets `run` end when all jobs are done.
    public func finish() {
        isFinishing = true
        endIfDone()
    }

    /// Does jobs until `finish`, or until the task is cancelled; then those in flight are cancelled too.
    public func run() async {
        isRunning = true
        startWhatCan()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                whenDone = continuation
                endIfDone()
            }
        } onCancel: {
            Task { await self.stop() }
        }
        timer?.task.cancel()
        timer = nil
        isRunning = false
    }

    private func stop() {
        isStopped = true
        cancelInFlight()
        endIfDone()
    }

    private func endIfDone() {
        let isEmpty = queues.count == 0 && afterCancelled.isEmpty
        guard inFlight == 0, isStopped || isFinishing && isEmpty else { return }
        whenDone?.resume()
        whenDone = nil
    }

    // MARK: Jobs

    private func startWhatCan() {
        defer { endIfDone() }
        guard isRunning, !isStopped else { return }
        let now = time.elapsed()
        while inFlight < maxConcurrent, let job = queues.next(at: now) { start(job) }
        if inFlight < maxConcurrent { wait(until: queues.nextInstant, now: now) }
    }

    private func start(_ job: Job) {
        inFlight += 1
        let fractions = fractions
        let task = Task { @concurrent [work] in
            let outcome = await work(job) { fraction in fractions.withLock { $0[job.key] = fraction } }
            await self.ended(job, outcome)
        }
        states[job.key] = .running(task)
    }

    private func ended(_ job: Job, _ outcome: Outcome) async {
        inFlight -= 1
        queues.ended(job)
        fractions.withLock { $0[job.key] = nil }
        if case .cancelled = states[job.key] {
            states[job.key] = nil
            if let next = afterCancelled.removeValue(forKey: job.key) {
                states[job.key] = .queued
                queues.add(next)
            }
        } else {
            conclude(job, outcome)
        }
        startWhatCan()
    }

    private func conclude(_ job: Job, _ outcome: Outcome) {
        states[job.key] = nil
        switch outcome {
        case .done: queues.noteSuccess(job.host)
        case .cancelled: break
        case .failed(let reason, let verdict):
            states[job.key] = .failed(reason: reason)
            hold(verdict)
            guard let verdict else { return }
            let isTooMuch = verdict.hasFailed && queues.noteFailure(verdict.host)
            if isTooMuch || verdict.isOver { leaveAlone(verdict.host, reason: reason) }
        case .again(let delay, let verdict):
            hold(verdict)
            if let why = leftAlone[job.host] { return giveUp([job], why) }
            states[job.key] = .queued
            queues.add(job, at: time.elapsed() + delay)
        }
    }

    private func hold(_ verdict: HostVerdict?) {
        guard let verdict, let hold = verdict.hold else { return }
        queues.hold(verdict.host, until: time.elapsed() + hold)
    }

    /// Requests nothing more of a host: gives up every job of it that waits, and those that are to be tried again.
    private func leaveAlone(_ host: String, reason: String) {
        let why = leftAlone[host] ?? "\(host) is left alone for this run: \(reason)"
        leftAlone[host] = why
        giveUp(queues.remove { $0.host == host }, why)
    }

    /// Why nothing is to be requested of a host in this run; `nil` where nothing speaks against it.
    ///
    /// For a job that was started before its host was left alone and has not sent its request yet.
    public func reasonToLeaveAlone(_ host: String) -> String? { leftAlone[host] }

    private func giveUp(_ jobs: [Job], _ why: String) {
        guard !jobs.isEmpty else { return }
        for job in jobs { states[job.key] = .failed(reason: why) }
        // Counts as one that is in flight, so that the run does not end before.
        inFlight += 1
        Task { @concurrent [giveUp] in
            for job in jobs { await giveUp(job, why) }
            await self.gaveUp()
        }
    }

    private func gaveUp() {
        inFlight -= 1
        startWhatCan()
    }

    // MARK: Time

    /// Looks again at an instant, if it is the earliest.
    private func wait(until instant: Duration?, now: Duration) {
        guard let instant else { return }
        if let timer, timer.instant <= instant { return }
        timer?.task.cancel()
        let sleep = time.sleep
        timer = (
            instant,
            Task { [weak self] in
                guard (try? await sleep(max(.zero, instant - now))) != nil else { return }
                await self?.wake(at: instant)
            }
        )
    }

    private func wake(at instant: Duration) {
        if timer?.instant == instant { timer = nil }
        startWhatCan()
    }
}
