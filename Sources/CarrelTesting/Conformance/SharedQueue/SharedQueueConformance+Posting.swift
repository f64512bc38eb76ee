import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Orders, and how those who follow them learn how jobs ended.
extension SharedQueueConformance {
    static let posting: [Check] = [
        Check("an item that waits or is being fetched is taken once, whoever posts it") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let first = try await post(["a/1", "a/1", "a/2"], on: queue)
            try requireEqual(first.taken, ["a/1", "a/2"], "what is taken")
            try requireEqual(try await post(["a/2", "a/3"], on: other).taken, ["a/3"], "what is taken then")
            let worker = try await queue.enter("w", at: "w")
            let lease = try await next(queue, worker)
            try requireEqual(
                try await post(["a/1"], on: other).taken, [], "what is taken while it is fetched")
            let keys = ["a/1", "a/9"].map { JobQueueConformance.job($0).key }
            try requireEqual(try await other.underWay(keys), [keys[0]], "what is under way")
            _ = try await testbed.end(lease.jobs.map { ticket($0.job, lease) })
            try requireEqual(try await other.underWay(keys), [], "what is under way when it was recorded")
            try requireEqual(try await post(["a/1"], on: other).taken, ["a/1"], "what is taken afterwards")
        },
        Check("a job comes as it was posted") { testbed in
            let queue = try await testbed.queue()
            var tries = TransferJob.Tries(began: .distantPast)
            tries.count = 2
            let job = TransferJob(
                key: ItemKey(catalog: "c", collection: "Ünï", item: "\u{0}\n'\"\\"), title: "t\u{FFFD}",
                url: "https://a.example/x?y=%20", action: .resume,
                promise: DocumentPromise(Item(title: "t", url: nil, size: 12)), name: "n/m.pdf",
                assignment: 3, place: 7, ways: [.resuming, .pastCaches], tries: tries, distinction: "d",
                mirrors: TransferJob.Mirrors(next: ["https://b.example/x"]))
            let order = try await queue.begin(catalog: "c", QueueLimits(maxPerHost: 2), isFollowed: false)
            try requireEqual(try await queue.add([job], to: .requested, of: order).count, 1, "jobs taken")
            let lease = try await next(queue, try await queue.enter("w", at: "w"))
            let leased = try requireValue(lease.jobs.first, "the job")
            try requireEqual(lease.host, "a.example", "the host")
            try requireEqual(leased.job.key, job.key, "the item")
            try requireEqual(
                [leased.job.title, leased.job.url, leased.job.name], [job.title, job.url, job.name],
                "its texts")
            try requireEqual(leased.job.ways, job.ways, "its ways")
            try requireEqual(leased.job.tries?.value.count, 2, "its tries")
            try requireEqual(leased.job.mirrors?.value.next, ["https://b.example/x"], "its mirrors")
            try requireEqual(leased.lane, .requested, "its lane")
            try requireEqual(leased.order, order, "its order")
            try requireEqual(leased.limits.maxPerHost, 2, "its limits")
        },
        Check("a job that waits and is posted again with more time has that") { testbed in
            func job(_ item: String, until deadline: Date?) -> TransferJob {
                let job = JobQueueConformance.job(item)
                return TransferJob(
                    key: job.key, title: job.title, url: job.url, action: .download, promise: job.promise,
                    name: job.name, deadline: deadline)
            }
            let queue = try await testbed.queue()
            let order = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
            let past = Date(timeIntervalSince1970: 1_000_000)
            let jobs = [job("a/1", until: past), job("a/2", until: past)]
            _ = try await queue.add(jobs, to: .listed, of: order)
            let sooner = job("a/2", until: past - 1000)
            let again = try await queue.add([job("a/1", until: nil), sooner], to: .listed, of: order)
            try requireEqual(again.count, 0, "jobs taken again")
            let lease = try await next(queue, try await queue.enter("w", at: "w"))
            let deadlines = lease.jobs.map { $0.job.deadline }
            try requireEqual(deadlines, [nil, past], "until when they are done")
        },
        Check("who follows an order learns each ending once, and when it is done") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let (order, _) = try await post(["a/1", "a/2", "b/1"], on: queue, isFollowed: true)
            let worker = try await other.enter("w", at: "w")
            try requireEqual(try await queue.progress(of: order, forgetting: []).workers, 1, "workers")
            var known: [JobEnding.Number] = []
            var titles: [String] = []
            for _ in 0..<2 {
                let lease = try await next(other, worker)
                _ = try await testbed.end(lease.jobs.map { ticket($0.job, lease) })
                let progress = try await queue.progress(of: order, forgetting: known)
                try require(!progress.isDone, "an order is done before its endings were read")
                known = progress.endings.map(\.number)
                titles += progress.endings.map(\.receipt.job.title)
                try requireEqual(
                    progress.endings.map(\.receipt.outcomeName), progress.endings.map { _ in "unchanged" },
                    "how they ended")
            }
            try requireEqual(titles.sorted(), ["a/1", "a/2", "b/1"], "what has ended")
            let last = try await queue.progress(of: order, forgetting: known)
            try require(last.isDone && last.endings.isEmpty, "when all was read")
        },
        Check("an order that is left keeps no endings, and its jobs are done") { testbed in
            let queue = try await testbed.queue()
            let (order, _) = try await post(["a/1", "a/2"], on: queue, isFollowed: true)
            let worker = try await queue.enter("w", at: "w")
            let lease = try await next(queue, worker, jobs: 1)
            _ = try await testbed.end([ticket(lease.jobs[0].job, lease)])
            try await queue.leave(order)
            try await queue.release(lease.number, HostState())
            let rest = try await next(queue, worker)
            try requireEqual(rest.titles, ["a/2"], "what is left")
            _ = try await testbed.end([ticket(rest.jobs[0].job, rest)])
            let progress = try await queue.progress(of: order, forgetting: [])
            try require(progress.endings.isEmpty && progress.isDone, "what is kept")
        },
        Check("what nobody wants any longer is taken out of every order, and what is fetched goes on") {
            testbed in
            let queue = try await testbed.queue()
            let (order, _) = try await post(["a/1", "a/2", "a/3", "b/1"], on: queue, isFollowed: true)
            let worker = try await queue.enter("w", at: "w")
            let lease = try await next(queue, worker, jobs: 1)
            try requireEqual(lease.titles, ["a/1"], "what is fetched")
            let keys = ["a/1", "a/2", "a/9"].map { JobQueueConformance.job($0).key }
            let another = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
            try requireEqual(try await queue.withdraw(.ofOrder(another, keys)), 0, "of another order")
            try requireEqual(
                try await queue.withdraw(.ofOrder(order, [keys[0], keys[1]])), 1, "of the order")
            try requireEqual(
                try await queue.add([JobQueueConformance.job("a/2")], to: .listed, of: order).count, 1,
                "what is posted again")
            try requireEqual(try await queue.withdraw(.ofItems(keys)), 1, "of the items")
            try requireEqual(try await queue.withdraw(.ofCatalog("d")), 0, "of another catalogue")
            try requireEqual(try await queue.withdraw(.ofCatalog("c")), 2, "of the catalogue")
            try requireEqual(try await queue.status(mostHosts: 0).waiting, 0, "what waits")
            _ = try await testbed.end([ticket(lease.jobs[0].job, lease)])
            let endings = try await queue.progress(of: order, forgetting: []).endings
            try requireEqual(endings.count, 1, "what has ended")
            let known = endings.map(\.number)
            try require(try await queue.progress(of: order, forgetting: known).isDone, "the order is done")
        },
        Check("a worker hears which of its jobs nobody wants any longer, and cannot give them back") {
            testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let (order, _) = try await post(["a/1", "a/2", "a/3"], on: queue, isFollowed: true)
            let worker = try await other.enter("w", at: "w")
            let lease = try await next(other, worker)
            let job = JobQueueConformance.job("a/2")
            try requireEqual(try await queue.withdraw(.ofItems([job.key])), 0, "what waited")
            let news = try await other.extend(worker, WorkerReport())
            try requireEqual(news.unwanted, [job.key], "what nobody wants")
            for lane in JobLane.allCases {
                _ = try await queue.add([job], to: lane, of: order)
                let later = try await other.extend(worker, WorkerReport())
                try requireEqual(later.unwanted, [], "what nobody wants after it was \(lane) again")
                _ = try await queue.withdraw(.ofOrder(order, [job.key]))
            }
            let left = try await other.giveBack(lease.jobs.map { DelayedJob($0.job) }, of: lease.number)
            try requireEqual(left.map(\.title), ["a/2"], "what cannot be given back")
            _ = try await testbed.end([ticket(lease.jobs[1].job, lease)])
            try await other.release(lease.number, HostState())
            try requireEqual(try await next(other, worker).titles, ["a/1", "a/3"], "what is left")
            let endings = try await queue.progress(of: order, forgetting: []).endings
            try requireEqual(endings.map(\.receipt.job.title), ["a/2"], "what has ended")
        },
        Check("what waits of a cancelled order is gone, and workers hear of the rest") { testbed in
            let (queue, other) = (try await testbed.queue(), try await testbed.queue())
            let (order, _) = try await post(["a/1", "a/2", "a/3"], on: queue, isFollowed: true)
            try await post(["a/9"], on: queue)
            let worker = try await other.enter("w", at: "w")
            let lease = try await next(other, worker, jobs: 1)
            try requireEqual(lease.titles, ["a/1"], "what is fetched")
            try requireEqual(try await queue.cancel(order), 2, "what waited")
            let news = try await other.extend(worker, WorkerReport())
            try requireEqual(news.cancelled, [order], "what a worker has to stop")
            let left = try await other.giveBack([DelayedJob(lease.jobs[0].job)], of: lease.number)
            try requireEqual(left.map(\.title), ["a/1"], "what cannot be given back")
            _ = try await testbed.end([ticket(lease.jobs[0].job, lease)])
            try await other.release(lease.number, HostState())
            try requireEqual(try await next(other, worker).titles, ["a/9"], "what another order posted")
            try requireEqual(try await due(other, worker).count, 0, "what else is due")
        },
    ]
}

extension Receipt {
    var outcomeName: String {
        switch ending {
        case .unchanged: "unchanged"
        default: "other"
        }
    }
}
