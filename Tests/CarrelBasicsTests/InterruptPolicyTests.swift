import CarrelBasics
import Testing

@Suite struct InterruptPolicyTests {
    private func answers(_ milliseconds: Int...) -> [InterruptPolicy.Answer] {
        var policy = InterruptPolicy()
        return milliseconds.map { policy.answer(at: .milliseconds($0)) }
    }

    @Test func `a second signal within a second of the first says the same again`() {
        #expect(answers(5_000, 5_000) == [.stop, .wait])
        #expect(answers(5_000, 5_999) == [.stop, .wait])
    }

    @Test func `a third signal ends the program, however soon it comes`() {
        #expect(answers(0, 1, 2) == [.stop, .wait, .end])
        #expect(answers(0, 1, 20_000, 20_001) == [.stop, .wait, .end, .end])
    }

    @Test func `a signal after a second's patience ends the program`() {
        #expect(answers(100, 1_100) == [.stop, .end])
        #expect(answers(100, 60_000) == [.stop, .end])
    }
}
