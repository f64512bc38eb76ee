import CarrelTesting
import Foundation
import Testing

/// `carrel mcp` over a library whose machines share its jobs.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct SharedMCPTests {
    @Test func `a get says that no machine works, and the end of the input takes it out of the queue`()
        async throws
    {
        let team = try await Team()
        let desk = try team.machine()
        team.list("a.txt")
        _ = try await desk.carrel("sync", "--detach")
        _ = try await team.machine().carrel("work", "--until-empty")
        let client = try desk.startMCP()
        try client.write(
            MCPClient.call(1, "get", #"{"item":"a.txt"}"#)
                .replacing("\"_meta\":{", with: "\"_meta\":{\"progressToken\":\"t\","))
        let parameters = try #require(try await client.message().object["params"] as? [String: Any])
        let message = try #require(parameters["message"] as? String)
        #expect(message.contains("no machine works on this library"))
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_job") == "1")
        #expect(try await client.end() == 0)
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_job") == "0")
    }
}
