import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing
@testable import LocalQueueing

/// Which try that failed is followed by another one: decided by its receipt alone.
@Suite(.timeLimit(.minutes(1))) struct RetryDecisionTests {
    private let date = Date(timeIntervalSince1970: 1_000_000)
    private let brokeOff = Receipt.Setback(
        reason: "broke off", isOfHost: true, reachedServer: true, broughtMore: true)

    private func job(mirrors: [String] = []) -> TransferJob {
        TransferJob(
            key: ItemKey(catalog: "c", collection: "C1", item: "1"), title: "1", url: "http://a.example/1",
            action: .download, promise: DocumentPromise(Item(title: "1", url: nil)), name: "1",
            mirrors: TransferJob.Mirrors(next: mirrors))
    }

    /// The receipt of a try after others, and after that many requests.
    private func receipt(_ job: TransferJob, after count: Int, requests: Int = 1) -> Receipt {
        var tries = TransferJob.Tries(began: date)
        tries.count = count
        let exchange = AttemptExchange(
            asked: .rest(offset: 1, overlap: 0), url: job.url, head: nil,
            decision: .tryAgain(reason: "broke off"))
        tries.exchanges = Array(repeating: exchange, count: requests)
        return Receipt(job, .again(brokeOff), at: date, tries: tries)
    }

    private func decision(_ receipt: Receipt, retries: Int = 2) -> RetryDecision {
        var limits = QueueLimits()
        limits.retries = retries
        return RetryDecision(receipt, brokeOff, limits, at: date)
    }

    @Test func `a try that brought the document further is followed by another one, however many failed`() {
        for count in [0, 2, 20] {
            let decision = decision(receipt(job(), after: count, requests: 99))
            guard case .again(let next, let delay) = decision.next else {
                Issue.record("given up after \(count)")
                continue
            }
            #expect(next.tries?.value.count == 0 && next.ways == .resuming)
            #expect(delay > .zero && delay <= .milliseconds(500))
            #expect(!decision.isOfHost)
        }
    }

    @Test func `a line that breaks again and again is given up after a hundred requests`() {
        let last = decision(receipt(job(), after: 0, requests: 100))
        guard case .again(let next, _) = last.next else {
            Issue.record("not tried again")
            return
        }
        #expect(next.tries?.value.count == 1 && last.isOfHost)
        guard case .ended = decision(receipt(job(), after: 2, requests: 102)).next else {
            Issue.record("tried again")
            return
        }
    }

    @Test func `whoever wants no retries gets none, however far the document got`() {
        guard case .ended = decision(receipt(job(), after: 0), retries: 0).next else {
            Issue.record("tried again")
            return
        }
    }

    @Test func `a mirror that brought the document further is asked for the rest before the others`() {
        let decision = decision(receipt(job(mirrors: ["http://b.example/1"]), after: 0))
        guard case .again(let next, _) = decision.next else {
            Issue.record("another mirror is asked")
            return
        }
        #expect(next.url == "http://a.example/1" && next.mirrors?.value.next == ["http://b.example/1"])
    }

    @Test func `a job whose way leads to a host that is held waits with its own host, and has made no try`() {
        let held = Receipt.Setback(reason: "held", retryAfter: .seconds(20), isPostponed: true)
        var limits = QueueLimits()
        limits.retries = 0
        let decision = RetryDecision(receipt(job(), after: 2), held, limits, at: date)
        guard case .again(let next, let delay) = decision.next, delay == .seconds(20) else {
            Issue.record("not asked after the wait")
            return
        }
        #expect(next.tries?.value.count == 2 && next.url == "http://a.example/1")
        #expect(decision.host == "a.example" && decision.pause == .seconds(20))
        #expect(decision.hold == nil && !decision.isOfHost && !decision.isBeyondPatience)
    }

    @Test func `a mirror is asked at once where the way leads to a host that is held`() {
        let held = Receipt.Setback(reason: "held", retryAfter: .seconds(20), isPostponed: true)
        let decision = RetryDecision(
            receipt(job(mirrors: ["http://b.example/1"]), after: 0), held, QueueLimits(), at: date)
        guard case .atMirror(let next) = decision.next else {
            Issue.record("the mirror is not asked")
            return
        }
        #expect(next.url == "http://b.example/1" && decision.pause == nil)
    }

    /// The receipt of the last mirror after the first one failed.
    private func receiptAtLastMirror(_ first: Receipt.Setback, after count: Int) -> Receipt? {
        let receipt = receipt(job(mirrors: ["http://b.example/1"]), after: count)
        guard case .atMirror(let next) = RetryDecision(receipt, first, QueueLimits(), at: date).next else {
            return nil
        }
        return self.receipt(next, after: count)
    }

    @Test(arguments: [1, 61])
    func `a mirror that failed gets its tries, however long another one leads to a host that is held`(
        seconds: Int
    ) throws {
        let held = Receipt.Setback(reason: "held", retryAfter: .seconds(seconds), isPostponed: true)
        var limits = QueueLimits()
        limits.retries = 2
        let failed = Receipt.Setback(reason: "503", isOfHost: true)
        let first = RetryDecision(try #require(receiptAtLastMirror(failed, after: 0)), held, limits, at: date)
        guard case .again(let next, let delay) = first.next else {
            Issue.record("given up")
            return
        }
        #expect(next.url == "http://a.example/1" && next.tries?.value.count == 1)
        #expect(next.mirrors?.value.next == ["http://b.example/1"] && delay <= .milliseconds(500))
        #expect(first.pause == nil)
        let last = RetryDecision(try #require(receiptAtLastMirror(failed, after: 2)), held, limits, at: date)
        guard case .ended = last.next else {
            Issue.record("tried again")
            return
        }
    }

    @Test func `where all mirrors lead to a host that is held, none has made a try`() throws {
        let held = Receipt.Setback(reason: "held", retryAfter: .seconds(20), isPostponed: true)
        var limits = QueueLimits()
        limits.retries = 0
        let receipt = try #require(receiptAtLastMirror(held, after: 0))
        let decision = RetryDecision(receipt, held, limits, at: date)
        guard case .again(let next, let delay) = decision.next else {
            Issue.record("given up")
            return
        }
        #expect(next.tries?.value.count == 0 && delay == .seconds(20) && decision.pause == .seconds(20))
    }

    @Test func `a job whose way is held for longer than a run waits, or again and again, has failed`() {
        for (wait, requests) in [(Duration.seconds(61), 1), (Duration.seconds(1), 100)] {
            let held = Receipt.Setback(reason: "held", retryAfter: wait, isPostponed: true)
            let decision = RetryDecision(
                receipt(job(), after: 0, requests: requests), held, QueueLimits(), at: date)
            guard case .ended(let last) = decision.next else {
                Issue.record("tried again")
                continue
            }
            #expect(last.outcome == .failed && last.reason == "held" && decision.pause == nil)
        }
    }
}
