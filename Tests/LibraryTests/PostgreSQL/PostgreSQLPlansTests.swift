import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import PostgreSQLKeeping

@Suite(
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(3)))
struct PostgreSQLPlansTests {
    /// How 100,000 items, all stored and with an attempt each, are spread.
    private enum Spread: CaseIterable {
        case manyCollections, fewCollections, allInOne

        /// Which catalogues `k`, of those with the numbers 1 to 50, have collections with the numbers `n`.
        var condition: String {
            switch self {
            case .manyCollections: "true"
            case .fewCollections: "k.id <= 9"
            case .allInOne: "k.id = 1 OR k.id = 7 AND n = 1"
            }
        }
        /// How many collections a catalogue has, and how many items a collection.
        var sizes: (collections: Int, items: Int) {
            switch self {
            case .manyCollections: (20, 100)
            case .fewCollections: (1, 11_000)
            case .allInOne: (1000, 100)
            }
        }
    }

    private func largeLibrary(_ spread: Spread) async throws -> (PostgreSQLSession, PostgreSQLServer) {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        let cache = FileManager.default.temporaryDirectory
        let keeper = PostgreSQLKeeper(schema: schema, reader: "r", cache: cache) {
            () throws(StoreError) in address
        }
        _ = try await keeper.open(.exclusive)
        try server.run(
            """
            SET search_path = \(schema);
            INSERT INTO catalog (location, location_key, fingerprint, read_at)
                SELECT 'k' || n, 'k' || n, '', 0 FROM generate_series(1, 50) n;
            INSERT INTO collection (catalog, ident, ident_key, section_ordinal, ordinal, title, details, listed)
                SELECT k.id, 'c' || n, 'c' || n, 0, n, '', '[]', true
                FROM catalog k, generate_series(1, \(spread.sizes.collections)) n WHERE \(spread.condition);
            INSERT INTO item (collection, ident, ident_key, ordinal, title, url, listed, failure, changed)
                SELECT c.id, 'i' || n, 'i' || n, n, 't', 'http://x.example/' || c.id || '/' || n, true,
                    CASE WHEN n = 1 THEN 'f' END, 1 + c.id * 100 + n
                FROM collection c, generate_series(1, \(spread.sizes.items)) n;
            INSERT INTO document (item, name, name_key, collision_key, size, sha256, url, stored_at)
                SELECT id, 'n' || id, 'n' || id, 'n' || id, 1, '00', url, 0 FROM item;
            INSERT INTO reading (reader, item, read_sha256)
                SELECT 'r', id, '00' FROM item WHERE id % 2 = 0;
            INSERT INTO attempt (item, at, action, outcome, bytes, url)
                SELECT id, 0, 'download', 'stored', 1, url FROM item;
            UPDATE sequence SET number = 1000000;
            ANALYZE catalog, collection, item, document, reading, attempt, sequence
            """)
        return (try PostgreSQLSession(try PostgreSQLAddress(address), schema: schema), server)
    }

    @Test func `an item is looked up by its whole key in tables that nobody has counted yet`() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "r", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        _ = try await keeper.open(.exclusive)
        try server.run(
            """
            SET search_path = \(schema);
            INSERT INTO catalog (location, location_key, fingerprint, read_at) VALUES ('k', 'k', '', 0);
            INSERT INTO collection (catalog, ident, ident_key, section_ordinal, ordinal, title, details, listed)
                SELECT id, 'c', 'c', 0, 0, '', '[]', true FROM catalog;
            INSERT INTO item (collection, ident, ident_key, ordinal, title, url, listed, changed)
                SELECT c.id, 'i' || n, 'i' || n, n, 't', '', true, 1 FROM collection c, generate_series(1, 5000) n
            """)
        let session = try PostgreSQLSession(try PostgreSQLAddress(address), schema: schema)
        let keys = (1...50).map { ItemKey(catalog: "k", collection: "c", item: "i\($0)") }
        let plan =
            try session.run([
                PostgreSQLStatement("EXPLAIN " + ItemRows.found, ItemRows(keys).values)
            ]).first?.map { $0.text(0) ?? "" } ?? []
        let isSought = plan.contains { $0.contains("Index Cond") && $0.contains("ident_key = wanted.item") }
        #expect(isSought, "\(plan.joined(separator: "\n"))")
    }

    @Test(arguments: Spread.allCases)
    private func `what is asked often reads no large table from end to end`(spread: Spread) async throws {
        let (session, _) = try await largeLibrary(spread)
        let keys = (1...40).map { ItemKey(catalog: "k7", collection: "c\($0 % 20 + 1)", item: "i\($0)") }
        let rows = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, Int64($0 * 7 + 1)) })
        var group = CommitGroup(rows: rows, number: 9)
        for key in keys {
            group.add(
                .attempt(
                    Attempt(
                        key: key, date: .now, action: .download, outcome: .stored, status: 200, bytes: 1,
                        url: ""),
                    updateAvailable: false))
            let staged = StagedDocument(token: "t", digest: ContentDigest(size: 1, sha256: ""))
            let document = StoredDocument(
                name: "\(key)", size: 1, sha256: "", mediaType: nil, validators: Validators(), url: "",
                storedAt: .now)
            group.add(.stored(key, title: "", document, Publication(document: staged, name: "n")))
        }
        group.add(.lost(keys[0], reason: "r"))
        group.add(.confirmed(keys[1], DocumentOrigin(url: "", requestedURL: nil, validators: Validators())))
        group.add(.released(token: "t"))
        group.flush()
        let statements =
            group.statements + [
                PostgreSQLStatement(ItemRows.found, ItemRows(keys).values),
                PostgreSQLStatement(PostgreSQLLibrary.remembered, [.text("k7"), .text("r")]),
                PostgreSQLStatement(PostgreSQLLibrary.listedItems, [.text("k7")]),
                PostgreSQLStatement(PostgreSQLLibrary.pairs, [.text("k7"), .text("r")]),
                PostgreSQLStatement(
                    PostgreSQLLibrary.pairsOfItems, ItemRows(keys).values + [.text("r")]),
                PostgreSQLStatement(
                    PostgreSQLLibrary.rememberedItems, ItemRows(keys).values + [.text("r")]),
                PostgreSQLStatement(
                    PostgreSQLLibrary.storedItems, [.text("k7"), .text("r"), .integer(70), .integer(50)]),
                PostgreSQLStatement(
                    PostgreSQLLibrary.items, [.integer(7), .text("i5"), .integer(9), .integer(50)]),
                PostgreSQLStatement(PostgreSQLLibrary.forgotten, [.integer(7)]),
                PostgreSQLLibrary.meeting(NameLookup(keys.map { "\($0.item)/a" })),
                PostgreSQLLibrary.counting(documents: 4000),
                PostgreSQLStatement(PostgreSQLLibrary.changed, [.integer(201_000)]),
                PostgreSQLLibrary.counting(9, isSure: false, schema: "s"),
            ]
        for statement in statements {
            let explaining = PostgreSQLStatement("EXPLAIN " + statement.sql, statement.values)
            let isOfCatalog = statement.sql == PostgreSQLLibrary.remembered
            let answers = try session.atomically(
                isOfCatalog ? [PostgreSQLLibrary.lookingUp, explaining] : [explaining])
            let plan = answers.last?.map { $0.text(0) ?? "" } ?? []
            #expect(!plan.isEmpty)
            for line in plan {
                let isLarge = ["item", "document", "attempt", "reading"].contains {
                    line.contains("Seq Scan on \($0)")
                }
                #expect(!isLarge, "\(statement.sql)\n\(plan.joined(separator: "\n"))")
            }
        }
    }
}
