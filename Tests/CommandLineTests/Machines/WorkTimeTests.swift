import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Runs of limited time whose documents other machines fetch.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct WorkTimeTests {
    @Test func `what workers have not fetched when the time is used up stays for the next sync`() async throws
    {
        let team = try await Team()
        let desk = try team.machine()
        team.list("a.txt", "b.txt", "c.txt")
        let gate = Gate()
        let late = Reply([.wait(gate), .head(status: 200), .bytes(Data("late".utf8)), .close])
        for name in ["a.txt", "b.txt", "c.txt"] { team.server.on("/\(name)", late) }
        let worker = try team.machine().start("work")
        // It is to be there before the time is used up.
        while !worker.errorSoFar.contains("working as") { try await Task.sleep(for: .milliseconds(20)) }
        let synced = try await desk.carrel(
            "sync", "--set", "download.max-time=4s", "--set", "download.max-concurrent=1")
        #expect(synced.output.contains("3 paused"), "\(synced.output)\(synced.error)")
        worker.send(SIGTERM)
        #expect(try await worker.wait().status == 0)
        gate.open()
        #expect(try team.query("SELECT count(*) FROM SCHEMA.queue_job") == "0")
        team.list("a.txt", "b.txt", "c.txt")
        let posted = try await desk.carrel("sync", "--detach")
        #expect(posted.output.contains("3 left to the workers"), "\(posted.output)\(posted.error)")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.output.contains("3 stored"), "\(worked.output)\(worked.error)")
    }

    @Test func `a sync of limited time does not wait for workers that never come`() async throws {
        let team = try await Team()
        let desk = try team.machine()
        team.list("a.txt", "b.txt")
        let synced = try await desk.carrel("sync", "--set", "download.max-time=4s")
        #expect(synced.output.contains("2 left to the workers"), "\(synced.output)\(synced.error)")
        // Its time is over, and they say so; the next sync has time again.
        _ = try await team.machine().carrel("work", "--until-empty")
        _ = try await desk.carrel("sync", "--detach")
        let worked = try await team.machine().carrel("work", "--until-empty")
        #expect(worked.output.contains("2 stored"), "\(worked.output)\(worked.error)")
    }
}
