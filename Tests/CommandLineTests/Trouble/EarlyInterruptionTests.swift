import CarrelTesting
import Foundation
import Testing

/// Runs that are interrupted before they have planned anything.
@Suite(.timeLimit(.minutes(2))) struct EarlyInterruptionTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a run that is interrupted while it reads its catalogue ends with its summary`(signal: Int32)
        async throws
    {
        server.on("/notes.json", Reply([.stall]))
        let process = try CarrelProcess(
            ["sync", "--json", server.address("/notes.json")], in: workspace)
        _ = try await server.requests(atLeast: 1)
        process.send(signal)
        let result = try await process.wait()
        #expect(result.status == 130, "\(result.error)")
        #expect(result.objects.map { $0["event"] as? String } == ["begin", "summary"], "\(result.output)")
        #expect(result.objects.last?["listed"] as? Int == 0, "\(result.output)")
    }
}
