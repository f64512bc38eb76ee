import CarrelStages
import Testing

@testable import CarrelCore

/// How the jobs of a lease wait for their turns before they ask the queue that all machines share for one.
@Suite(.timeLimit(.minutes(1))) struct LeaseTurnsTests {
    private let host = "x.example:80"
    private let clock = ContinuousClock()

    private func made(every interval: Duration) -> LeaseTurns {
        LeaseTurns(PostedQueue(), host: host, interval: interval, asked: clock.now, lasts: .seconds(7200))
    }

    @Test func `the first one goes on at once, and each behind it an interval later`() async {
        // Whoever waits here for an hour is too late.
        await made(every: .seconds(3600)).approach()
        let turns = made(every: .milliseconds(20))
        let begin = clock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await turns.approach() } }
        }
        #expect(begin.duration(to: clock.now) > .milliseconds(50))
    }

    @Test
    func `after a turn at the lease's own host the next is an interval later, and not after one elsewhere`()
        async throws
    {
        let slow = made(every: .seconds(3600))
        _ = try await slow.takeTurn(at: "y.example:80", "http://y.example/a")
        await slow.approach()
        let turns = made(every: .milliseconds(50))
        let begin = clock.now
        _ = try await turns.takeTurn(at: host, "http://x.example/a")
        await turns.approach()
        #expect(begin.duration(to: clock.now) > .milliseconds(40))
    }

    @Test func `where hosts want no pace nobody waits, and whoever is cancelled waits no longer`()
        async throws
    {
        let free = made(every: .zero)
        for _ in 0..<3 {
            _ = try await free.takeTurn(at: host, "http://x.example/a")
            await free.approach()
        }
        let turns = made(every: .seconds(3600))
        await turns.approach()
        let waiting = Task { await turns.approach() }
        waiting.cancel()
        await waiting.value
    }
}
