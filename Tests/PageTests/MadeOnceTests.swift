import CarrelBasics
import CarrelTesting
import Testing

@testable import CarrelPage

/// What is made for several and kept for a while.
@Suite(.timeLimit(.minutes(1)))
struct MadeOnceTests {
    private func cache(limit: Int = 100) -> MadeOnce<String, String> {
        MadeOnce(limit: limit, atOnce: 1) { $0.utf8.count }
    }

    @Test func `what nobody waits for any longer is given up, and holds up nobody`() async throws {
        let (made, begun, never) = (cache(), Gate(), Gate())
        let gone = Task {
            try await made.value("a") {
                begun.open()
                try await never.wait()
                return "a"
            }
        }
        try await begun.wait()
        let waiting = Task { try await made.value("b") { "never made" } }
        waiting.cancel()
        gone.cancel()
        let other = try await made.value("c") { "c" }
        #expect(other == "c")
        await #expect(throws: CancellationError.self) { try await gone.value }
        let again = try await made.value("a") { "made for who asks then" }
        #expect(again == "made for who asks then")
    }

    @Test func `what is kept is not made again, and what failed is`() async throws {
        let (made, count) = (cache(), Locked(0))
        await #expect(throws: CancellationError.self) {
            try await made.value("a") { throw CancellationError() }
        }
        for _ in 1...3 {
            let value = try await made.value("a") {
                count.withLock { $0 += 1 }
                return "a"
            }
            #expect(value == "a")
        }
        #expect(count.value == 1)
    }

    @Test func `beyond the limit, what was not used for the longest time goes`() async throws {
        let (made, count) = (cache(limit: 2), Locked(0))
        for name in ["a", "b", "a", "c", "a", "b"] {
            _ = try await made.value(name) {
                count.withLock { $0 += 1 }
                return "1"
            }
        }
        #expect(count.value == 4)
    }
}
