/// The run over one library, as long as somebody wants something of it.
actor Runs {
    private var current: (run: Run, task: Task<Void, Never>, users: Int)?

    /// Joins the run that is under way, or begins one.
    func enter(_ pipeline: Pipeline) -> Run {
        if let (run, task, users) = current, !run.isStopped {
            current = (run, task, users + 1)
            return run
        }
        let run = Run(pipeline)
        current = (run, Task { await run.perform() }, 1)
        return run
    }

    /// Leaves a run; the last one ends it, and returns when everything is recorded.
    func leave(_ run: Run) async {
        guard let (under, task, users) = current, under === run else { return }
        guard users == 1 else {
            current = (run, task, users - 1)
            return
        }
        current = nil
        run.close()
        await task.value
    }
}
