import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What hosts are spared.
extension JobQueueConformance {
    /// What a host does that cannot be reached.
    private static let down = Receipt.Setback(reason: "down", isOfHost: true)

    /// What a host says that asks to wait.
    private static func patience(_ wait: Duration) -> Receipt.Setback {
        Receipt.Setback(reason: "429", retryAfter: wait, isOfHost: true, asksForPatience: true)
    }

    static let manners: [Check] = [
        Check(
            "a try that may be repeated waits and holds up no other, and the last one is a failure"
        ) {
            testbed in
            let clock = ManualClock(.autoAdvancing)
            var limits = QueueLimits(maxConcurrent: 1)
            limits.retries = 1
            let queue = testbed.queue(limits, clock)
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            let first = try await leased(queue)
            let gone = Receipt.Setback(reason: "gone")
            try requireEqual(setBack(first, gone, in: queue).receipts.count, 0, "final receipts")
            try requireEqual(try await next(queue, isDone: true), ["a/2"], "who is next")
            let second = try await leased(queue)
            try requireEqual(second.jobs.map(\.tries?.value.count), [1], "tries before")
            try requireEqual(setBack(second, gone, in: queue).receipts.map(\.outcome), [.failed], "the end")
        },
        Check("a host that fails too often in a row is left alone, with what waits of it") {
            testbed in
            var limits = QueueLimits(maxConcurrent: 1)
            (limits.retries, limits.hostFailures) = (0, 1)
            let queue = testbed.queue(limits)
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try await leased(queue)
            let settlement = setBack(lease, down, in: queue)
            try requireEqual(settlement.receipts.map(\.job.title), ["a/1", "a/2"], "what is given up")
            try requireEqual(try await next(queue), ["b/1"], "what goes on")
        },
        Check("a host that fails for one item after the other pauses, longer each time, and others do not") {
            testbed in
            let clock = ManualClock(.autoAdvancing)
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1), clock)
            func fail() async throws -> Duration {
                let settlement = setBack(try await leased(queue), down, in: queue)
                try requireEqual(settlement.receipts.count, 0, "what is given up")
                return clock.now.offset
            }
            queue.add((1...9).map { job("a/\($0)") }, to: .listed)
            try requireEqual([try await fail(), try await fail()], [.zero, .zero], "before any pause")
            queue.add([job("b/1")], to: .listed)
            try requireEqual(try await next(queue, isDone: true), ["b/1"], "who is next")
            try requireEqual(clock.now.offset, .zero, "when")
            let second = try await fail()
            try require(second >= .milliseconds(500), "the first pause")
            let third = try await fail()
            try require(third - second >= .seconds(1), "the second pause")
        },
        Check("a host that asks for patience gets it, and is remembered") { testbed in
            let clock = ManualClock(.autoAdvancing)
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1), clock)
            queue.add(["a/1", "a/2", "b/1"].map(job), to: .listed)
            let lease = try await leased(queue)
            let settlement = setBack(lease, patience(.seconds(20)), in: queue)
            try requireEqual(settlement.holds.map(\.host), ["a.example"], "who is remembered")
            try requireEqual(try await next(queue, isDone: true), ["b/1"], "who is next")
            let start = clock.now
            _ = try await next(queue)
            try require(start.duration(to: clock.now) >= .seconds(20), "how long the host is left alone")
        },
        Check("of what a host asks for the last counts, and a failure makes that no shorter") { testbed in
            func wait(after last: Receipt.Setback) async throws -> Duration {
                let clock = ManualClock(.autoAdvancing)
                let queue = testbed.queue(QueueLimits(maxConcurrent: 2), clock)
                queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
                var leases: [JobLease] = []
                for _ in 0..<2 { leases.append(try await leased(queue)) }
                for (lease, setback) in zip(leases, [patience(.seconds(50)), last]) {
                    _ = setBack(lease, setback, in: queue)
                }
                _ = try await next(queue)
                return clock.now.offset
            }
            let asked = try await wait(after: patience(.seconds(5)))
            try require((.seconds(5)..<Duration.seconds(50)).contains(asked), "after another word: \(asked)")
            let failed = try await wait(after: down)
            try require(failed >= .seconds(50), "after a failure: \(failed)")
        },
        Check("a job whose time is over does not wait for its host") { testbed in
            let clock = ManualClock()
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2), clock)
            queue.hold("a.example", for: .seconds(20))
            queue.add(
                [job("a/1"), job("a/2", until: .distantPast), job("a/3", until: .distantFuture)], to: .listed)
            try requireEqual(try await next(queue, isDone: true), ["a/2"], "what is leased")
            let others = queue.cancel(.all).waiting.map(\.title)
            try requireEqual(others, ["a/1", "a/3"], "what waits for the host")
            queue.close()
            try require(await queue.lease(atMost: 1) == nil, "nothing is left")
        },
        Check("nothing of a host that is held is started, and others are not held up") { testbed in
            let clock = ManualClock(.autoAdvancing)
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1), clock)
            queue.hold("a.example", for: .seconds(20))
            queue.add(["a/1", "b/1"].map(job), to: .listed)
            try requireEqual(try await next(queue, isDone: true), ["b/1"], "who is first")
            let start = clock.now
            try requireEqual(try await next(queue), ["a/1"], "who is next")
            try requireEqual(start.duration(to: clock.now), .seconds(20), "how long it was held")
        },
        Check("requests to one host keep their distance, whichever they are") { testbed in
            var limits = QueueLimits()
            limits.interval = .seconds(2)
            let queue = testbed.queue(limits)
            queue.add(["a/1", "b/1"].map(job), to: .listed)
            try requireEqual(try await next(queue), ["a/1"], "the first lease")
            try requireEqual(queue.takeTurn(at: "a.example"), .zero, "the turn that came with the lease")
            try requireEqual(queue.takeTurn(at: "a.example"), .seconds(2), "the turn of a redirect")
            try requireEqual(queue.takeTurn(at: "a.example"), .seconds(4), "the turn of another one")
            try requireEqual(queue.takeTurn(at: "c.example"), .zero, "the turn at another host")
            let quick = testbed.queue()
            for _ in 0..<3 { try requireEqual(quick.takeTurn(at: "a.example"), .zero, "without distance") }
        },
        Check("limits that are tightened count from then on, and looser ones change nothing") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 8))
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            queue.tighten(to: QueueLimits(maxConcurrent: 2))
            queue.tighten(to: QueueLimits(maxConcurrent: 100))
            // Leases are shared among whoever may ask at once.
            var leases: [JobLease] = []
            for _ in 0..<2 { leases.append(try await leased(queue, atMost: 8)) }
            try requireEqual(leases.flatMap(\.jobs).map(\.title), ["a/1", "a/2"], "what two at once are")
            // It has asked by the time it waits.
            let third = Task.immediate { await queue.lease(atMost: 8) }
            _ = queue.cancel(only("a/3"))
            queue.close()
            for lease in leases { _ = queue.finish(lease.number, with: lease.jobs.map(stored)) }
            try require(await third.value == nil, "a third one waits")
            let paced = testbed.queue()
            try requireEqual(paced.takeTurn(at: "a.example"), .zero, "without distance")
            try require(paced.mayAskAtOnce("a.example"), "nobody waits for a turn")
            paced.hold("a.example", for: .seconds(60))
            try require(!paced.mayAskAtOnce("a.example"), "a host that is held")
            try require(paced.mayAskAtOnce("b.example"), "another host")
            for seconds in [3, 2, 0] {
                var limits = QueueLimits()
                limits.interval = .seconds(seconds)
                paced.tighten(to: limits)
            }
            try require(!paced.mayAskAtOnce("b.example"), "each request waits for its turn")
            try requireEqual(paced.takeTurn(at: "b.example"), .zero, "the first turn")
            try requireEqual(paced.takeTurn(at: "b.example"), .seconds(3), "the longest distance")
        },
        Check("whoever asks is told what is waited for before anything is started") { testbed in
            let queue = testbed.queue()
            try require(queue.pause == nil, "nothing waits")
            queue.hold("a.example", for: .seconds(60))
            queue.add(["a/1"].map(job), to: .listed)
            // It has asked by the time it waits.
            let waiting = Task.immediate { await queue.lease(atMost: 1) }
            let pause = try requireValue(queue.pause, "the pause")
            try require(pause.cause == .hold && pause.host == "a.example", "a host that is held")
            try require(pause.left > .zero && pause.left <= .seconds(60), "for as long as it is")
            waiting.cancel()
            try require(await waiting.value == nil, "no lease")
        },
        Check("a queue that passes jobs on keeps none that would wait, and knows how the host behaved") {
            testbed in
            var limits = QueueLimits(maxConcurrent: 1)
            (limits.passesOn, limits.hostFailures) = (true, 5)
            let queue = testbed.queue(limits)
            var before = HostState()
            before.failures = 2
            queue.take(before, of: "a.example")
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            let lease = try await leased(queue)
            let setback = Receipt.Setback(
                reason: "gone", retryAfter: .seconds(7), isOfHost: true, asksForPatience: true)
            let settlement = setBack(lease, setback, in: queue)
            try requireEqual(settlement.receipts.count, 0, "final receipts")
            try requireEqual(
                settlement.passedOn.map(\.job.title), ["a/1", "a/2"],
                "what is passed on, and with it what would wait for the same host")
            try require((settlement.passedOn.first?.delay ?? .zero) >= .seconds(7), "after the wait")
            try require(queue.underWay.isEmpty, "nothing is under way")
            try require(queue.state(of: "a.example").wait > .zero, "the host is held")
            try requireEqual(queue.state(of: "a.example").failures, 2, "its failures")
            queue.close()
            try require(await queue.lease(atMost: 1) == nil, "a closed queue has ended")
        },
        Check("whoever asks is told why a host is left alone, and nothing is tried on it again") { testbed in
            var limits = QueueLimits(maxConcurrent: 2)
            (limits.retries, limits.hostFailures) = (1, 1)
            let queue = testbed.queue(limits, ManualClock(.autoAdvancing))
            queue.add(["a/1", "a/2"].map(job), to: .listed)
            var leases: [JobLease] = []
            for _ in 0..<2 { leases.append(try await leased(queue)) }
            try require(queue.state(of: "a.example").leftAlone == nil, "nothing speaks against it yet")
            let setback = Receipt.Setback(reason: "it is down", isOfHost: true)
            var tries = TransferJob.Tries(began: Date())
            tries.count = 1
            let last = Receipt(leases[0].jobs[0], .again(setback), at: Date(), tries: tries)
            _ = queue.finish(leases[0].number, with: [last])
            let reason = try requireValue(queue.state(of: "a.example").leftAlone, "the reason")
            try require(reason.contains("a.example") && reason.contains("it is down"), reason)
            try require(
                !queue.mayAskAtOnce("a.example") && queue.mayAskAtOnce("b.example"), "one may be asked")
            try require(queue.state(of: "b.example").leftAlone == nil, "another host")
            let settlement = setBack(leases[1], setback, in: queue)
            try requireEqual(settlement.receipts.map(\.outcome), [.failed], "the end of the other try")
        },
    ]
}
