import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

/// Who waits for whom where one machine lists a catalogue while others record what they fetch of it.
@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(1)))
struct PostgreSQLListingLocksTests {
    private let location = "http://x.example/list"

    private func item(_ name: String) -> String { "http://x.example/\(name)" }

    /// A catalogue of two items.
    private func catalog(_ title: String) -> Catalog {
        let items = ["a", "b"].map { Item(title: "\(title) \($0)", url: item($0)) }
        let collection = ItemCollection(id: "C", title: "C", items: items)
        return Catalog(title: "All", sections: [CatalogSection(title: "S", collections: [collection])])
    }

    private var reading: CatalogReading {
        CatalogReading(
            location: location, validators: Validators(), fingerprint: "1",
            date: Date(timeIntervalSince1970: 1000))
    }

    @Test func `who records a try waits for who lists its catalogue with nothing else in hand`()
        async throws
    {
        let (schema, address) = (
            PostgreSQLServer.newSchema(), try #require(PostgreSQLServer.shared).address
        )
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "somebody", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let (lister, worker) = (try await keeper.open(.joined), try await keeper.open(.joined))
        try await lister.record(catalog("1"), reading: reading)

        let other = try PostgreSQLSession(try PostgreSQLAddress(address), schema: schema)
        try other.run("BEGIN")
        try other.run("SELECT 1 FROM item WHERE ident = $1 FOR UPDATE", .text(item("b")))
        let listing = Task { try await lister.record(catalog("2"), reading: reading) }
        while try other.run(Self.waiting(for: "pg_backend_pid()")).count == 0 { await Task.yield() }
        let key = ItemKey(catalog: location, collection: "C", item: item("a"))
        let attempt = Attempt(
            key: key, date: Date(timeIntervalSince1970: 3000), action: .download, outcome: .failed,
            status: 404, bytes: 0, url: item("a"), reason: "404")
        let recording = Task { try await worker.commit([.attempt(attempt, updateAvailable: false)]) }
        let first = Self.waiting(for: "pg_backend_pid()")
        let second = Self.waiting(for: "ANY (SELECT pid FROM (\(first)) AS first)")
        while try other.run(second).count == 0 { await Task.yield() }
        // Fails where somebody has it: who lists could not end.
        try other.run("SELECT number FROM sequence FOR UPDATE NOWAIT")
        try other.run("ROLLBACK")
        try await listing.value
        _ = try await recording.value
        let failure = try await worker.memory(of: location).items[key]?.lastFailure
        #expect(failure == "404")
    }

    /// Who waits for a process of the server.
    private static func waiting(for pid: String) -> String {
        """
        SELECT l.pid FROM pg_locks l CROSS JOIN LATERAL unnest(pg_blocking_pids(l.pid)) AS blocking (pid)
        WHERE NOT l.granted AND blocking.pid = \(pid)
        """
    }
}
