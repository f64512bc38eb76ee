import CarrelTesting
import Foundation
import Testing

/// What a script learns when a server lies: the exit status, and the documents that are there.
@Suite(.timeLimit(.minutes(2))) struct LyingServerExitTests {
    @Test(arguments: LyingScenario.quick)
    func `the exit status tells whether the document is there, from a server that`(scenario: LyingScenario)
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let path = "/\(scenario.file)"
        server.script.on(path, scenario.replies(server.address("")))
        let file = try workspace.write(
            "notes.json",
            "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"T\",\"moduleNotes\":[{\"N\":\"\(server.address(path))\"}]}]"
        )
        let result = try await workspace.carrel("sync", file, "--set", "store.name={basename}")
        switch scenario.ending {
        case .stored(let content):
            #expect(result.status == 0, "\(result.error)")
            #expect(try workspace.documents() == [scenario.file: content])
        case .failed, .quarantined:
            #expect(result.status == 1, "\(result.error)")
            #expect(try workspace.documents().isEmpty)
        }
    }
}
