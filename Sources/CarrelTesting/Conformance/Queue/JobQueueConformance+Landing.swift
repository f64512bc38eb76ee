import CarrelCore
import CarrelStages
import Foundation

/// How an item leaves the queue, and who is told.
extension JobQueueConformance {
    static let landing: [Check] = [
        Check("an item is taken once until it has landed") { testbed in
            let queue = testbed.queue()
            try requireEqual(queue.add([job("a/1"), job("a/1")], to: .listed).count, 1, "jobs taken")
            let lease = try await leased(queue)
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 0, "jobs taken while leased")
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 0, "jobs taken before it landed")
            queue.landed(job("a/1").key)
            await queue.waitUntilLanded(job("a/1").key)
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 1, "jobs taken after")
        },
        Check("what has landed since a mark is not taken by it") { testbed in
            let queue = testbed.queue()
            let mark = queue.prepare()
            queue.add([job("a/1")], to: .listed)
            let lease = try await leased(queue)
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            queue.landed(job("a/1").key)
            for _ in 0..<2 {
                let taken = queue.add([job("a/1")], to: .listed, since: mark)
                try requireEqual(taken.count, 0, "what is taken again")
            }
            let taken = queue.add([job("a/1"), job("a/2")], to: .listed, since: mark)
            try requireEqual(taken.map(\.title), ["a/2"], "what is taken")
            queue.forget(mark)
            try requireEqual(
                queue.add([job("a/1")], to: .listed, since: queue.prepare()).count, 1,
                "what is taken by a later mark")
        },
        Check("what somebody stores without a job is taken for none until it has landed") { testbed in
            let queue = testbed.queue()
            let (key, mark) = (job("a/1").key, queue.prepare())
            queue.add([job("a/2")], to: .listed)
            let taken = [queue.claim(job("a/2").key), queue.claim(key), queue.claim(key)]
            try requireEqual(taken, [false, true, false], "who gets it")
            try requireEqual(queue.add([job("a/1")], to: .requested).count, 0, "jobs taken meanwhile")
            try require(queue.underWay.contains(key), "it is under way")
            queue.landed(key)
            try requireEqual(queue.add([job("a/1")], to: .listed, since: mark).count, 0, "jobs from before")
            queue.forget(mark)
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 1, "jobs taken after")
        },
        Check("the end of a lease that has ended does nothing") { testbed in
            let queue = testbed.queue()
            queue.add([job("a/1")], to: .listed)
            let lease = try await leased(queue)
            try requireEqual(
                queue.finish(lease.number, with: [stored(lease.jobs[0])]).receipts.count, 1, "once")
            try requireEqual(
                queue.finish(lease.number, with: [stored(lease.jobs[0])]).receipts.count, 0, "twice")
        },
        Check("what is cancelled no longer waits, and may be added again once its try has ended") {
            testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try await leased(queue)
            let cancelled = queue.cancel(JobSelection(.ofCollection(catalog: "c", collection: "a")))
            try requireEqual(cancelled.leased.map(\.title), ["a/1"], "what is being done")
            try requireEqual(cancelled.waiting.map(\.title), ["a/2"], "what waited")
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 1, "what is taken again")
            let settlement = setBack(lease, Receipt.Setback(reason: "gone"), in: queue)
            try requireEqual(settlement.receipts.map(\.outcome), [.parked], "the end of the cancelled try")
            try requireEqual(try await next(queue, isDone: true), ["b/1"], "who is next")
            queue.landed(job("a/1").key)
            try requireEqual(try await next(queue), ["a/1"], "what was added again")
        },
        Check("a job goes on until the last who asked for its item no longer wants it") { testbed in
            let queue = testbed.queue()
            for assignment in 1...3 {
                queue.add(["a/1", "a/2"].map { job($0, of: assignment) }, to: .listed)
            }
            let lease = try await leased(queue)
            func leave(_ title: String, _ assignment: Int) -> CancelledJobs {
                queue.cancel(JobSelection(.these([job(title).key]), ofAssignments: [assignment]))
            }
            for title in ["a/1", "a/2"] {
                let cancelled = [1, 3, 1].map { leave(title, $0) }
                try requireEqual(cancelled.map { $0.left.map(\.title) }, [[title], [], []], "what is left")
                let ended = cancelled.flatMap { $0.waiting + $0.leased }.map(\.title)
                try requireEqual(ended, [], "what ends while somebody wants it")
                try require(queue.isWanted(job(title).key), "somebody wants \(title)")
            }
            try requireEqual(leave("a/1", 2).leased.map(\.title), ["a/1"], "what ends in the end")
            try require(!queue.isWanted(job("a/1").key), "nobody wants what is to stop")
            let waiting = leave("a/2", 2)
            try requireEqual(waiting.waiting.map(\.title), ["a/2"], "what waits no longer in the end")
            try requireEqual(waiting.ofOthers.map(\.title), ["a/2"], "what was left before")
            let settlement = queue.finish(
                lease.number, with: [Receipt(lease.jobs[0], .parked(), at: Date())])
            try requireEqual(settlement.ofOthers.map(\.title), ["a/1"], "what was left before it ended")
            for assignment in 1...3 { queue.add([job("b/1", of: assignment)], to: .listed) }
            let other = try requireValue(await queue.lease(atMost: 1), "another lease")
            _ = leave("b/1", 1)
            let end = queue.finish(other.number, with: other.jobs.map(stored))
            try requireEqual(end.heirs, [job("b/1").key: 2], "who counts what was left")
        },
        Check("a job that was cancelled and has no receipt ends parked") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add((1...16).map { job("a/\($0)") }, to: .listed)
            let lease = try await leased(queue, atMost: 3)
            _ = queue.cancel(only("a/2"))
            let settlement = queue.finish(lease.number, with: [stored(lease.jobs[0])])
            try requireEqual(
                settlement.receipts.filter { $0.outcome == .parked }.map(\.job.title), ["a/2"],
                "what ended parked")
            queue.landed(job("a/2").key)
            try require(!queue.underWay.contains(job("a/2").key), "nobody waits for it")
            try requireEqual(try await next(queue), ["a/3"], "what goes back")
        },
        Check("a closed queue ends when everything was done, a cancelled task's wait at once") {
            testbed in
            let queue = testbed.queue()
            queue.add([job("a/1")], to: .listed)
            let lease = try await leased(queue)
            let waiting = Task { await queue.lease(atMost: 1) }
            waiting.cancel()
            try require(await waiting.value == nil, "the wait of a cancelled task")
            queue.close()
            let last = Task { await queue.lease(atMost: 1) }
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            try require(await last.value == nil, "the wait at a closed queue")
        },
        Check("what waits, is being done or is being recorded is under way, and nothing else is") { testbed in
            let queue = testbed.queue()
            try require(queue.underWay.isEmpty, "an empty queue")
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            let both = Set(["a/1", "a/2"].map { job($0).key })
            try requireEqual(queue.underWay, both, "while they wait")
            let lease = try await leased(queue)
            try requireEqual(queue.underWay, both, "while one is being done")
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            try requireEqual(queue.underWay, both, "while it is being recorded")
            queue.landed(job("a/1").key)
            try requireEqual(queue.underWay, [job("a/2").key], "after it has landed")
            _ = queue.cancel(.all)
            try require(queue.underWay.isEmpty, "after the other one was cancelled")
        },
        Check("who waits for an item goes on when it has landed, and at once where it is not under way") {
            testbed in
            let queue = testbed.queue()
            await queue.waitUntilLanded(job("a/1").key)
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            let waits = ["a/1", "a/1", "a/2"].map { title in
                Task { await queue.waitUntilLanded(job(title).key) }
            }
            let lease = try await leased(queue)
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            queue.landed(job("a/1").key)
            _ = queue.cancel(only("a/2"))
            for wait in waits { await wait.value }
        },
        Check("the wait for an item ends when its task is cancelled, and no other wait does") { testbed in
            let queue = testbed.queue()
            queue.add([job("a/1")], to: .listed)
            let other = Task { await queue.waitUntilLanded(job("a/1").key) }
            let cancelled = (0..<20).map { _ in Task { await queue.waitUntilLanded(job("a/1").key) } }
            for wait in cancelled { wait.cancel() }
            for wait in cancelled { await wait.value }
            try requireEqual(queue.underWay, [job("a/1").key], "what is under way")
            let lease = try await leased(queue)
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            queue.landed(job("a/1").key)
            await other.value
        },
    ]
}
