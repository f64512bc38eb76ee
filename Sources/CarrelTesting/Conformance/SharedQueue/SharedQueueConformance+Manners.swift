import CarrelModel
import CarrelStages
import Foundation

/// What hosts are spared, whichever machine asks.
extension SharedQueueConformance {
    /// Leases a host, and gives its jobs back.
    private static func givenBack(
        _ queue: any SharedQueue, _ worker: QueueWorker, after delay: Duration = .zero
    ) async throws -> [String] {
        let lease = try await next(queue, worker)
        try await queue.release(lease.number, HostState())
        _ = try await queue.giveBack(
            lease.jobs.map { DelayedJob($0.job, after: delay) }, of: lease.number)
        return lease.titles
    }

    /// Leases one job of a host, which then asks for more than a run waits.
    private static func refused(_ queue: any SharedQueue, _ worker: QueueWorker) async throws {
        var state = HostState()
        (state.wait, state.leftAlone) = (.seconds(3600), "it asked to wait")
        try await queue.release(try await next(queue, worker, jobs: 1).number, state)
    }

    /// A hold of a host for some seconds, as it is recorded.
    private static func recorded(_ seconds: Double, _ queue: any SharedQueue) async throws -> HostHold {
        HostHold(host: "a.example", until: try await queue.time() + seconds, reason: "429")
    }

