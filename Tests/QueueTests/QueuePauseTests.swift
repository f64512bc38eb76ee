import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import LocalQueueing

/// What a queue says of why nothing is started.
struct QueuePauseTests {
    private let date = Date(timeIntervalSince1970: 1_000_000)

    /// A queue of two jobs, the first of which has ended, at an instant at which somebody asked for the second one.
    private func queue(_ limits: QueueLimits, _ ending: Receipt.Ending) throws -> QueueState {
        var queue = QueueState(limits)
        _ = queue.add(["a/1", "a/2"].map { JobQueueConformance.job($0) }, to: .listed, since: nil)
        #expect(queue.pause(at: .zero) == nil, "one may be started")
        let leased = queue.lease(atMost: 1, at: .zero, date)
        let lease = try #require(leased)
        _ = queue.lease(atMost: 1, at: .zero, date)
        #expect(queue.pause(at: .zero) == nil, "one is being done")
        _ = queue.finish(lease.number, with: [Receipt(lease.jobs[0], ending, at: date)], at: .zero, date)
        _ = queue.lease(atMost: 1, at: .zero, date)
        return queue
    }

    @Test func `a host that keeps a distance between requests is waited for until its next turn`() throws {
        var limits = QueueLimits(maxConcurrent: 1)
        limits.interval = .seconds(4)
        let queue = try queue(limits, .parked())
        #expect(queue.pause(at: .seconds(1)) == RequestPause(.pace, at: "a.example", left: .seconds(3)))
        #expect(queue.pause(at: .seconds(4)) == nil, "its turn has come")
    }

    @Test func `a host that asked to wait is waited for as long as it asked`() throws {
        let setback = Receipt.Setback(
            reason: "429", retryAfter: .seconds(9), isOfHost: true, asksForPatience: true)
        let pause = try queue(QueueLimits(maxConcurrent: 1), .again(setback)).pause(at: .seconds(2))
        #expect(pause?.cause == .hold && pause?.host == "a.example")
        #expect(try #require(pause?.left) >= .seconds(7))
    }

    @Test func `the next try of a document that failed is waited for`() throws {
        var queue = QueueState(QueueLimits(maxConcurrent: 1))
        _ = queue.add([JobQueueConformance.job("a/1")], to: .listed, since: nil)
        let leased = queue.lease(atMost: 1, at: .zero, date)
        let lease = try #require(leased)
        let receipt = Receipt(lease.jobs[0], .again(Receipt.Setback(reason: "gone")), at: date)
        _ = queue.finish(lease.number, with: [receipt], at: .zero, date)
        #expect(queue.pause(at: .zero)?.cause == .retry)
    }
}
