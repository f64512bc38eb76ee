import CarrelStages
import CarrelTesting
import Testing

@testable import CarrelCore

/// The leases of a worker as their time goes by.
struct WorkerLeasesTests {
    @Test(arguments: [false, true])
    func `a lease that is over while it is being released is lost if that fails, which is said once`(
        fails: Bool
    ) async {
        let (lost, stopped) = (Recorder<String>(), Recorder<String>())
        let leases = WorkerLeases { lost.append($0) }
        let lease = HostLease(number: 1, host: "x.example", jobs: [], lasts: .seconds(60))
        let turns = LeaseTurns(
            PostedQueue(), host: lease.host, interval: .zero, asked: ContinuousClock().now, lasts: lease.lasts
        )
        leases.add(lease, turns) { _ in
        } stop: {
            stopped.append(lease.host)
        }
        leases.release(lease.number)
        turns.stop()
        await leases.watch(lease.number)
        #expect(lost.elements.isEmpty)
        for _ in 1...2 { leases.release(lease.number, !fails) }
        await leases.watch(lease.number)
        let expected = fails ? [lease.host] : []
        #expect(lost.elements == expected)
        #expect(stopped.elements == expected)
    }

    @Test func `what an answer brought is known until it is forgotten, and nothing of a lost answer`()
        async throws
    {
        let leases = WorkerLeases { _ in }
        let lease = HostLease(number: 1, host: "x.example", jobs: [], lasts: .seconds(60))
        _ = try await leases.claiming { () async throws(StoreError) -> [HostLease] in [lease] }
        #expect(leases.question.leases == [1])
        let lost = try? await leases.claiming { () async throws(StoreError) -> [HostLease] in
            #expect(leases.question.leases == nil, "one may be on its way")
            throw StoreError(.unreachable, subject: "the database", reason: "the connection broke")
        }
        let isLost = lost == nil
        #expect(isLost)
        #expect(leases.question.leases == [1])
        leases.remove(1)
        #expect(leases.question.leases?.isEmpty == true)
    }

    @Test func `a lease that came after a question for news is not lost because the answer does not name it`()
        async throws
    {
        let lost = Recorder<String>()
        let leases = WorkerLeases { lost.append($0) }
        let lease = HostLease(number: 1, host: "x.example", jobs: [], lasts: .seconds(60))
        let asked = ContinuousClock.now
        let question = leases.question
        _ = try await leases.claiming { () async throws(StoreError) -> [HostLease] in [lease] }
        let turns = LeaseTurns(
            PostedQueue(), host: lease.host, interval: .zero, asked: asked, lasts: lease.lasts)
        leases.add(lease, turns) { _ in
        } stop: {
        }
        let news = LeaseNews(isKnown: true, lasts: .seconds(60))
        leases.note(news, after: question)
        #expect(lost.elements.isEmpty && turns.lasts)
        leases.note(news, after: leases.question)
        #expect(lost.elements == [lease.host])
    }
}
