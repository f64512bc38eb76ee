import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import LocalQueueing

/// The rules of the queue, without a clock and without anybody who waits.
@Suite(.timeLimit(.minutes(1))) struct QueueStateTests {
    private let date = Date(timeIntervalSince1970: 1_000_000)

    private func job(_ title: String) -> TransferJob { JobQueueConformance.job(title) }

    private func failed(_ job: TransferJob, _ setback: Receipt.Setback = .init(reason: "gone")) -> Receipt {
        Receipt(job, .again(setback), at: date)
    }

    private func next(
        _ queue: inout QueueState, at now: Duration = .zero
    ) throws -> JobLease {
        let lease = queue.lease(atMost: 1, at: now, date)
        return try #require(lease)
    }

    @Test func `a job that is to be tried again is leased at its instant and not before`() throws {
        var queue = QueueState(QueueLimits())
        _ = queue.add([job("a/1")], to: .listed, since: nil)
        let lease = try next(&queue, at: .seconds(1))
        let setback = Receipt.Setback(reason: "busy", retryAfter: .seconds(30))
        _ = queue.finish(lease.number, with: [failed(lease.jobs[0], setback)], at: .seconds(2), date)
        let instant = try #require(queue.nextInstant)
        #expect(instant >= .seconds(32))
        let early = queue.lease(atMost: 1, at: instant - .milliseconds(1), date)
        #expect(early == nil)
        #expect(try next(&queue, at: instant).jobs.first?.tries?.value.count == 1)
    }

    @Test func `what a server asked to wait is waited, also by whoever asks for the item`() throws {
        var queue = QueueState(QueueLimits())
        _ = queue.add([job("a/1")], to: .listed, since: nil)
        let lease = try next(&queue)
        let setback = Receipt.Setback(reason: "busy", retryAfter: .seconds(30))
        _ = queue.finish(lease.number, with: [failed(lease.jobs[0], setback)], at: .zero, date)
        let again = queue.add([job("a/1")], to: .requested, since: nil)
        #expect(again.isEmpty)
        let instant = try #require(queue.nextInstant)
        #expect(instant >= .seconds(30))
        let early = queue.lease(atMost: 1, at: instant - .milliseconds(1), date)
        #expect(early == nil)
        #expect(try next(&queue, at: instant).jobs.map(\.title) == ["a/1"])
    }

    @Test func `limits that are tightened hold from then on`() throws {
        var queue = QueueState(QueueLimits(maxConcurrent: 2))
        _ = queue.add(["a/1", "a/2", "a/3"].map(job), to: .listed, since: nil)
        let first = try next(&queue)
        var strict = QueueLimits(maxConcurrent: 1)
        strict.interval = .seconds(10)
        queue.tighten(to: strict)
        let beside = queue.lease(atMost: 1, at: .zero, date)
        #expect(beside == nil)
        _ = queue.finish(first.number, with: [Receipt(first.jobs[0], .parked(), at: date)], at: .zero, date)
        let second = try next(&queue, at: .seconds(20))
        _ = queue.finish(
            second.number, with: [Receipt(second.jobs[0], .parked(), at: date)], at: .seconds(20), date)
        let early = queue.lease(atMost: 1, at: .seconds(29), date)
        #expect(early == nil)
        #expect(try next(&queue, at: .seconds(30)).jobs.count == 1)
    }

    @Test func `where as many jobs are done as may be, none waits for time alone`() throws {
        var limits = QueueLimits(maxConcurrent: 2)
        limits.maxRequested = 1
        var queue = QueueState(limits)
        _ = queue.add([job("r/1")], to: .requested, since: nil)
        _ = queue.add(["a/1", "b/1"].map(job), to: .listed, since: nil)
        let leases = [try next(&queue), try next(&queue), try next(&queue)]
        limits.maxConcurrent = 1
        queue.tighten(to: limits)
        _ = queue.finish(leases[1].number, with: [failed(leases[1].jobs[0])], at: .zero, date)
        #expect(queue.nextInstant == nil)
        let late = queue.lease(atMost: 1, at: .seconds(60), date)
        #expect(late == nil && queue.nextInstant == nil)
        let parked = Receipt(leases[2].jobs[0], .parked(), at: date)
        _ = queue.finish(leases[2].number, with: [parked], at: .seconds(60), date)
        #expect(queue.nextInstant != nil)
        #expect(try next(&queue, at: .seconds(60)).jobs.map(\.title) == ["a/1"])
    }

    @Test func `what is requested twice at once waits once, and what has landed since stays where it waits`()
        throws
    {
        var queue = QueueState(QueueLimits())
        let mark = queue.prepare()
        _ = queue.add([job("a/1")], to: .listed, since: nil)
        let lease = try next(&queue)
        _ = queue.finish(lease.number, with: [Receipt(lease.jobs[0], .parked(), at: date)], at: .zero, date)
        queue.landed(lease.jobs[0].key)
        // It waits again: what was asked for before it landed does not take it away.
        _ = queue.add(["a/1", "a/2"].map(job), to: .listed, since: nil)
        let taken = queue.add(["a/1", "a/2", "a/2"].map(job), to: .requested, since: mark)
        #expect(taken.isEmpty)
        var titles: [String] = []
        while let next = queue.lease(atMost: 1, at: .zero, date) { titles += next.jobs.map(\.title) }
        #expect(titles == ["a/2", "a/1"])
    }

    @Test func `a queue has ended when it is closed, no lease is left and nothing waits`() throws {
        var queue = QueueState(QueueLimits())
        _ = queue.add(["a/1", "a/2"].map(job), to: .listed, since: nil)
        let leases = [try next(&queue), try next(&queue)]
        queue.close()
        #expect(!queue.hasEnded)
        let done = Receipt(leases[0].jobs[0], .parked(), at: date)
        _ = queue.finish(leases[0].number, with: [done], at: .zero, date)
        #expect(!queue.hasEnded, "a lease is left")
        _ = queue.finish(leases[1].number, with: [failed(leases[1].jobs[0])], at: .zero, date)
        #expect(!queue.hasEnded, "a try is to follow")
        let cancelled = queue.cancel(.all)
        #expect(cancelled.waiting.map(\.title) == ["a/2"])
        #expect(queue.hasEnded)
    }

    @Test func `a job that was added after its try was cancelled lands by itself`() throws {
        var queue = QueueState(QueueLimits())
        _ = queue.add([job("a/1")], to: .listed, since: nil)
        let first = try next(&queue)
        let cancelled = queue.cancel(.all)
        #expect(cancelled.leased.map(\.title) == ["a/1"])
        let taken = (0..<2).map { _ in queue.add([job("a/1")], to: .listed, since: nil).count }
        #expect(taken == [1, 0])
        _ = queue.finish(first.number, with: [failed(first.jobs[0])], at: .zero, date)
        queue.landed(first.jobs[0].key)
        var landings = [queue.takeLandings()]
        #expect(try next(&queue).jobs.map(\.title) == ["a/1"])
        queue.landed(first.jobs[0].key)
        landings += [queue.takeLandings(), queue.takeLandings()]
        #expect(landings == [[], [first.jobs[0].key], []], "it landed once, after it had waited again")
        #expect(queue.underWay.isEmpty)
    }

    @Test func `what the answer says is said of the host that answered`() {
        let setback = Receipt.Setback(
            reason: "429", retryAfter: .seconds(7200), isOfHost: true, asksForPatience: true)
        let receipt = Receipt(job("a/1"), .again(setback), at: date, url: "http://b.example/there")
        let decision = RetryDecision(receipt, setback, QueueLimits(), at: date)
        #expect(decision.host == "b.example" && decision.isBeyondPatience && decision.isOfHost)
        #expect(decision.hold?.until == date.addingTimeInterval(7200) && decision.pause == .seconds(7200))
        guard case .ended(let last) = decision.next else {
            Issue.record("tried again")
            return
        }
        let told = last.reason ?? ""
        #expect(told.hasPrefix("b.example asked to wait until 1970-01-1"))
        #expect(told.hasSuffix(": 429") && decision.reason == told && last.remedy == .sooner)
        var patient = QueueLimits()
        patient.holdsHosts = false
        let other = RetryDecision(receipt, setback, patient, at: date)
        #expect(other.pause == nil && !other.isBeyondPatience && other.hold != nil)
    }

    @Test func `failures of the target of redirects are in a row only until it answers`() throws {
        var limits = QueueLimits(maxConcurrent: 1)
        (limits.retries, limits.hostFailures) = (0, 2)
        var state = QueueState(limits)
        let there = "http://cdn.example/file"
        let setback = Receipt.Setback(reason: "502", isOfHost: true)
        for (title, answers) in [("a/1", false), ("a/2", true), ("a/3", false)] {
            _ = state.add([job(title)], to: .listed, since: nil)
            let leased = state.lease(atMost: 1, at: .zero, date)
            let lease = try #require(leased)
            let ending: Receipt.Ending =
                answers ? .unchanged(DocumentOrigin(url: there, validators: Validators())) : .again(setback)
            _ = state.finish(
                lease.number, with: [Receipt(lease.jobs[0], ending, at: date, url: there)], at: .zero, date)
        }
        #expect(state.state(of: "cdn.example", at: .zero).leftAlone == nil)
    }

    @Test func `a turn that a lease did not use is no other request's`() throws {
        var limits = QueueLimits(maxConcurrent: 1)
        limits.interval = .seconds(2)
        var state = QueueState(limits)
        _ = state.add([job("a/1")], to: .listed, since: nil)
        let leased = state.lease(atMost: 1, at: .zero, date)
        let lease = try #require(leased)
        _ = state.finish(
            lease.number, with: [Receipt(lease.jobs[0], .parked(), at: date)], at: .zero, date)
        #expect(state.turn(of: "a.example", at: .zero) == .seconds(2))
    }

    @Test func `a body with a wrong digest gets one more try after all others`() {
        var tries = TransferJob.Tries(began: date)
        tries.count = 2
        let receipt = Receipt(job("a/1"), .again(.init(reason: "gone")), at: date, tries: tries)
        let plain = RetryDecision(receipt, .init(reason: "r"), QueueLimits(), at: date)
        guard case .ended = plain.next else {
            Issue.record("tried again")
            return
        }
        let mismatch = Receipt.Setback(reason: "r", isMismatch: true)
        guard case .again(let job, _) = RetryDecision(receipt, mismatch, QueueLimits(), at: date).next else {
            Issue.record("not tried again")
            return
        }
        #expect(
            job.tries?.value.count == 3 && job.ways.isSuperset(of: [.lastMismatch, .pastCaches, .resuming]))
    }

    private func mirrored(_ title: String, _ hosts: String...) -> TransferJob {
        let first = job(title)
        return TransferJob(
            key: first.key, title: title, url: first.url, action: .download, promise: first.promise,
            name: title,
            mirrors: TransferJob.Mirrors(next: hosts.map { "http://\($0).example/\(title)" }))
    }

    @Test func `a job waits for its mirror among the jobs of that host, and counts against its limit`() throws
    {
        var limits = QueueLimits(maxConcurrent: 4)
        limits.maxPerHost = 1
        var queue = QueueState(limits)
        _ = queue.add([mirrored("a/1", "m"), job("m/1")], to: .listed, since: nil)
        let leases = [try next(&queue), try next(&queue)]
        #expect(leases.map { $0.jobs.map(\.title) } == [["a/1"], ["m/1"]])
        _ = queue.finish(leases[0].number, with: [failed(leases[0].jobs[0])], at: .zero, date)
        let early = queue.lease(atMost: 1, at: .zero, date)
        #expect(early == nil, "its mirror's host is busy")
        _ = queue.finish(
            leases[1].number, with: [failed(leases[1].jobs[0], .init(reason: "x"))], at: .zero, date)
        #expect(try next(&queue).jobs.map(\.host) == ["m.example"])
    }

    @Test func `the jobs of a host that is left alone go on to their mirrors, and fail without one`() throws {
        var limits = QueueLimits(maxConcurrent: 1)
        (limits.retries, limits.hostFailures) = (0, 1)
        var queue = QueueState(limits)
        _ = queue.add([job("a/1"), mirrored("a/2", "a", "m"), job("a/3")], to: .listed, since: nil)
        let lease = try next(&queue)
        let down = Receipt.Setback(reason: "down", isOfHost: true)
        let settlement = queue.finish(lease.number, with: [failed(lease.jobs[0], down)], at: .zero, date)
        #expect(settlement.receipts.map(\.job.title) == ["a/1", "a/3"])
        let later = try next(&queue)
        #expect(later.jobs.map(\.url) == ["http://m.example/a/2"])
        let last = queue.finish(later.number, with: [failed(later.jobs[0], down)], at: .zero, date)
        #expect(last.receipts.map(\.outcome) == [.failed])
    }

    @Test func `a mirror that will not do better is not asked again, and one round of mirrors is one try`()
        throws
    {
        let first = mirrored("a/1", "m", "n")
        let gone = Receipt.Setback(reason: "404", isOfURL: true)
        let busy = Receipt.Setback(reason: "502")
        var job = first
        var asked = [job.host]
        for setback in [gone, busy, busy, gone, busy] {
            guard case .again(let setback) = failed(job, setback).ending else { continue }
            switch RetryDecision(failed(job, setback), setback, QueueLimits(), at: date).next {
            case .atMirror(let next): job = next
            case .again(let next, let delay):
                #expect(delay > .zero)
                job = next
            case .ended: Issue.record("given up")
            }
            asked.append(job.host)
        }
        #expect(
            asked == [
                "a.example", "m.example", "n.example", "m.example", "n.example", "n.example",
            ])
        #expect(job.tries?.value.count == 2 && job.mirrors == nil)
    }

    @Test func `a line keeps its order however much was taken from it`() {
        var line = WaitingLine<Int>()
        var taken: [Int] = []
        for number in 0..<5000 {
            line.add(number)
            if number % 3 > 0, let next = line.next() { taken.append(next) }
        }
        line.addFirst(-1)
        #expect(line.count == 5000 - taken.count + 1 && line.elements.first == -1)
        let first = line.next()
        #expect(first == -1)
        while let number = line.next() { taken.append(number) }
        #expect(taken == Array(0..<5000) && line.isEmpty)
        line.addFirst(7)
        #expect(line.elements == [7])
    }
}
