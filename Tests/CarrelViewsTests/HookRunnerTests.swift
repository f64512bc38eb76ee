import CarrelCore
import CarrelStages
import CarrelTesting
import CarrelViews
import Testing

/// Which commands follow on what happens.
@Suite(.timeLimit(.minutes(1))) struct HookRunnerTests {
    @Test func `the command of a run follows once, also where the run failed after it had begun`()
        async throws
    {
        let command = try #require(AfterCommand(configValue: .string("say it")))
        let commands = HookCommands(Settings(["run": command]))
        let calls = Recorder<String>()
        let runner = HookRunner(root: nil) { call, _ in
            calls.append("\(call.event.catalog ?? ""): \(call.event.event)")
            return nil
        } commands: { _ in
            commands
        }
        runner.receive(.finished(RunSummary(), of: "one"))
        runner.failed("one", reason: "its second part could not be read", status: 4)
        runner.failed("two", reason: "it could not be read", status: 4)
        runner.finish()
        #expect(await runner.run().isEmpty)
        #expect(calls.elements == ["one: summary", "two: error"])
    }

    @Test func `the lines that a command prints are told, and what it leaves behind is not waited for`()
        async throws
    {
        // Each of several would be waited for on its own.
        let script = "sleep 30 & printf 'one\\r\\n\\ntwo\\n'; echo three >&2; exit 7"
        let command = try #require(
            AfterCommand(configValue: .array([.string("sh"), .string("-c"), .string(script)])))
        let commands = HookCommands(Settings(["run": command]))
        let lines = Recorder<String>()
        let runner = HookRunner(
            root: nil, tell: { lines.append($0) }, commands: { _ in commands })
        for _ in 0..<60 { runner.receive(.finished(RunSummary(), of: "one")) }
        runner.finish()
        let began = ContinuousClock.now
        #expect(await runner.run() == ["after.run: sh: it ended with status 7 (60 of 60 times)"])
        #expect(began.duration(to: .now) < .seconds(20))
        let printed = ["one\r", "", "two", "three"]
        #expect(lines.elements == Array(repeating: printed, count: 60).flatMap(\.self))
    }

    @Test func `a command that something else killed is not said to have taken too long`() async throws {
        let command = try #require(
            AfterCommand(configValue: .array([.string("sh"), .string("-c"), .string("kill -9 $$")])))
        let commands = HookCommands(Settings(["run": command]))
        let runner = HookRunner(root: nil, tell: { _ in }, commands: { _ in commands })
        runner.receive(.finished(RunSummary(), of: "one"))
        runner.finish()
        #expect(await runner.run() == ["after.run: sh: something else killed it"])
    }
}
