import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

/// What hosts said to several machines, which record it in any order.
@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(1)))
struct PostgreSQLHoldsTests {
    private func hold(_ seconds: Double) -> HostHold {
        HostHold(host: "b.example", until: Date(timeIntervalSince1970: seconds), reason: "429")
    }

    private func keeper() throws -> PostgreSQLKeeper {
        let address = try #require(PostgreSQLServer.shared).address
        return PostgreSQLKeeper(
            schema: PostgreSQLServer.newSchema(), reader: "somebody",
            cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
    }

    @Test func `what a host says to whoever has the library alone counts, whatever the time is there`()
        async throws
    {
        let library = try await keeper().open(.exclusive)
        try await library.commit([.held(hold(3600), said: Date(timeIntervalSince1970: 20))])
        try await library.commit([.held(hold(50), said: Date(timeIntervalSince1970: 10))])
        let held = try await library.heldHosts(after: Date(timeIntervalSince1970: 1))
        #expect(held == [hold(50)])
    }

    @Test func `what a host said before does not count, also where it is recorded later`() async throws {
        let library = try await keeper().open(.working)
        // From then on it is a worker's.
        _ = try await library.claimPublications(for: QueueWorker(number: 1))
        func ends(after change: LibraryChange) async throws -> [Double] {
            try await library.commit([change])
            let held = try await library.heldHosts(after: Date(timeIntervalSince1970: 1))
            return held.map { $0.until.timeIntervalSince1970 }
        }
        func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        #expect(try await ends(after: .held(hold(50), said: at(20))) == [50])
        #expect(try await ends(after: .held(hold(3600), said: at(10))) == [50])
        #expect(try await ends(after: .answered(hold(50), after: at(15))) == [50])
        #expect(try await ends(after: .answered(hold(50), after: at(25))) == [])
        #expect(try await ends(after: .held(hold(3600), said: at(24))) == [])
        #expect(try await ends(after: .held(hold(60), said: at(26))) == [60])
        // A clock that is ahead keeps no later word from counting.
        #expect(try await ends(after: .held(hold(70), said: .distantFuture)) == [70])
        #expect(try await ends(after: .held(hold(80), said: .distantFuture)) == [80])
    }
}
