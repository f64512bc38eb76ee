import CarrelModel
import CarrelStages

/// The runs over one library, as long as somebody wants something of them: one, unless it was stopped and somebody came
/// meanwhile.
actor Runs {
    private struct Under {
        var run: Run
        var task: Task<Void, Never>
        var users = 1
    }

    private var runs: [Under] = []
    /// The names that were given in them.
    nonisolated let names = RunNames()
    /// The URLs that catalogues are about to fetch which are synced side by side, each for the first one that lists it.
    nonisolated let urls = RunNames()

    /// Joins the run that is under way, or begins one.
    func enter(_ parts: RunParts) -> Run {
        if let index = runs.firstIndex(where: { !$0.run.isStopped }) {
            runs[index].users += 1
            return runs[index].run
        }
        let run = Run(parts)
        runs.append(Under(run: run, task: Task { await run.perform() }))
        return run
    }

    /// Leaves a run; the last one ends it, and returns when everything is recorded.
    func leave(_ run: Run) async {
        guard let index = runs.firstIndex(where: { $0.run === run }) else { return }
        runs[index].users -= 1
        guard runs[index].users == 0 else { return }
        let task = runs.remove(at: index).task
        run.close()
        await task.value
        if runs.isEmpty {
            names.clear()
            urls.clear()
        }
    }

    /// Stops jobs of assignments: those that wait are left alone, those in flight are parked.
    ///
    /// - Parameters:
    ///   - reader: who asked for them.
    ///   - condition: which items; must not call out.
    func cancel(for reader: Reader, where condition: @escaping @Sendable (ItemKey) -> Bool) {
        for under in runs { under.run.cancel(for: reader, where: condition) }
    }

    /// The items that wait or are on their way.
    var underWay: Set<ItemKey> {
        runs.reduce(into: Set<ItemKey>()) { $0.formUnion($1.run.queue.underWay) }
    }
}
