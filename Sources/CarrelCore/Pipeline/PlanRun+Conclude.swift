import Foundation

/// What becomes of a try: events, records, and what the queue is to do.
extension PlanRun {
    func conclude(
        _ job: DownloadQueue.Job, _ event: ItemEvent, result: ItemTransfer.Result, tries: Tries
    ) async -> DownloadQueue.Outcome {
        let entry = job.entry
        let passage = ConnectionTrail.Passage(entry: job.index, connections: tries.connections)
        func attempt(_ outcome: Attempt.Outcome, _ reason: String? = nil) -> Attempt {
            Attempt(
                key: event.key, date: tries.began, action: entry.action, outcome: outcome,
                status: result.status, bytes: tries.bytes, url: result.url, reason: reason,
                exchanges: tries.exchanges)
        }
        switch result.outcome {
        case .received(let received, let representation):
            var arrival = arrival(entry, event, received, representation, attempt(.stored))
            arrival.passage = passage
            await committer.add(arrival)
            return .done
        case .nonsense(let body, let representation, let reason):
            var arrival = arrival(
                entry, event, .staged(body.document), representation, attempt(.quarantined, reason))
            arrival.passage = passage
            arrival.aside = Committer.Aside(reason: reason, isWhole: body.isWhole)
            await committer.add(arrival)
            return .failed(reason: reason)
        case .unchanged(let origin):
            trail.note(passage, .unchanged)
            counts.add(.unchanged(event))
            committer.add(
                [.confirmed(event.key, origin), .attempt(attempt(.unchanged), updateAvailable: false)],
                canWait: true)
            return .done
        case .failed(let reason, let updateAvailable):
            trail.note(passage, .failed)
            counts.add(.failed(event, reason: reason))
            committer.add([.attempt(attempt(.failed, reason), updateAvailable: updateAvailable)])
            return .failed(reason: reason)
        case .passing(let failure):
            let host = HostName.of(result.url)
            return passing(
                host.isEmpty ? job.host : host, event, failure, tries, attempt(.failed, failure.reason),
                passage)
        case .storeFailed(let error): return stop(event, error)
        case .parked:
            counts.add(.parked(event, reason: nil))
            committer.add([.attempt(attempt(.parked), updateAvailable: false)])
            return .cancelled
        }
    }

    /// What has come, on its way to its group.
    private func arrival(
        _ entry: PlanEntry, _ event: ItemEvent, _ received: DocumentIntake.Received,
        _ representation: ItemTransfer.Representation, _ attempt: Attempt
    ) -> Committer.Arrival {
        let (stored, isMissing) = recorded(event.key)
        let name = name(of: entry, key: event.key, representation)
        // Many wait for their group: what only the name needed does not wait with them.
        var representation = representation
        representation.beginning = []
        return Committer.Arrival(
            event: event, received: received, representation: representation, name: name,
            date: pipeline.context.now(), stored: stored, isMissing: isMissing, attempt: attempt)
    }

    /// Tries again later, or gives up where there were enough tries.
    ///
    /// What the answer says of a host, it says of the one that answered, also after a redirect, and whether or not
    /// there is another try.
    private func passing(
        _ host: String, _ event: ItemEvent, _ failure: ItemTransfer.PassingFailure, _ tries: Tries,
        _ attempt: Attempt, _ passage: ConnectionTrail.Passage
    ) -> DownloadQueue.Outcome {
        if failure.asksForPatience, let wait = failure.retryAfter { remember(wait, of: host, failure.reason) }
        let holdsHost = failure.asksForPatience && pipeline.downloads.holdsHosts
        var verdict = DownloadQueue.HostVerdict(host, hasFailed: failure.isOfHost)
        if holdsHost { verdict.hold = failure.retryAfter }
        var tries = tries
        // A body with a wrong digest gets one more try, however few or many the others get.
        let index = failure.isMismatch ? 0 : tries.retries
        guard let delay = retry.delay(before: index, atLeast: failure.retryAfter) else {
            trail.note(passage, .failed)
            counts.add(.failed(event, reason: failure.reason))
            committer.add([.attempt(attempt, updateAvailable: failure.updateAvailable)])
            verdict.isOver = holdsHost && retry.isBeyondPatience(failure.retryAfter)
            return .failed(reason: failure.reason, host: verdict)
        }
        tries.retries += 1
        tries.hasMismatch = tries.hasMismatch || failure.isMismatch
        remember(event.key, tries)
        if holdsHost { verdict.hold = delay }
        return .again(after: delay, host: verdict)
    }

