import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import LocalQueueing

/// How hosts are treated that fail for a while, or for good.
@Suite(.timeLimit(.minutes(1))) struct HostTroubleTests {
    private let date = Date(timeIntervalSince1970: 1_000_000)
    private let down = Receipt.Setback(reason: "502", isOfHost: true)

    private func job(_ number: Int) -> TransferJob {
        TransferJob(
            key: ItemKey(catalog: "c", collection: "a", item: "\(number)"), title: "\(number)",
            url: "http://a.example/\(number)", action: .download,
            promise: DocumentPromise(Item(title: "\(number)", url: nil)), name: "\(number)")
    }

    private func queue(of count: Int, passesOn: Bool = false) -> QueueState {
        var limits = QueueLimits(maxConcurrent: 3)
        (limits.hostFailures, limits.passesOn) = (5, passesOn)
        var queue = QueueState(limits)
        _ = queue.add((0..<count).map(job), to: .listed, since: nil)
        return queue
    }

    /// What became of a run.
    private struct Course {
        var receipts: [Receipt] = []
        var requests = 0
        var time: Duration = .zero

        func count(_ outcome: Attempt.Outcome) -> Int { receipts.count { $0.outcome == outcome } }
    }

    /// Fetches everything, 10 ms each, from a server that brings what it has.
    private func course(
        of count: Int, has: (_ title: String, _ time: Duration) -> Bool
    ) throws -> Course {
        var queue = queue(of: count)
        var course = Course()
        while queue.waiting > 0 {
            var leases: [JobLease] = []
            while let lease = queue.lease(atMost: 1, at: course.time, date) { leases.append(lease) }
            if leases.isEmpty {
                course.time = max(course.time, try #require(queue.nextInstant))
                continue
            }
            course.requests += leases.count
            course.time += .milliseconds(10)
            for lease in leases {
                let job = lease.jobs[0]
                let ending: Receipt.Ending =
                    has(job.title, course.time)
                    ? .unchanged(DocumentOrigin(url: job.url, validators: Validators())) : .again(down)
                let settlement = queue.finish(
                    lease.number, with: [Receipt(job, ending, at: date)], at: course.time, date)
                course.receipts += settlement.receipts
            }
        }
        return course
    }

    @Test(arguments: [2, 3, 200]) func `a server that is down for three seconds costs no document`(
        count: Int
    ) throws {
        let course = try course(of: count) { _, time in time > .seconds(3) }
        #expect(course.count(.unchanged) == count)
        #expect(course.requests <= count + 12, "\(course.requests)")
        #expect(course.time < .seconds(10), "\(course.time)")
    }

    @Test func `a server that is down for good is skipped, and not before its pauses were made`() throws {
        let course = try course(of: 200) { _, _ in false }
        #expect(course.count(.failed) == 200)
        #expect(course.time >= .milliseconds(3500) && course.time < .seconds(15), "\(course.time)")
    }

    @Test func `a document that always fails does not slow the others of its host`() throws {
        let course = try course(of: 200) { title, _ in title != "7" }
        #expect(course.count(.unchanged) == 199 && course.count(.failed) == 1)
        #expect(course.requests == 202 && course.time < .seconds(3), "\(course.time)")
    }

    @Test func `documents that always fail have their host pause once and not again`() throws {
        let course = try course(of: 200) { title, _ in !["7", "8"].contains(title) }
        #expect(course.count(.unchanged) == 198 && course.count(.failed) == 2)
        #expect(course.time < .seconds(4), "\(course.time)")
    }

    @Test func `a folder of documents that always fail does not have its host skipped`() throws {
        let course = try course(of: 200) { title, _ in (Int(title) ?? 0) >= 50 }
        #expect(course.count(.unchanged) == 150 && course.count(.failed) == 50)
    }

    @Test func `the pauses of a host go on with its next lease, wherever that is`() throws {
        var (time, before, requests) = (Duration.zero, HostState(), 0)
        var waiting = (0..<6).map { DelayedJob(job($0)) }
        while !waiting.isEmpty {
            #expect(!waiting.contains { ($0.job.tries?.value.count ?? 0) > 1 })
            var queue = queue(of: 0, passesOn: true)
            queue.take(before, of: "a.example", at: .zero)
            _ = queue.add(waiting.map(\.job), to: .listed, since: nil)
            waiting = []
            while let lease = queue.lease(atMost: 1, at: .zero, date) {
                requests += 1
                let job = lease.jobs[0]
                let origin = DocumentOrigin(url: job.url, validators: Validators())
                let receipt = Receipt(job, time > .seconds(3) ? .unchanged(origin) : .again(down), at: date)
                waiting += queue.finish(lease.number, with: [receipt], at: .zero, date).passedOn
            }
            before = queue.state(of: "a.example", at: .zero)
            time += max(before.wait, .milliseconds(10))
            before.wait = .zero
        }
        #expect(requests <= 6 + 6 && time < .seconds(8) && before.pauses == 0, "\(requests), \(time)")
    }

    @Test func `the pause of a host is told as one before the next try, and passed on to other machines`()
        throws
    {
        var queue = queue(of: 3, passesOn: true)
        var passedOn: [DelayedJob] = []
        for _ in 0..<2 {
            let leased = queue.lease(atMost: 1, at: .zero, date)
            let lease = try #require(leased)
            let receipt = Receipt(lease.jobs[0], .again(down), at: date)
            passedOn += queue.finish(lease.number, with: [receipt], at: .zero, date).passedOn
        }
        #expect(passedOn.map(\.job.title) == ["0", "1", "2"])
        let tries = passedOn.map { $0.job.tries?.value.count }
        #expect(tries == [1, 0, nil], "what is the host's failure does not count")
        let state = queue.state(of: "a.example", at: .zero)
        #expect(state.wait >= .milliseconds(500) && state.wait <= .seconds(1) && state.isFailing)
        #expect(passedOn.dropFirst().allSatisfy { $0.delay == state.wait }, "nobody asks for them before")
        _ = queue.add([job(4)], to: .listed, since: nil)
        let early = queue.lease(atMost: 1, at: .milliseconds(499), date)
        #expect(early == nil)
        #expect(queue.pause(at: .milliseconds(499))?.cause == .retry)
    }
}
