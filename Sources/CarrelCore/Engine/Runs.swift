import CarrelModel
import CarrelStages

/// The runs over one library while somebody uses them: only one, unless it was stopped and somebody began another.
actor Runs {
    /// A run that goes on, and how many use it.
    private struct Current {
        var run: Run
        var task: Task<Void, Never>
        var users = 1
    }

    private var runs: [Current] = []
    /// How many catalogues in parts need the names, whether or not they have a run.
    private var holders = 0
    /// The names that these runs have given.
    nonisolated let names = RunNames()
    /// The URLs that catalogues synced side by side are about to fetch, each for the first catalogue that lists it.
    nonisolated let urls = RunNames()

    /// Joins the current run, which keeps to the limits from then on, or begins one.
    func enter(_ parts: RunParts) -> Run {
        if let index = runs.firstIndex(where: { !$0.run.isStopped }) {
            runs[index].run.queue.tighten(to: parts.queueLimits)
            runs[index].users += 1
            return runs[index].run
        }
        let run = Run(parts)
        runs.append(Current(run: run, task: Task { await run.perform() }))
        return run
    }

    /// Leaves a run; the last one to leave ends it, and returns once everything is recorded.
    func leave(_ run: Run) async {
        guard let index = runs.firstIndex(where: { $0.run === run }) else { return }
        runs[index].users -= 1
        guard runs[index].users == 0 else { return }
        let task = runs.remove(at: index).task
        run.close()
        await task.value
        clearIfUnused()
    }

    /// Keeps the names from now on, also while there is no run.
    func holdNames() { holders += 1 }

    /// Keeps the names while something is given one that is not recorded yet.
    nonisolated func holdingNames<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await holdNames()
        let result: Result
        do {
            result = try await body()
        } catch {
            await releaseNames()
            throw error
        }
        await releaseNames()
        return result
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
    }

    /// Cancels jobs that a reader requested: takes waiting ones out of the queue, and parks those in flight.
    ///
    /// - Parameters:
    ///   - reader: who requested them.
    ///   - condition: which items; runs under the queue's lock and must not call the queue.
    func cancel(for reader: Reader, where condition: @escaping @Sendable (ItemKey) -> Bool) {
        for current in runs { current.run.cancel(for: reader, where: condition) }
    }

    /// The items that wait or are being fetched.
    var underWay: Set<ItemKey> {
        runs.reduce(into: Set<ItemKey>()) { $0.formUnion($1.run.queue.underWay) }
    }
}
