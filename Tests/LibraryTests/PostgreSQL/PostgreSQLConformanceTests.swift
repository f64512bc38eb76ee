import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(3)))
struct PostgreSQLConformanceTests {
    @Test(arguments: LibraryConformance.checks)
    func `postgresql keeps the promises of a library`(check: ConformanceCheck<LibraryTestbed>) async throws {
        let folder = try TemporaryFolder()
        let keeper = try keeper(folder)
        try await check.run { LibraryTestbed { keeper() } }
    }

    @Test(arguments: IndexConformance.checks)
    func `postgresql keeps the promises of an index`(check: ConformanceCheck<any DocumentIndex>) async throws
    {
        let folder = try TemporaryFolder()
        let keeper = try keeper(folder)
        _ = try await keeper().open(.exclusive)
        let index = try await keeper().openIndex(.none)
        try await check.run { index }
    }

    /// Keepers of a library of their own.
    private func keeper(_ folder: TemporaryFolder) throws -> @Sendable () -> PostgreSQLKeeper {
        let address = try #require(PostgreSQLServer.shared).address
        let (schema, cache) = (PostgreSQLServer.newSchema(), folder.url)
        return {
            PostgreSQLKeeper(schema: schema, reader: "somebody", cache: cache) { () throws(StoreError) in
                address
            }
        }
    }
}
