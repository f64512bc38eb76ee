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

    @Test func `what a host said before does not count, also where it is recorded later`() async throws {
        let address = try #require(PostgreSQLServer.shared).address
        let keeper = PostgreSQLKeeper(
            schema: PostgreSQLServer.newSchema(), reader: "somebody",
            cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let library = try await keeper.open(.exclusive)
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
