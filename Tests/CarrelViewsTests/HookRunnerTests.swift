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
        let runner = HookRunner(root: nil) { call in
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
}