    static let manners: [Check] = [
        Check("nothing of a host that is held is leased, and others are not held up") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "b/1"], on: queue)
            try await other.hold("a.example", for: .seconds(3600), reason: "429")
            try await post(["a/2"], on: other)
            let worker = try await queue.enter("w", at: "w")
            try requireEqual(
                try await due(queue, worker, hosts: 5).map(\.host), ["b.example"], "who is leased")
            let host = try await queue.status(mostHosts: 1).hosts.first
            try requireEqual(host?.name, "a.example", "who is on hold")
            try requireEqual(host?.reason, "429", "why")
            try requireEqual(host?.waiting, 2, "what waits")
            try require(host?.heldUntil != nil, "until when")
        },
        Check("a host that is held for a moment is leased after it") { testbed in
            let queue = try await testbed.queue()
            try await queue.hold("a.example", for: .milliseconds(30), reason: "503")
            try await post(["a/1"], on: queue)
            try requireEqual(
                try await next(queue, try await queue.enter("w", at: "w")).titles, ["a/1"], "the lease")
        },
        Check("of a host that asked to wait, what a person asks for is tried, once; and all, once it answers")
        {
            testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1"], on: queue)
            try await other.hold("a.example", for: .seconds(3600), reason: "429")
            let worker = try await queue.enter("w", at: "w")
            try await post(["a/2"], on: other, to: .requested)
            try requireEqual(
                try await givenBack(queue, worker, after: .seconds(3600)), ["a/2"], "what is tried")
            try requireEqual(try await due(queue, worker).count, 0, "what is tried again")
            try await post(["a/3"], on: other)
            try requireEqual(try await due(queue, worker).count, 0, "what is leased without a person")
            try requireEqual(try await post(["a/1"], on: other, to: .requested).taken, [], "what is taken")
            try requireEqual(
                try await givenBack(queue, worker, after: .seconds(3600)), ["a/1"], "what is tried then")
            try await other.endHold(try await recorded(3600, other))
            try requireEqual(
                try await next(queue, worker).titles, ["a/3"], "what is leased after an answer")
        },
        Check("an answer ends what the host had asked for, and not what it has asked for since") { testbed in
            let queue = try await testbed.queue()
            try await post(["a/1"], on: queue)
            try await queue.hold("a.example", for: .seconds(60), reason: "429")
            let former = try await recorded(60, queue)
            try await queue.hold("a.example", for: .seconds(3600), reason: "429")
            let worker = try await queue.enter("w", at: "w")
            try await queue.endHold(former)
            try requireEqual(try await due(queue, worker).count, 0, "leases after the first answer")
            try await queue.endHold(try await recorded(3600, queue))
            try requireEqual(try await due(queue, worker).count, 1, "leases after the second answer")
        },
        Check("of a host that asked to wait, what a person asked for and came back is tried at its time") {
            testbed in
            let queue = try await testbed.queue()
            try await queue.hold("a.example", for: .seconds(3600), reason: "429")
            let (one, two) = (
                try await queue.enter("one", at: "one"), try await queue.enter("two", at: "two")
            )
            try await post(["a/1"], on: queue, to: .requested)
            try requireEqual(
                try await givenBack(queue, one, after: .milliseconds(30)), ["a/1"], "what is tried")
            // The host may be leased before its job is due.
            try requireEqual(try await givenBack(queue, one), ["a/1"], "what is tried after a failure")
            try requireEqual(try await next(queue, one).titles, ["a/1"], "what is tried after that")
            try await queue.remove(one)
            try requireEqual(try await next(queue, two).titles, ["a/1"], "what its worker left")
        },
        Check("of a host that asked to wait, what a person asks for during a lease is tried after it") {
            testbed in
            let queue = try await testbed.queue()
            try await queue.hold("a.example", for: .seconds(3600), reason: "429")
            try await post(["a/1"], on: queue, to: .requested)
            let worker = try await queue.enter("w", at: "w")
            let first = try await next(queue, worker)
            try await post(["a/2"], on: queue, to: .requested)
            try await queue.release(first.number, HostState())
            try requireEqual(try await next(queue, worker).titles, ["a/2"], "what is tried")
        },
        Check("what waits for a host that asks for much time fails; what is asked for then is tried") {
            testbed in
            let (queue, worker) = try await posted(["a/1", "a/2"], at: testbed)
            try await refused(queue, worker)
            // Somebody goes on posting what he has begun to.
            try await post(["a/3"], on: queue)
            let rest = try await next(queue, worker)
            try requireEqual(rest.titles, ["a/2", "a/3"], "what is to fail")
            try requireEqual(rest.leftAlone, "it asked to wait", "why")
            try await queue.release(rest.number, rest.state)
            _ = try await testbed.end(rest.jobs.map { ticket($0.job, rest) })
            try await post(["a/4"], on: queue, to: .requested)
            let asked = try await next(queue, worker)
            try requireEqual(asked.titles, ["a/4"], "what is tried")
            try requireEqual(asked.leftAlone, nil, "why it is not")
        },
        Check("what waits for a host that is held and left alone fails") { testbed in
            let queue = try await testbed.queue()
            try await post(["a/1"], on: queue)
            try await queue.hold("a.example", for: .seconds(3600), reason: "429", leftAlone: "skipped: 429")
            let lease = try await next(queue, try await queue.enter("w", at: "w"))
            try requireEqual(lease.leftAlone, "skipped: 429", "why it fails")
        },
        Check("of what a host asks for the last counts, whoever hears it") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2"], on: queue)
            let worker = try await queue.enter("w", at: "w")
            try await queue.hold("a.example", for: .seconds(3600), reason: "429", leftAlone: "skipped: 429")
            try await other.hold("a.example", for: .milliseconds(30), reason: "503")
            let lease = try await next(queue, worker, jobs: 1)
            try requireEqual(lease.leftAlone, nil, "why it is left alone")
            try await other.hold("a.example", for: .seconds(3600), reason: "429")
            try await queue.hold("a.example", for: .milliseconds(30), reason: "503")
            var state = HostState()
            state.wait = .milliseconds(30)
            try await queue.release(lease.number, state)
            try requireEqual(try await next(queue, worker).titles, ["a/2"], "what is leased then")
        },
        Check("what a host said before does not count, also where it is told later") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2"], on: queue)
            let worker = try await queue.enter("w", at: "w")
            let lease = try await next(queue, worker, jobs: 1)
            let now = try await queue.time()
            try await other.hold(
                "a.example", for: .milliseconds(30), reason: "503", said: now, leftAlone: nil)
            try await queue.hold(
                "a.example", for: .seconds(3600), reason: "429", said: now - 1, leftAlone: "skipped: 429")
            var state = HostState()
            (state.wait, state.leftAlone, state.said) = (.seconds(3600), "skipped: 429", now - 1)
            try await queue.release(lease.number, state)
            let second = try await next(queue, worker)
            try requireEqual(second.titles, ["a/2"], "what is leased then")
            try requireEqual(second.leftAlone, nil, "why it is left alone")
            try await other.endHold(try await recorded(60, other), after: try await other.time())
            try await queue.hold("a.example", for: .seconds(3600), reason: "429", said: now, leftAlone: nil)
            try await queue.release(second.number, HostState())
            try await post(["a/3"], on: queue)
            try requireEqual(
                try await next(queue, worker).titles, ["a/3"], "what is leased after an answer")
        },
        Check("a pause after failures makes what a host asked for no shorter") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2"], at: testbed)
            let lease = try await next(queue, worker, jobs: 1)
            try await queue.hold("a.example", for: .seconds(3600), reason: "429")
            var state = HostState()
            (state.wait, state.pauses, state.isFailing) = (.microseconds(1), 1, true)
            try await queue.release(lease.number, state)
            try requireEqual(try await due(queue, worker).count, 0, "leases after the pause")
            let reason = try await queue.status(mostHosts: 1).hosts.first?.reason
            try requireEqual(reason, "429", "why")
        },
        Check("of a host that pauses for its failures nothing is leased, whoever asks") { testbed in
            let (queue, worker) = try await posted(["a/1"], at: testbed)
            let lease = try await next(queue, worker)
            var state = HostState()
            (state.wait, state.pauses, state.isFailing) = (.seconds(3600), 1, true)
            try await queue.release(lease.number, state)
            try await post(["a/2"], on: queue, to: .requested)
            try requireEqual(try await due(queue, worker).count, 0, "leases during the pause")
            let reason = try await queue.status(mostHosts: 1).hosts.first?.reason
            try requireEqual(reason, "it fails for one item after the other", "why")
        },
        Check("a released host waits as long as its worker says") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2"], at: testbed)
            let first = try await next(queue, worker, jobs: 1)
            var state = HostState()
            state.wait = .seconds(3600)
            try await queue.release(first.number, state)
            try requireEqual(try await due(queue, worker).count, 0, "leases during the wait")
        },
        Check("what failed before comes behind what was not tried, also once it may be") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2", "a/3"], at: testbed)
            let first = try await next(queue, worker, jobs: 1)
            let failed = first.jobs.map { DelayedJob($0.job, after: .microseconds(1)) }
            _ = try await queue.giveBack(failed, of: first.number)
            try await queue.release(first.number, HostState())
            try requireEqual(
                try await next(queue, worker, jobs: 3).titles, ["a/2", "a/3", "a/1"], "the next lease")
        },
        Check("failures and pauses of a host, and why it is left alone, are told to the next worker") {
            testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2", "a/3"], on: queue)
            let (one, two) = (
                try await queue.enter("one", at: "one"), try await other.enter("two", at: "two")
            )
            let first = try await next(queue, one, jobs: 1)
            try requireEqual(first.failures, 0, "failures at first")
            var state = HostState()
            (state.failures, state.pauses) = (3, 2)
            try await queue.release(first.number, state)
            let second = try await next(other, two, jobs: 1)
            try requireEqual(second.failures, 3, "failures then")
            try requireEqual(second.pauses, 2, "pauses then")
            try require(second.leftAlone == nil, "nothing speaks against it yet")
            state.leftAlone = "it is down"
            try await other.release(second.number, state)
            let third = try await next(queue, one, jobs: 1)
            try requireEqual(third.leftAlone, "it is down", "why it is left alone")
        },
        Check("requests to one host keep their distance over all machines") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let host = "a.example"
            try requireEqual(try await queue.turn(of: host, every: .seconds(1000)), .zero, "the first turn")
            let second = try await other.turn(of: host, every: .seconds(1000))
            try require(
                (.seconds(900)...Duration.seconds(1000)).contains(second), "the second turn: \(second)")
            let third = try await queue.turn(of: host, every: .seconds(10))
            try require((.seconds(1900)...Duration.seconds(2000)).contains(third), "the third turn: \(third)")
            try requireEqual(
                try await other.turn(of: "b.example", every: .seconds(1)), .zero, "another host's")
        },
        Check("the time goes on, and is the same for all") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let times = [try await queue.time(), try await other.time(), try await queue.time()]
            try requireEqual(times.sorted(), times, "the order of times")
            try require(times[2].timeIntervalSince(times[0]) < 10, "they are close")
        },
        Check("the state names workers with what they did") { testbed in
            let queue = try await testbed.queue()
            try await post(["a/1", "a/2", "b/1"], on: queue)
            let worker = try await queue.enter("desk 7", at: "desk 7")
            _ = try await next(queue, worker, jobs: 1)
            var report = WorkerReport()
            (report.stored, report.bytes, report.trouble) = (5, 1234, "no room")
            _ = try await queue.extend(worker, report)
            let status = try await queue.status(mostHosts: 10)
            try requireEqual(status.workers.map(\.report), [report], "what was done")
            try requireEqual(status.workers.map(\.name), ["desk 7"], "by whom")
            try requireEqual(
                [status.workers[0].leases, status.workers[0].jobs], [1, 1], "its leases and jobs")
            try requireEqual([status.waiting, status.leased, status.hostCount], [2, 1, 2], "jobs and hosts")
            try require(!status.workers[0].isLate, "it is not late")
        },
    ]
}
