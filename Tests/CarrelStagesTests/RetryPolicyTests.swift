import CarrelStages
import Testing

@Suite struct RetryPolicyTests {
    @Test func `every retry waits half to all of a time that doubles, and so does a host that pauses`() {
        let policy = RetryPolicy(retries: 4)
        func are(_ waits: [Duration?], upTo bound: Duration) -> Bool {
            waits.allSatisfy { $0.map { $0 >= bound / 2 && $0 <= bound } == true }
        }
        for index in 0..<4 {
            let waits = (0..<64).map { _ in policy.delay(before: index, atLeast: nil) }
            #expect(are(waits, upTo: .milliseconds(500 << index)))
            let pauses = (0..<64).map { _ in policy.pause(after: index) }
            #expect(are(pauses, upTo: .seconds(1 << index)))
        }
        #expect(policy.pause(after: 5) == nil && RetryPolicy(retries: 0).pause(after: 0) == nil)
    }

    @Test func `no retry follows after the last, or where a server asks for more patience than a run has`() {
        let policy = RetryPolicy(retries: 2)
        #expect(policy.delay(before: 2, atLeast: nil) == nil)
        #expect(policy.delay(before: 0, atLeast: RetryPolicy.longest + .seconds(1)) == nil)
        #expect(policy.delay(before: 0, atLeast: RetryPolicy.longest) == RetryPolicy.longest)
    }
}