    // MARK: What never came to a try

    /// Marks an item whose host is left alone.
    func giveUp(_ job: DownloadQueue.Job, reason: String) {
        let tries = forget(job.key)
        fail(
            job.entry, ItemEvent(job.entry, key: job.key), reason: reason, bytes: tries?.bytes ?? 0,
            exchanges: tries?.exchanges ?? [])
    }

    /// Fails an item that was not requested, or not again.
    func fail(
        _ entry: PlanEntry, _ event: ItemEvent, reason: String, bytes: Int64 = 0,
        exchanges: [AttemptExchange] = []
    ) {
        counts.add(.failed(event, reason: reason))
        record(entry, event, .failed, reason: reason, bytes: bytes, exchanges: exchanges)
    }

    /// Leaves an item for a later run.
    func park(_ entry: PlanEntry, _ event: ItemEvent, _ reason: String) -> DownloadQueue.Outcome {
        counts.add(.parked(event, reason: reason))
        record(entry, event, .parked, reason: reason)
        return .cancelled
    }

    /// Leaves an item for a later run that waits for another try when this one ends.
    func parkWaiting(_ key: ItemKey, _ tries: Tries) {
        let event = ItemEvent(tries.entry, key: key)
        counts.add(.parked(event, reason: nil))
        committer.add([
            .attempt(
                Attempt(
                    key: key, date: tries.began, action: tries.entry.action, outcome: .parked, status: nil,
                    bytes: tries.bytes, url: event.url, exchanges: tries.exchanges), updateAvailable: false)
        ])
    }

    /// Fails an item because the store can take no more, and ends the run.
    func stop(_ event: ItemEvent, _ error: StoreError) -> DownloadQueue.Outcome {
        counts.add(.failed(event, reason: error.reason))
        counts.fail(error)
        return .failed(reason: error.description)
    }

    private func record(
        _ entry: PlanEntry, _ event: ItemEvent, _ outcome: Attempt.Outcome, reason: String, bytes: Int64 = 0,
        exchanges: [AttemptExchange] = []
    ) {
        let attempt = Attempt(
            key: event.key, date: pipeline.context.now(), action: entry.action, outcome: outcome, status: nil,
            bytes: bytes, url: event.url, reason: reason, exchanges: exchanges)
        committer.add([.attempt(attempt, updateAvailable: false)])
    }

    // MARK: Patience

    /// Remembers across runs that a host asked for patience.
    private func remember(_ wait: Duration, of host: String, _ reason: String) {
        let until = pipeline.context.now().addingTimeInterval(wait.seconds)
        committer.add([.held(HostHold(host: host, until: until, reason: reason))])
    }

    /// Holds the hosts that asked for patience in an earlier run.
    func hold(_ queue: DownloadQueue) async {
        let now = pipeline.context.now()
        // Recorded anew, so that the longest time does not begin again with every run.
        committer.add(longHolds.map { .held($0.limited(from: now)) })
        for hold in holds.values { await queue.hold(hold.host, for: hold.wait(from: now)) }
    }

    /// Why nothing is to be requested of a host, which asked for more patience than a run has; `nil` otherwise.
    func reasonToAvoid(_ host: String) -> String? {
        guard let hold = holds[host], retry.isBeyondPatience(hold.wait(from: pipeline.context.now())) else {
            return nil
        }
        return "\(host) asked to wait until \(hold.until.formatted(.iso8601)): \(hold.reason)"
    }
}
