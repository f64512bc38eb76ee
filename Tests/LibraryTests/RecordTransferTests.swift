import CarrelRecords
import CarrelSQLite
import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

@testable import SQLiteKeeping

/// Records go from one library to another, page by page.
@Suite(.timeLimit(.minutes(3))) struct RecordTransferTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: RecordTransferConformance.checks)
    func `sqlite gives its records to sqlite`(check: ConformanceCheck<TransferTestbed>) async throws {
        let (from, to) = (folder.url.appending(path: "from"), folder.url.appending(path: "to"))
        try await check.run {
            TransferTestbed(from: { SQLiteKeeper(root: from) }, to: { SQLiteKeeper(root: to) })
        }
    }

    @Test(arguments: RecordTransferConformance.checks)
    func `memory gives its records to memory`(check: ConformanceCheck<TransferTestbed>) async throws {
        let (from, to) = (MemoryKeeper(), MemoryKeeper())
        try await check.run { TransferTestbed(from: { from }, to: { to }) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled), arguments: RecordTransferConformance.checks)
    func `sqlite gives its records to postgresql`(check: ConformanceCheck<TransferTestbed>) async throws {
        let (root, keeper) = (folder.url, try postgreSQL())
        try await check.run { TransferTestbed(from: { SQLiteKeeper(root: root) }, to: keeper) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled), arguments: RecordTransferConformance.checks)
    func `postgresql gives its records to sqlite`(check: ConformanceCheck<TransferTestbed>) async throws {
        let (root, keeper) = (folder.url, try postgreSQL())
        try await check.run { TransferTestbed(from: keeper, to: { SQLiteKeeper(root: root) }) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled), arguments: RecordTransferConformance.checks)
    func `postgresql gives its records to postgresql`(check: ConformanceCheck<TransferTestbed>) async throws {
        let (from, to) = (try postgreSQL(), try postgreSQL())
        try await check.run { TransferTestbed(from: from, to: to) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `what each of several readers did goes from one database to another`() async throws {
        let schemas = (PostgreSQLServer.newSchema(), PostgreSQLServer.newSchema())
        for reader in ["first", "second"] {
            let library = try await postgreSQL(schemas.0, of: reader)().open(.exclusive)
            try await library.select(CollectionKey(catalog: "here", collection: reader))
        }
        do {
            let from = try #require(try await postgreSQL(schemas.0)().open(.giving).transfer)
            let to = try #require(try await postgreSQL(schemas.1)().open(.receiving).transfer)
            #expect(from.keepsReaders && to.keepsReaders)
            let copy = RecordCopy(of: try #require(try await from.origin()), title: "FROM")
            try await to.beginCopy(copy)
            let first = try await from.records(.selections, after: nil, atMost: 1, of: .all)
            let second = try await from.records(.selections, after: first.end, atMost: 1, of: .all)
            for page in [first, second] { try await to.take(page.records, .selections, copy) }
            try await to.finishCopy()
        }
        for reader in ["first", "second"] {
            let library = try await postgreSQL(schemas.1, of: reader)().open(.shared)
            #expect(try await library.selection()?.collection == reader)
        }
    }

    @Test func `a folder without a library has nothing to give, and nothing is made there`() async throws {
        let library = try await SQLiteKeeper(root: folder.url).open(.shared)
        #expect(try await library.transfer?.origin() == nil)
        #expect(folder.names().isEmpty)
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `a database without a library has nothing to give`() async throws {
        let library = try await postgreSQL()().open(.shared)
        #expect(try await library.transfer?.origin() == nil)
    }

    @Test func `every column of sqlite is a value of some record`() async throws {
        let database = try Database(path: ":memory:", mode: .writing)
        try Schema.migrate(database, path: "memory")
        let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            $0.text(0) ?? ""
        }
        // What each of several readers did is elsewhere.
        let others: Set = ["only", "viewed_at", "read_sha256"]
        for table in tables {
            let columns = try database.rows("SELECT name FROM pragma_table_info(?)", .text(table)) {
                $0.text(0) ?? ""
            }
            let described = Self.described[table]?.map(\.sqliteName) ?? []
            #expect(Set(columns).subtracting(others).subtracting(described) == [], "\(table)")
        }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `every column of postgresql is a value of some record`() async throws {
        let schema = PostgreSQLServer.newSchema()
        _ = try await postgreSQL(schema)().open(.exclusive)
        let server = try #require(PostgreSQLServer.shared)
        let answer = try server.run(
            "SELECT table_name || ' ' || column_name FROM information_schema.columns WHERE table_schema = '\(schema)'"
        )
        let found = answer.split(separator: "\n")
        #expect(found.count > 100)
        for text in found {
            let words = text.split(separator: " ").map(String.init)
            // The schema's own, the work that machines share, which machine does it, and whose word came last.
            let own = [["publication", "worker"], ["host", "said_at"], ["sequence", "single"]]
            guard words[0] != "version", !words[0].hasPrefix("queue_"), !own.contains(words) else { continue }
            let columns = Self.described[words[0]] ?? []
            #expect(columns.contains { $0.name == words[1] || $0.key == words[1] }, "\(text)")
        }
    }

    private static let described = Dictionary(
        uniqueKeysWithValues: RecordKind.allCases.map {
            (RecordTable.of($0).name, RecordTable.of($0).columns)
        }
    )

    /// Keepers of one library in a database.
    private func postgreSQL(
        _ schema: String = PostgreSQLServer.newSchema(), of reader: String = "somebody"
    ) throws -> @Sendable () -> any LibraryKeeper {
        let (address, cache) = (try #require(PostgreSQLServer.shared).address, folder.url)
        return {
            PostgreSQLKeeper(schema: schema, reader: reader, cache: cache) { () throws(StoreError) in
                address
            }
        }
    }
}
