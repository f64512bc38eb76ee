import CarrelBasics
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import PostgreSQLKeeping

/// The connection that holds a library, on which nothing is said while documents come.
@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(2)))
struct HeldConnectionTests {
    private let folder: TemporaryFolder
    private let server: PostgreSQLServer
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
        server = try PostgreSQLServer()
    }

    private func open(_ access: LibraryAccess) async throws -> any Library {
        let address = server.address
        return try await PostgreSQLKeeper(
            schema: "held", reader: "somebody", cache: folder.url.appending(path: "cache"), clock: clock
        ) { () throws(StoreError) in address }.open(access)
    }

    @Test func `the server hears a word from time to time, and a lost connection is told at the next one`()
        async throws
    {
        let library = try await open(.exclusive)
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: HeldConnection.quiet)
        while clock.sleeps.count < 2 { await Task.yield() }
        let said = "SELECT query FROM pg_stat_activity WHERE application_name LIKE 'carrel%'"
        #expect(try server.run(said).split(separator: "\n").contains("SELECT 1"))
        // Who waits already hears of it, and who comes later.
        let waiting = Task { await library.waitUntilLost() }
        try server.stop(.fast)
        clock.advance(by: HeldConnection.quiet)
        #expect(await waiting.value?.reason.contains("lock") == true)
        #expect(await library.waitUntilLost()?.code == .unreachable)
    }

    @Test func `who waits for a loss can be cancelled, and who only looks says nothing`() async throws {
        let library = try await open(.exclusive)
        let waiting = Task { await library.waitUntilLost() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        try await clock.sleepers(atLeast: 1)
        let looking = try await open(.shared)
        _ = try await looking.locations()
        #expect(clock.sleeperCount == 1)
    }
}
