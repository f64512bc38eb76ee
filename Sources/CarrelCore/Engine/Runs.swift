import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// The runs over one library while somebody uses them: only one, unless it was stopped and somebody began another.
actor Runs {
    /// A run that goes on, and how many use it.
    private struct Current {
        var run: Run
        var task: Task<Void, Never>
        var users: Set<Int>
        /// The users who were cancelled.
        var cancelled: Set<Int> = []
    }

    private var runs: [Current] = []
    private var lastUser = 0
    /// How many need the names, whether or not they have a run: catalogues in parts, those synced side by side, what is
    /// posted and what is adopted.
    private var holders = 0
    /// The names that these runs have given.
    nonisolated let names = RunNames()
    /// The URLs that these runs are about to fetch, except for catalogues in parts.
    nonisolated let urls = ClaimedURLs()
    /// The catalogues that these runs sync.
    nonisolated let catalogs = RunCatalogs()

    /// Uses the current run, which keeps to the limits from then on, or a new one.
    ///
    /// Whoever leaves a run goes on once everything that has ended so far is recorded, unless cancelled; the last one ends it.
    ///
    /// - Parameters:
    ///   - parts: what a new one works with.
    ///   - body: uses the run; returns the error if the library can no longer be written to.
    /// - Returns: that error, or the run's own; and what `body` returned.
    /// - Throws: `PipelineError` of `body`.
    nonisolated func withRun<Value>(
        _ parts: RunParts, _ body: (Run) async throws(PipelineError) -> (StoreError?, Value)
    ) async throws(PipelineError) -> (failure: StoreError?, value: Value) {
        let (run, user) = await enter(parts)
        let ended = await using(run, user) {
            await Result(of: { () async throws(PipelineError) in
                let used = try await body(run)
                if !Task.isCancelled { await run.waitUntilRecorded() }
                return used
            })
        }
        let (failure, value) = try ended.get()
        return (failure ?? run.failure, value)
    }

    /// Stores an item's document without a job, in a run in which no job is about the item meanwhile: a job goes by what
    /// was recorded when it was planned.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - title: its title, for the error.
    ///   - parts: what a new run works with.
    ///   - body: stores it.
    /// - Throws: `StoreError` of the body, or with `.beingFetched` while the item is being fetched.
    nonisolated func claiming<Value>(
        _ key: ItemKey, title: String, _ parts: RunParts, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let (run, user) = await enter(parts, fetches: false)
        let result = await using(run, user) {
            await Result(of: { () async throws(StoreError) in
                guard await claim(key, in: run) else { throw .beingFetched(title) }
                defer { run.queue.landed(key) }
                // How a try of it ended just now must not be recorded behind it.
                await run.waitUntilRecorded()
                return try await body()
            })
        }
        return try result.get()
    }

    /// Uses a run and leaves it; whoever is cancelled meanwhile no longer keeps it from being given up.
    private nonisolated func using<Value>(_ run: Run, _ user: Int, _ body: () async -> Value) async -> Value {
        let value = await withTaskCancellationHandler {
            await body()
        } onCancel: {
            if run.isElsewhere { Task { await self.giveUpSoon(run, user) } }
        }
        await leave(run, user)
        return value
    }

    private func claim(_ key: ItemKey, in run: Run) -> Bool {
        // One that was stopped may not have recorded everything yet.
        let isElsewhere = runs.contains { $0.run !== run && $0.run.queue.underWay.contains(key) }
        return !isElsewhere && run.queue.claim(key)
    }

    private func enter(_ parts: RunParts, fetches: Bool = true) -> (Run, user: Int) {
        lastUser += 1
        if let index = runs.firstIndex(where: { !$0.run.isStopped }) {
            if fetches { runs[index].run.queue.tighten(to: parts.queueLimits) }
            runs[index].users.insert(lastUser)
            return (runs[index].run, lastUser)
        }
        let run = Run(parts)
        let activity = parts.context.activity
        let task = Task { await activity.telling({ run.queue.pause }) { await run.perform() } }
        runs.append(Current(run: run, task: task, users: [lastUser]))
        return (run, lastUser)
    }

    private func leave(_ run: Run, _ user: Int) async {
        guard let index = index(of: run) else { return }
        runs[index].users.remove(user)
        runs[index].cancelled.remove(user)
        guard runs[index].users.isEmpty else {
            if run.isElsewhere { giveUpSoon(run) }
            return
        }
        let task = runs.remove(at: index).task
        run.close()
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            run.giveUpSoon()
        }
        clearIfUnused()
    }

    /// Gives a run up once all its users were cancelled and its store has not answered for a while.
    ///
    /// Whoever enters before that keeps it going; whoever enters later begins a new one.
    private func giveUpSoon(_ run: Run, _ user: Int) {
        guard let index = index(of: run), runs[index].users.contains(user) else { return }
        runs[index].cancelled.insert(user)
        giveUpSoon(run)
    }

    private func giveUpSoon(_ run: Run) {
        guard isLeft(run) else { return }
        // Whoever waits holds no run that has ended.
        Task { [weak run] in
            try? await Task.sleep(for: Run.grace)
            if let run, isLeft(run) { run.giveUp() }
        }
    }

    private func isLeft(_ run: Run) -> Bool {
        index(of: run).map { runs[$0].users == runs[$0].cancelled } ?? false
    }

    private func index(of run: Run) -> Int? { runs.firstIndex { $0.run === run } }

    /// Keeps the names from now on, also while there is no run.
    func holdNames() { holders += 1 }

    /// Keeps the names while something is given one that is not recorded yet.
    nonisolated func holdingNames<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await holdNames()
        let result = await Result(of: body)
        await releaseNames()
        return try result.get()
    }

    /// Lets the names go that `holdNames` kept.
    func releaseNames() {
        holders -= 1
        clearIfUnused()
    }

    private func clearIfUnused() {
        guard runs.isEmpty, holders == 0 else { return }
        names.clear()
        urls.clear()
        catalogs.clear()
    }

    /// Cancels jobs that a reader requested: takes waiting ones out of the queue, and parks those in flight.
    ///
    /// - Parameters:
    ///   - items: which items.
    ///   - reader: who requested them.
    func cancel(_ items: JobSelection.Items, for reader: Reader) {
        for current in runs { current.run.cancel(items, for: reader) }
    }

    /// Takes what is ignored by now out of the queues, and parks what of it is in flight.
    func heedIgnored() async {
        for current in runs { await current.run.heedIgnored() }
    }

    /// Whether somebody wants one of some items that wait or are being fetched.
    func isAnyWanted(_ keys: [ItemKey]) -> Bool {
        runs.contains { current in keys.contains { current.run.queue.isWanted($0) } }
    }

    /// The items that wait or are being fetched.
    var underWay: Set<ItemKey> {
        runs.reduce(into: Set<ItemKey>()) { $0.formUnion($1.run.queue.underWay) }
    }
}

extension StoreError {
    /// The error of whoever wants to store a document that a run is about to store.
    fileprivate static func beingFetched(_ title: String) -> StoreError {
        StoreError(
            .beingFetched, subject: title, reason: "it is being fetched",
            remedy: "Try again when that has ended")
    }
}
