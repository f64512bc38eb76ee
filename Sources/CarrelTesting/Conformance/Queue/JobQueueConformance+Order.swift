import CarrelStages
import Foundation

/// Which job is next, and how many at once.
extension JobQueueConformance {
    static let order: [Check] = [
        Check("within a host the order is that of the jobs, and hosts take turns") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 4))
            queue.add(["a/1", "a/2", "a/3", "b/1"].map(job), to: .listed)
            var order: [String] = []
            for _ in 0..<4 { order += try await next(queue) }
            try requireEqual(order, ["a/1", "b/1", "a/2", "a/3"], "the order")
        },
        Check("the lane's limit holds for what is leased at once") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2))
            queue.add(["a/1", "b/1", "c/1"].map(job), to: .listed)
            let first = try await leased(queue)
            _ = try await next(queue)
            let third = Task { await queue.lease(atMost: 1)?.jobs.map(\.title) }
            _ = queue.finish(first.number, with: first.jobs.map(stored))
            try requireEqual(await third.value, ["c/1"], "what is leased when there is room")
        },
        Check("no host has more than its share, and others are not held up") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 3, maxPerHost: 1))
            queue.add(["slow/1", "slow/2", "other/1"].map(job), to: .listed)
            try requireEqual(try await next(queue), ["slow/1"], "the first")
            try requireEqual(try await next(queue), ["other/1"], "the second")
        },
        Check("what a person asked for goes before what a sync listed") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            let first = try await leased(queue)
            queue.add(["a/3", "a/8"].map(job), to: .requested)
            try requireEqual(try await next(queue), ["a/3"], "what moved to the other lane")
            try requireEqual(try await next(queue), ["a/8"], "what was asked for")
            _ = queue.finish(first.number, with: first.jobs.map(stored))
            try requireEqual(try await next(queue), ["a/2"], "the rest of the sync")
        },
        Check("a job without a receipt waits again, before the others of its host") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add((1...16).map { job("a/\($0)") }, to: .listed)
            let lease = try await leased(queue, atMost: 2)
            try requireEqual(lease.jobs.map(\.title), ["a/1", "a/2"], "the lease")
            _ = queue.finish(lease.number, with: [stored(lease.jobs[0])])
            let next = try await leased(queue, atMost: 2)
            try requireEqual(next.jobs.map(\.title), ["a/2", "a/3"], "the next lease")
        },
        Check("jobs that are given back wait again, while the rest of the lease is done") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2, maxPerHost: 2))
            queue.add((1...32).map { job("a/\($0)") }, to: .listed)
            let lease = try await leased(queue, atMost: 3)
            try requireEqual(lease.jobs.map(\.title), ["a/1", "a/2", "a/3"], "the lease")
            try requireEqual(
                queue.giveBack(Array(lease.jobs[1...]), of: lease.number).count, 0, "jobs that remain")
            let next = try await leased(queue, atMost: 3)
            try requireEqual(next.jobs.map(\.title), ["a/2", "a/3", "a/4"], "the next lease")
            let receipts = queue.finish(lease.number, with: [stored(lease.jobs[0])]).receipts
            try requireEqual(receipts.map(\.job.title), ["a/1"], "the receipts of the first")
        },
        Check("a cancelled job cannot be given back") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 1))
            queue.add((1...16).map { job("a/\($0)") }, to: .listed)
            let lease = try await leased(queue, atMost: 3)
            _ = queue.cancel(only("a/2"))
            let left = queue.giveBack(Array(lease.jobs[1...]), of: lease.number)
            try requireEqual(left.map(\.title), ["a/2"], "jobs that remain")
        },
        Check("of few jobs a lease leaves some for others") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2))
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            let lease = try await leased(queue, atMost: 16)
            try requireEqual(lease.jobs.count, 1, "jobs of the lease")
        },
        Check("the end of a lease tells whether it was the last one") { testbed in
            let queue = testbed.queue(QueueLimits(maxConcurrent: 2))
            queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed)
            func isLast(_ lease: JobLease) -> Bool {
                queue.finish(lease.number, with: lease.jobs.map(stored)).isLast
            }
            let (first, second) = (try await leased(queue), try await leased(queue))
            try require(!isLast(first), "a lease beside another one")
            try require(!isLast(second), "a lease before a job that waits")
            try require(isLast(try await leased(queue)), "the last lease")
        },
    ]
}
