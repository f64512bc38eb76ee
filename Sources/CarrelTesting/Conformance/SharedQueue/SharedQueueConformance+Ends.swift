import CarrelModel
import CarrelStages

/// What becomes of the jobs of workers that die, stop or are late.
extension SharedQueueConformance {
    static let ends: [Check] = [
        Check("the jobs of a worker that is not heard of go to another, and its records are refused") {
            testbed in
            let (queue, other) = (
                try await testbed.queue(lasts: .milliseconds(50)), try await testbed.queue()
            )
            try await post(["a/1", "a/2"], on: queue)
            let lost = try await next(queue, try await queue.enter("dead", at: "dead"))
            let lease = try await next(other, try await other.enter("alive", at: "alive"))
            try requireEqual(lease.titles, ["a/1", "a/2"], "what the other one gets")
            let workers = try await other.status(mostHosts: 1).workers
            try requireEqual(workers.map(\.isLate), [true, false], "who is late")
            try requireEqual(workers.map(\.leases), [0, 1], "leases that have not ended")
            try require(lease.number > lost.number, "the numbers of leases ascend")
            try requireEqual(
                try await testbed.end([ticket(lost.jobs[0].job, lost)]), [lost.number], "leases that are lost"
            )
            try requireEqual(try await queue.underWay(lost.jobs.map(\.job.key)).count, 2, "what is under way")
            try await queue.release(lost.number, HostState())
            try requireEqual(
                try await queue.giveBack(lost.jobs.map { DelayedJob($0.job) }, of: lost.number).count, 2,
                "what the dead one cannot give back")
            try requireEqual(
                try await testbed.end(lease.jobs.map { ticket($0.job, lease) }), [], "leases that are lost")
            try requireEqual(
                try await queue.underWay(lost.jobs.map(\.job.key)), [], "what is under way at the end")
        },
        Check("the jobs of a lease that has ended wait, before another worker comes, too") { testbed in
            let queue = try await testbed.queue(lasts: .milliseconds(50))
            try await post(["a/1", "a/2", "a/3"], on: queue)
            _ = try await next(queue, try await queue.enter("dead", at: "dead"), jobs: 2)
            try await wait(at: queue, "the lease goes on") {
                try await queue.status(mostHosts: 1).leased == 0
            }
            let status = try await queue.status(mostHosts: 1)
            try requireEqual([status.waiting, status.leased, status.hostCount], [3, 0, 1], "jobs and hosts")
            try requireEqual(status.hosts.map(\.waiting), [3], "what waits at the host")
            try requireEqual(status.hosts.compactMap(\.worker), [], "who fetches from it")
        },
        Check("a worker that is heard of keeps its leases") { testbed in
            let (queue, other) = (
                try await testbed.queue(), try await testbed.queue(lasts: .milliseconds(50))
            )
            try await post(["a/1", "b/1"], on: queue)
            let (one, two) = (
                try await queue.enter("one", at: "one"), try await other.enter("two", at: "two")
            )
            // First, so that whatever is late by then goes on.
            let long = try await next(queue, one)
            let short = try await next(other, two)
            let news = try await queue.extend(one, WorkerReport())
            try requireEqual(news.leases, [long.number], "the leases that it has")
            let again = try await next(queue, one)
            try requireEqual(again.titles, short.titles, "what comes from the one that was late")
            try requireEqual(
                try await other.extend(two, WorkerReport()).leases, [], "the leases of the late one")
            try requireEqual(
                try await queue.extend(one, WorkerReport()).leases, [long.number, again.number], "all leases")
        },
        Check("a worker that leaves gives everything back at once") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2"], on: queue)
            let one = try await queue.enter("one", at: "one")
            let left = try await next(queue, one)
            try await queue.remove(one)
            let lease = try requireValue(
                try await due(other, try await other.enter("two", at: "two")).first, "what the other one gets"
            )
            try requireEqual(lease.titles, left.titles, "what the other one gets")
            try requireEqual(
                try await other.status(mostHosts: 1).workers.map(\.name), ["two"], "who is there")
        },
        Check("a worker that begins again takes over from the one that was there before") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1"], on: queue)
            let before = try await queue.enter("before", at: "place")
            let lost = try await next(queue, before)
            let after = try await other.enter("after", at: "place")
            try requireEqual(try await due(other, after).first?.titles, lost.titles, "what it gets")
            try requireEqual(
                try await testbed.end([ticket(lost.jobs[0].job, lost)]), [lost.number], "leases that are lost"
            )
            try require(!(try await queue.extend(before, WorkerReport()).isKnown), "the one before is known")
            try require(try await queue.extend(after, WorkerReport()).isKnown, "the one after is known")
        },
        Check("a worker that is no longer on the list leases nothing, and hears that it is not known") {
            testbed in
            let (queue, worker) = try await posted(["a/1"], at: testbed)
            try await queue.remove(worker)
            try requireEqual(try await due(queue, worker).count, 0, "leases")
            try require(!(try await queue.extend(worker, WorkerReport()).isKnown), "it is known")
        },
        Check("what came is recorded although its host was released, and that ends the lease") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2"], on: queue)
            let worker = try await queue.enter("w", at: "w")
            let first = try await next(queue, worker, jobs: 1)
            try await queue.release(first.number, HostState())
            let second = try await next(other, try await other.enter("v", at: "v"))
            try requireEqual(second.titles, ["a/2"], "what another one gets meanwhile")
            try requireEqual(
                try await queue.extend(worker, WorkerReport()).leases, [first.number], "its leases")
            try requireEqual(
                try await testbed.end([ticket(first.jobs[0].job, first)]), [], "leases that are lost")
            try requireEqual(
                try await queue.extend(worker, WorkerReport()).leases, [], "its leases at the end")
        },
        Check("a lease whose host was released ends when its last job is given back") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2"], at: testbed)
            let lease = try await next(queue, worker)
            try await queue.release(lease.number, HostState())
            for (job, leases) in zip(lease.jobs, [[lease.number], []]) {
                let left = try await queue.giveBack([DelayedJob(job.job)], of: lease.number)
                try requireEqual(left.count, 0, "what cannot be given back")
                let news = try await queue.extend(worker, WorkerReport())
                try requireEqual(news.leases, Set(leases), "its leases after \(job.job.title)")
            }
            try requireEqual(try await next(queue, worker).titles, lease.titles, "what is due")
        },
        Check("a lease that its worker does not know ends at its time, and others do not") { testbed in
            let (queue, brief) = (
                try await testbed.queue(), try await testbed.queue(lasts: .milliseconds(50))
            )
            try await post(["a/1", "b/1"], on: queue)
            let worker = try await queue.enter("w", at: "w")
            let known = try await next(queue, worker)
            let lost = try await next(brief, worker)
            _ = try await queue.extend(worker, WorkerReport(), keeping: [known.number])
            let other = try await queue.enter("other", at: "other")
            try requireEqual(try await next(queue, other).titles, lost.titles, "what another one leases")
            try requireEqual(
                try await queue.extend(worker, WorkerReport()).leases, [known.number], "what is left")
        },
        Check("workers hear of documents that one which is gone has not given their names") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "b/1"], on: queue)
            let alive = try await other.enter("alive", at: "alive")
            let own = try await next(other, alive)
            _ = try await testbed.end([ticket(own.jobs[0].job, own)], recording: [LibrarySample.stored()])
            try require(
                try await !other.extend(alive, WorkerReport()).hasUnnamedDocuments, "one who works does it")
            let dead = try await queue.enter("dead", at: "dead")
            let lost = try await next(queue, dead)
            _ = try await testbed.end(
                [ticket(lost.jobs[0].job, lost)],
                recording: [LibrarySample.stored(LibrarySample.later, "C1-b")])
            // The last that is heard of it.
            let brief = try await testbed.queue(lasts: .milliseconds(50))
            _ = try await brief.extend(dead, WorkerReport())
            try await wait(at: other, "nobody hears of it") {
                try await other.extend(alive, WorkerReport()).hasUnnamedDocuments
            }
            try requireEqual(try await other.status(mostHosts: 0).unnamed, 2, "documents without names")
            try requireEqual(
                try await testbed.ledger.claimPublications(for: alive).map(\.name), ["C1-a", "C1-b"],
                "what one who works has to finish")
            try require(
                try await !other.extend(alive, WorkerReport()).hasUnnamedDocuments, "one who works does it")
        },
        Check(
            "workers hear of documents that somebody else has not given their names for as long as a lease lasts"
        ) {
            testbed in
            let (queue, brief) = (
                try await testbed.queue(), try await testbed.queue(lasts: .milliseconds(50))
            )
            let worker = try await queue.enter("w", at: "w")
            _ = try await testbed.end([], recording: [LibrarySample.stored()])
            try require(
                try await !queue.extend(worker, WorkerReport()).hasUnnamedDocuments, "somebody may be at it")
            try requireEqual(try await queue.status(mostHosts: 0).unnamed, 1, "documents without names")
            try await wait(at: brief, "nobody hears of it") {
                try await brief.extend(worker, WorkerReport()).hasUnnamedDocuments
            }
            try requireEqual(
                try await testbed.ledger.claimLeftPublications(for: worker).map(\.name), ["C1-a"],
                "what is to be finished")
            try require(
                try await !brief.extend(worker, WorkerReport()).hasUnnamedDocuments, "one who works does it")
        },
        Check("a job that nobody wants any longer is gone with its worker") { testbed in
            let (queue, other) = (
                try await testbed.queue(lasts: .milliseconds(50)), try await testbed.queue()
            )
            try await post(["a/1", "a/2"], on: queue)
            let lease = try await next(queue, try await queue.enter("dead", at: "dead"))
            let key = lease.jobs[0].job.key
            _ = try await other.withdraw(.ofItems([key]))
            let worker = try await other.enter("w", at: "w")
            try await wait(at: other, "it is still under way") {
                _ = try await other.extend(worker, WorkerReport())
                return try await other.underWay([key]).isEmpty
            }
            try requireEqual(try await next(other, worker).titles, ["a/2"], "what is due")
        },
        Check("jobs of a cancelled order whose worker died are gone") { testbed in
            let (queue, other) = (
                try await testbed.queue(lasts: .milliseconds(50)), try await testbed.queue()
            )
            let (order, _) = try await post(["a/1", "b/1"], on: queue)
            let dead = try await queue.enter("dead", at: "dead")
            let lease = try await next(queue, dead)
            _ = try await queue.cancel(order)
            let worker = try await other.enter("w", at: "w")
            try await wait(at: other, "they are still under way") {
                _ = try await other.extend(worker, WorkerReport())
                return try await other.underWay(lease.jobs.map(\.job.key)).isEmpty
            }
            try require(try await other.progress(of: order, forgetting: []).isDone, "the order is done")
        },
    ]
}
