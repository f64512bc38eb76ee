import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

/// Machines with an older Carrel beside those with a newer one.
@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(1)))
struct PostgreSQLUpgradeTests {
    @Test func `who has worked with a library goes on beside a newer Carrel`() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        func keeper() -> PostgreSQLKeeper {
            PostgreSQLKeeper(
                schema: schema, reader: "somebody", cache: FileManager.default.temporaryDirectory
            ) { () throws(StoreError) in address }
        }
        let older = keeper()
        _ = try await older.open(.working)
        try server.run("SET search_path = \(schema); UPDATE version SET number = number + 1")
        for access in [LibraryAccess.working, .joined, .shared] {
            let library = try await older.open(access)
            let locations = try await library.locations()
            #expect(locations.isEmpty)
        }
        let alone = await #expect(throws: StoreError.self) { try await older.open(.exclusive) }
        #expect(alone?.remedy?.contains("newer") == true)
        let another = keeper()
        let refusal = await #expect(throws: StoreError.self) { try await another.open(.joined) }
        #expect(refusal?.remedy?.contains("newer") == true)
    }
}
