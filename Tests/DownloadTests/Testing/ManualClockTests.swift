import CarrelTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ManualClockTests {
    @Test func `a sleeper wakes when its time has come and not before`() async throws {
        let clock = ManualClock()
        let woken = Recorder<Int>()
        async let first: Void = {
            try await clock.sleep(for: .seconds(5)); woken.append(5)
        }()
        async let second: Void = {
            try await clock.sleep(for: .seconds(9)); woken.append(9)
        }()
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(4))
        #expect(woken.elements == [])
        clock.advance(by: .seconds(1))
        try await woken.wait(atLeast: 1)
        #expect(woken.elements == [5])
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(100))
        _ = try await (first, second)
        #expect(woken.elements == [5, 9])
        #expect(clock.now.offset == .seconds(105))
    }

    @Test func `an automatic clock jumps and remembers`() async throws {
        let clock = ManualClock(.autoAdvancing)
        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(for: .milliseconds(5))
        #expect(clock.now.offset == .milliseconds(3_600_005))
        #expect(clock.sleeps == [.seconds(3600), .milliseconds(5)])
    }

    @Test func `a cancelled sleeper wakes with an error`() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(5)) }
        try await clock.sleepers(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a sleep that is over already returns at once`() async throws {
        try await ManualClock().sleep(for: .zero)
    }
}
