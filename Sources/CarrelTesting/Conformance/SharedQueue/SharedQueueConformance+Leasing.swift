import CarrelModel
import CarrelStages
import Foundation

/// Which hosts are leased, with which jobs.
extension SharedQueueConformance {
    static let leasing: [Check] = [
        Check("a host is one worker's, in the order of its jobs") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            try await post(["a/1", "a/2", "a/3", "b/1"], on: queue)
            let (one, two) = (
                try await queue.enter("one", at: "one"), try await other.enter("two", at: "two")
            )
            let first = try await next(queue, one, jobs: 2)
            try requireEqual(first.titles, ["a/1", "a/2"], "the first lease")
            let second = try await next(other, two, jobs: 2)
            try requireEqual(second.titles, ["b/1"], "the second lease")
            try requireEqual(try await due(other, two).count, 0, "leases of a host that is leased")
            try await queue.release(first.number, HostState())
            try requireEqual(try await next(other, two, jobs: 2).titles, ["a/3"], "the lease after it")
        },
        Check("hosts take turns, and several can be leased at once") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2", "b/1", "c/1"], at: testbed)
            let first = try await next(queue, worker, jobs: 1)
            try await queue.release(first.number, HostState())
            let rest = try await due(queue, worker, hosts: 2)
            let behind = try await next(queue, worker)
            let all = Set(([first] + rest + [behind]).flatMap(\.titles))
            try requireEqual(all, ["a/1", "a/2", "b/1", "c/1"], "what is leased")
            try requireEqual(behind.host, first.host, "who is last")
        },
        Check("two that lease at the same time get different hosts") { testbed in
            let queues = [try await testbed.queue(), try await testbed.queue(), try await testbed.queue()]
            let titles = (1...30).map { "h\($0)/1" }
            try await post(titles, on: queues[0])
            let leased = try await withThrowingTaskGroup(of: [String].self) { group in
                for queue in queues {
                    group.addTask {
                        let worker = try await queue.enter("w", at: UUID().uuidString)
                        var titles: [String] = []
                        for _ in 0..<10 {
                            titles += try await due(queue, worker, hosts: 2).flatMap(\.titles)
                        }
                        return titles
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try requireEqual(leased.sorted(), titles.sorted(), "what is leased, each once")
        },
        Check("what a person asked for goes first, also where it was listed before") { testbed in
            let queue = try await testbed.queue()
            try await post(["a/1", "b/1", "b/2"], on: queue)
            try requireEqual(try await post(["b/2"], on: queue, to: .requested).taken, [], "what is taken")
            let worker = try await queue.enter("w", at: "w")
            let lease = try await next(queue, worker)
            try requireEqual(lease.titles, ["b/2", "b/1"], "the first lease")
            try requireEqual(lease.jobs.map(\.lane), [.requested, .listed], "their lanes")
        },
        Check("a job that is given back waits for its time, at its host of then") { testbed in
            let (queue, worker) = try await posted(["a/1", "a/2"], at: testbed)
            let first = try await next(queue, worker)
            let moved = TransferJob(
                key: first.jobs[0].job.key, title: "a/1", url: "http://mirror.example/1", action: .download,
                promise: first.jobs[0].job.promise, name: "n", tries: TransferJob.Tries(began: .distantPast))
            let left = try await queue.giveBack(
                [DelayedJob(moved, after: .seconds(3600)), DelayedJob(first.jobs[1].job)], of: first.number)
            try requireEqual(left.count, 0, "what cannot be given back")
            try await queue.release(first.number, HostState())
            try requireEqual(try await next(queue, worker).titles, ["a/2"], "what is due")
            try requireEqual(try await due(queue, worker).count, 0, "what is due before its time")
            let status = try await queue.status(mostHosts: 10)
            try requireEqual(status.hosts.first { $0.name == "mirror.example" }?.waiting, 1, "what waits")
            let again = try await queue.giveBack([DelayedJob(moved)], of: first.number)
            try requireEqual(again.count, 1, "what cannot be given back twice")
        },
    ]
}
