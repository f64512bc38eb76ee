import CarrelBasics
import CarrelTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SingleFlightTests {
    private let flights = SingleFlight<String, Int>()

    /// Waits until so many wait for a key.
    private func passengers(_ count: Int, of key: String) async {
        while await flights.waiting(for: key) != count { await Task.yield() }
    }

    @Test func `who asks while the work is on its way gets the same result, and it is done once`()
        async throws
    {
        let gate = Gate()
        let calls = Recorder<Int>()
        let tasks = (0..<5).map { _ in
            Task {
                await flights.run("a") {
                    calls.append(1)
                    try? await gate.wait()
                    return 42
                }
            }
        }
        await passengers(5, of: "a")
        gate.open()
        for task in tasks { #expect(await task.value == 42) }
        #expect(calls.elements.count == 1)
        #expect(await flights.count == 0)
    }

    @Test func `work for one key holds up no other`() async {
        let gate = Gate()
        let slow = Task {
            await flights.run("slow") {
                try? await gate.wait()
                return 1
            }
        }
        await passengers(1, of: "slow")
        #expect(await flights.run("quick") { 2 } == 2)
        gate.open()
        #expect(await slow.value == 1)
    }

    @Test func `one who stops waiting is let go at once, and the others get their result`() async {
        let gate = Gate()
        let leaving = Task {
            await flights.run("a") {
                try? await gate.wait()
                return Task.isCancelled ? 0 : 7
            }
        }
        await passengers(1, of: "a")
        let staying = Task { await flights.run("a") { 0 } }
        await passengers(2, of: "a")
        leaving.cancel()
        #expect(await leaving.value == nil)
        gate.open()
        #expect(await staying.value == 7)
    }

    @Test func `work that nobody waits for is cancelled, and begun anew for the next`() async {
        let gate = Gate()
        let cancelled = Gate()
        let first = Task {
            await flights.run("a") {
                await withTaskCancellationHandler {
                    try? await gate.wait()
                } onCancel: {
                    cancelled.open()
                }
                return 1
            }
        }
        await passengers(1, of: "a")
        first.cancel()
        #expect(await first.value == nil)
        try? await cancelled.wait()
        #expect(await flights.run("a") { 2 } == 2)
        gate.open()
    }
}
