import CarrelModel
import CarrelSQLite
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SQLiteKeeping

/// In a large library a small catalogue costs what it costs in a small one.
@Suite(.timeLimit(.minutes(2))) struct SQLitePlansTests {
    private let folder: TemporaryFolder
    private let database: Database

    /// A library of 100,000 items in 50 catalogues, all stored.
    init() throws {
        folder = try TemporaryFolder()
        let file = folder.url.appending(path: ".carrel/library.sqlite")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        database = try Database(path: file.path, mode: .writing)
        try Schema.migrate(database, path: file.path)
        try database.execute(
            """
            CREATE TEMP VIEW number AS WITH RECURSIVE count (n) AS
                (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100) SELECT n FROM count;
            INSERT INTO catalog (location, fingerprint, read_at) SELECT 'k' || n, '', 0 FROM number WHERE n <= 50;
            INSERT INTO collection (catalog, ident, section_ordinal, ordinal, title, details, listed)
                SELECT k.id, 'c' || n, 0, n, 't', '[]', 1 FROM catalog k, number WHERE n <= 20;
            INSERT INTO item (collection, ident, ordinal, title, url, listed, failure)
                SELECT c.id, 'i' || n, n, 't', 'http://x.example/' || c.id || '/' || n, 1,
                    CASE WHEN n = 1 THEN 'f' END FROM collection c, number;
            INSERT INTO document (item, name, collision_key, size, sha256, url, stored_at)
                SELECT id, 'n' || id, 'n' || id, 1, '00', url, 0 FROM item;
            """)
    }

    @Test func `what every sync asks reads no large table from end to end`() throws {
        let queries = [
            SQLiteLibrary.ofListed, SQLiteLibrary.ofFailed, SQLiteLibrary.sameNamed,
            SQLiteLibrary.firstInside,
            SQLiteLibrary.pairs, SQLiteLibrary.pairsOfItem,
        ]
        try database.execute(SQLiteLibrary.urlIndex)
        for query in queries {
            let plan = try database.rows("EXPLAIN QUERY PLAN " + query) { $0.text(3) ?? "" }
            #expect(
                !plan.isEmpty && !plan.contains { $0.hasPrefix("SCAN") && $0 != "SCAN found" },
                "\(query)\n\(plan)")
        }
    }

    @Test func `the memory of a small catalogue is found among its own items`() async throws {
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        let memory = try await library.memory(of: "k7")
        #expect(memory.items.count == 2000 && memory.items.values.allSatisfy { $0.document != nil })
        #expect(memory.items.values.count { $0.lastFailure != nil } == 20)
        #expect(try await library.memory(of: "nowhere").items.isEmpty)
    }
}
