import CarrelBasics
import Testing

@testable import CarrelServer

/// How often somebody may do something.
struct RateLimitTests {
    private let start = ContinuousClock.now
    private let passed = Locked(Duration.zero)

    private func limit(_ burst: Int) -> RateLimit {
        RateLimit(burst: burst, every: .seconds(10)) { [start, passed] in start + passed.value }
    }

    private func wait(_ seconds: Int) { passed.withLock { $0 += .seconds(seconds) } }

    @Test func `some at once, then one in each period`() {
        let limit = limit(3)
        for _ in 1...3 { #expect(limit.take("a") == nil) }
        #expect(limit.take("a") == .seconds(10))
        wait(4)
        #expect(limit.take("a") == .seconds(6))
        wait(6)
        #expect(limit.take("a") == nil)
        #expect(limit.take("a") == .seconds(10))
        wait(3600)
        for _ in 1...3 { #expect(limit.take("a") == nil) }
        #expect(limit.take("a") == .seconds(10))
    }

    @Test func `one's haste is not another's`() {
        let limit = limit(1)
        #expect(limit.take("a") == nil)
        #expect(limit.take("a") != nil)
        #expect(limit.take("b") == nil)
    }

    @Test func `what is given back was not done`() {
        let limit = limit(2)
        for _ in 1...100 {
            #expect(limit.take("a") == nil)
            limit.giveBack("a")
        }
        #expect(limit.take("a") == nil)
        #expect(limit.take("a") == nil)
        #expect(limit.take("a") != nil)
    }

    @Test func `of very many the busiest are remembered`() {
        let limit = limit(100)
        for _ in 1...100 { #expect(limit.take("busy") == nil) }
        for number in 1...30_000 { #expect(limit.take("\(number)") == nil) }
        #expect(limit.count <= 10_000)
        #expect(limit.take("busy") != nil)
        wait(3600)
        for number in 1...10_001 { _ = limit.take("later \(number)") }
        #expect(limit.count <= 10_001)
    }
}
