import CarrelBasics
import CarrelStages
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DurationTextTests {
    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1500)),
        ("5m", .seconds(300)),
        ("2h", .seconds(7200)), ("0", .zero), ("0s", .zero), (" 3 s ", .seconds(3)),
        ("365h", .seconds(1_314_000)), ("1.5d", .seconds(129_600)),
    ])
    func `a number with a unit is read`(text: String, duration: Duration) {
        #expect(Duration(durationText: text) == duration)
    }

    @Test(arguments: ["", "5", "s", "-1s", "1 w", "1e3s", "1..2s", "9999999h", "1s2", "ms", "1.2.3s"])
    func `anything else is no duration`(text: String) {
        #expect(Duration(durationText: text) == nil)
    }

    @Test(arguments: [
        (Duration.zero, "0s"), (.milliseconds(1), "1ms"), (.milliseconds(1500), "1500ms"),
        (.seconds(90), "90s"),
        (.seconds(120), "2m"), (.seconds(7200), "2h"),
    ])
    func `a duration is written in the largest unit without a fraction`(duration: Duration, text: String) {
        #expect(duration.durationText == text)
        #expect(Duration(durationText: text) == duration)
    }

    @Test(arguments: [
        (Duration.zero, "0:00"), (.milliseconds(7400), "0:07"), (.milliseconds(59_900), "1:00"),
        (.seconds(754), "12:34"), (.seconds(11_105), "3:05:05"), (.seconds(-1), "0:00"),
    ])
    func `a clock shows whole seconds`(duration: Duration, text: String) {
        #expect(duration.clockText == text)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct RandomDelayTests {
    @Test func `a fixed delay is always the same`() throws {
        let delay = try #require(RandomDelay(text: "5s"))
        var random = SystemRandomNumberGenerator()
        #expect(delay.draw(using: &random) == .seconds(5))
        #expect(delay.configText == "\"5s\"")
    }

    @Test func `a range is drawn from anew each time, its ends included`() throws {
        let delay = try #require(RandomDelay(text: "0s..3ms"))
        var random = SystemRandomNumberGenerator()
        let drawn = Set((0..<1000).map { _ in delay.draw(using: &random) })
        #expect(drawn == [.zero, .milliseconds(1), .milliseconds(2), .milliseconds(3)])
        #expect(delay.configText == "\"0s..3ms\"")
    }

    @Test(arguments: ["", "..", "1s..", "..1s", "3s..1s", "1s..2s..3s", "1s...2s", "soon"])
    func `anything else is no delay`(text: String) {
        #expect(RandomDelay(text: text) == nil)
    }
}
