import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What somebody no longer wants while a worker has it.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct WorkUnwantedTests {
    private let team: Team

    init() async throws { team = try await Team() }

    @Test func `what is ignored while its job is leased is not fetched, and everything else is`() async throws
    {
        team.list("a.txt", "b.txt", "c.txt")
        let gate = Gate()
        team.server.on("/a.txt", .held(by: gate, "content of a.txt"))
        let desk = try team.machine()
        _ = try await desk.carrel("sync", "--detach")
        let worker = try team.machine().start("work", "--until-empty", with: "max-concurrent = 1")
        _ = try await team.server.requests(atLeast: 1, for: "/a.txt")
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_job WHERE lease IS NOT NULL") == "3")
        let ignored = try await desk.carrel("ignore", "list/b.txt")
        #expect(ignored.status == 0, "\(ignored.error)")
        // While it fetches the first one: a lease of large documents may last for hours.
        for _ in 1...20 where try jobCount() != "2" { try await untilHeardOf() }
        #expect(try jobCount() == "2")
        gate.open()
        let ended = try await worker.wait()
        #expect(ended.status == 0 && ended.output.contains("2 stored"), "\(ended.output)\(ended.error)")
        #expect(team.server.requests(for: "/b.txt").isEmpty)
        #expect(try await team.documents() == ["a.txt", "c.txt"])
        #expect(try jobCount() == "0")
    }

    private func jobCount() throws -> String { try team.query("SELECT count(*) FROM SCHEMA.queue_job") }

    /// Waits until the worker says that it works.
    private func untilHeardOf() async throws {
        let before = try team.query("SELECT max(seen) FROM SCHEMA.queue_worker")
        while try team.query("SELECT max(seen) FROM SCHEMA.queue_worker") == before {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
