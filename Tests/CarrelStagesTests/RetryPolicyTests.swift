import CarrelStages
import Testing

@Suite struct RetryPolicyTests {
    @Test func `every retry waits at least a moment, and at most twice as long as the one before`() {
        var policy = RetryPolicy(retries: 4)
        policy.base = .milliseconds(1)
        for index in 0..<4 {
            let waits = (0..<64).map { _ in policy.delay(before: index, atLeast: nil) }
            #expect(waits.allSatisfy { $0.map { $0 > .zero && $0 <= .milliseconds(1 << index) } == true })
        }
    }

    @Test func `no retry follows after the last, or where a server asks for more patience than a run has`() {
        let policy = RetryPolicy(retries: 2)
        #expect(policy.delay(before: 2, atLeast: nil) == nil)
        #expect(policy.delay(before: 0, atLeast: RetryPolicy.longest + .seconds(1)) == nil)
        #expect(policy.delay(before: 0, atLeast: RetryPolicy.longest) == RetryPolicy.longest)
    }
}
