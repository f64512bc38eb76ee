import CarrelCore
import Foundation

/// What every queue of jobs promises.
public enum JobQueueConformance {
    /// A queue with its clock.
    public struct Testbed: Sendable {
        /// Makes a queue.
        public var make: @Sendable (QueueLimits, ManualClock) -> any JobQueue

        /// Makes a testbed.
        public init(make: @escaping @Sendable (QueueLimits, ManualClock) -> any JobQueue) { self.make = make }

        fileprivate func queue(
            _ limits: QueueLimits = QueueLimits(), _ clock: ManualClock = ManualClock()
        ) -> any JobQueue { make(limits, clock) }
    }

    /// The checks.
    public static let checks: [ConformanceCheck<Testbed>] = [
        ConformanceCheck("within a host the order is that of the jobs, and hosts take turns") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 4))
            queue.add(["a/1", "a/2", "a/3", "b/1"].map(job), to: .listed)
            var order: [String] = []
            for _ in 0..<4 { order += try await lease(queue) }
            try requireEqual(order, ["a/1", "b/1", "a/2", "a/3"], "the order")
        },
        ConformanceCheck("no more are leased at once than the lane's limit") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2))
            queue.add(["a/1", "b/1", "c/1"].map(job), to: .listed)
            let first = try requireValue(await queue.lease(atMost: 1), "a lease")
            _ = try await lease(queue)
            let third = Task { await queue.lease(atMost: 1)?.jobs.map(\.title) }
            _ = queue.finish(first.number, with: first.jobs.map(stored))
            try requireEqual(await third.value, ["c/1"], "what is leased when there is room")
        },
        ConformanceCheck("no host has more than its share, and others are not held up") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 3, maxPerHost: 1))
            queue.add(["slow/1", "slow/2", "other/1"].map(job), to: .listed)
            try requireEqual(try await lease(queue), ["slow/1"], "the first")
            try requireEqual(try await lease(queue), ["other/1"], "the second")
        },
        ConformanceCheck("what a person asked for goes before what a sync listed") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            let first = try requireValue(await queue.lease(atMost: 1), "a lease")
            queue.add(["a/3", "a/8"].map(job), to: .requested)
            try requireEqual(try await lease(queue), ["a/3"], "what moved to the other lane")
            try requireEqual(try await lease(queue), ["a/8"], "what was asked for")
            _ = queue.finish(first.number, with: first.jobs.map(stored))
            try requireEqual(try await lease(queue), ["a/2"], "the rest of the sync")
        },
        ConformanceCheck("an item is taken once until it has landed") { testbed in
            let queue = testbed.queue()
            try requireEqual(queue.add([job("a/1"), job("a/1")], to: .listed).count, 1, "jobs taken")
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 0, "jobs taken while leased")
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 0, "jobs taken before it landed")
            queue.landed(job("a/1").key)
            await queue.waitUntilLanded(job("a/1").key)
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 1, "jobs taken after")
        },
        ConformanceCheck("what has landed since a mark is not taken by it") { testbed in
            let queue = testbed.queue()
            let mark = queue.prepare()
            queue.add([job("a/1")], to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            queue.landed(job("a/1").key)
            let taken = queue.add([job("a/1"), job("a/2")], to: .listed, since: mark)
            try requireEqual(taken.map(\.title), ["a/2"], "what is taken")
        },
        ConformanceCheck("a job without a receipt waits again, before the others of its host") { testbed in
            let queue = testbed.queue()
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 2), "a lease")
            try requireEqual(lease.jobs.map(\.title), ["a/1", "a/2"], "the lease")
            _ = queue.finish(lease.number, with: [stored(lease.jobs[0])])
            let next = try requireValue(await queue.lease(atMost: 2), "a lease")
            try requireEqual(next.jobs.map(\.title), ["a/2", "a/3"], "the next lease")
        },
        ConformanceCheck("the end of a lease that has ended is of no effect") { testbed in
            let queue = testbed.queue()
            queue.add([job("a/1")], to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            try requireEqual(
                queue.finish(lease.number, with: [stored(lease.jobs[0])]).receipts.count, 1, "once")
            try requireEqual(
                queue.finish(lease.number, with: [stored(lease.jobs[0])]).receipts.count, 0, "twice")
        },
        ConformanceCheck(
            "a try that may be repeated waits and holds up no other, and the last one is a failure"
        ) {
            testbed in
            let clock = ManualClock(.autoAdvancing)
            var limits = QueueLimits(maxConcurrent: 1)
            limits.retries = 1
            let queue = testbed.queue(limits, clock)
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            let first = try requireValue(await queue.lease(atMost: 1), "a lease")
            let again = Receipt(first.jobs[0], .again(Receipt.Setback(reason: "gone")), at: Date())
            try requireEqual(queue.finish(first.number, with: [again]).receipts.count, 0, "final receipts")
            try requireEqual(try await lease(queue, isDone: true), ["a/2"], "who is next")
            let second = try requireValue(await queue.lease(atMost: 1), "a lease")
            try requireEqual(second.jobs.map(\.tries?.value.count), [1], "tries before")
            let last = Receipt(second.jobs[0], .again(Receipt.Setback(reason: "gone")), at: Date())
            let settlement = queue.finish(second.number, with: [last])
            try requireEqual(settlement.receipts.map(\.outcome), [.failed], "the end")
        },
        ConformanceCheck("a host that fails too often in a row is left alone, with what waits of it") {
            testbed in
            var limits = QueueLimits(maxConcurrent: 1)
            (limits.retries, limits.hostFailures) = (0, 1)
            let queue = testbed.queue(limits)
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            let setback = Receipt.Setback(reason: "down", isOfHost: true)
            let settlement = queue.finish(
                lease.number, with: [Receipt(lease.jobs[0], .again(setback), at: Date())])
            try requireEqual(settlement.receipts.map(\.job.title), ["a/1", "a/2"], "what is given up")
            try requireEqual(try await Self.lease(queue), ["b/1"], "what goes on")
        },
        ConformanceCheck("a host that asks for patience gets it, and is remembered") { testbed in
            let clock = ManualClock(.autoAdvancing)
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1), clock)
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            let setback = Receipt.Setback(
                reason: "429", retryAfter: .seconds(20), isOfHost: true, asksForPatience: true)
            let settlement = queue.finish(
                lease.number, with: [Receipt(lease.jobs[0], .again(setback), at: Date())])
            try requireEqual(settlement.holds.map(\.host), ["a.example"], "who is remembered")
            try requireEqual(try await Self.lease(queue, isDone: true), ["b/1"], "who is next")
            let start = clock.now
            _ = try await Self.lease(queue)
            try require(start.duration(to: clock.now) >= .seconds(20), "how long the host is left alone")
        },
        ConformanceCheck("what is cancelled waits no more, and may be added again once its try has ended") {
            testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            let cancelled = queue.cancel { $0.host == "a.example" }
            try requireEqual(cancelled.leased.map(\.title), ["a/1"], "what is being done")
            try requireEqual(cancelled.waiting.map(\.title), ["a/2"], "what waited")
            try requireEqual(queue.add([job("a/1")], to: .listed).count, 1, "what is taken again")
            let setback = Receipt.Setback(reason: "gone")
            let settlement = queue.finish(
                lease.number, with: [Receipt(lease.jobs[0], .again(setback), at: Date())])
            try requireEqual(settlement.receipts.map(\.outcome), [.parked], "the end of the cancelled try")
            try requireEqual(try await Self.lease(queue, isDone: true), ["b/1"], "who is next")
            queue.landed(job("a/1").key)
            try requireEqual(try await Self.lease(queue), ["a/1"], "what was added again")
        },
        ConformanceCheck("a closed queue ends when everything was done, a cancelled task's wait at once") {
            testbed in
            let queue = testbed.queue()
            queue.add([job("a/1")], to: .listed)
            let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
            let waiting = Task { await queue.lease(atMost: 1) }
            waiting.cancel()
            try require(await waiting.value == nil, "the wait of a cancelled task")
            queue.close()
            let last = Task { await queue.lease(atMost: 1) }
            _ = queue.finish(lease.number, with: lease.jobs.map(stored))
            try require(await last.value == nil, "the wait at a closed queue")
        },
    ]

    /// A job `HOST/NAME`.
    private static func job(_ title: String) -> TransferJob {
        let host = title.split(separator: "/")[0]
        return TransferJob(
            key: ItemKey(catalog: "c", collection: String(host), item: title), title: title,
            url: "http://\(host).example/\(title)", action: .download,
            promise: DocumentPromise(Item(title: title, url: nil)), name: title)
    }

    private static func stored(_ job: TransferJob) -> Receipt {
        Receipt(job, .unchanged(DocumentOrigin(url: job.url, validators: Validators())), at: Date())
    }

    /// The titles of the next lease.
    private static func lease(_ queue: any JobQueue, isDone: Bool = false) async throws -> [String] {
        let lease = try requireValue(await queue.lease(atMost: 1), "a lease")
        if isDone { _ = queue.finish(lease.number, with: lease.jobs.map(stored)) }
        return lease.jobs.map(\.title)
    }
}
