import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelSQLite
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SQLiteKeeping

/// Libraries of earlier versions become current ones.
@Suite(.timeLimit(.minutes(1))) struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (1, 0x20596f02fcb6ef53 as UInt64), (2, 0x8e5397ad006dc356), (3, 0x1c88d190b547e869),
        (4, 0x95ef54051d6b3423), (5, 0xc4029b17689d5ec3), (6, 0x9ba4cecc2377f0cc),
    ])
    func `a migration that libraries have had is never edited`(version: Int, checksum: UInt64) {
        let found = StableHash(Schema.migrations[version - 1].utf8)
        #expect(found.value == checksum, "version \(version)")
    }

    @Test func `a new library has the tables that the migrations leave`() throws {
        let migrated = try Database(path: ":memory:", mode: .writing)
        for migration in Schema.migrations { try migrated.execute(migration) }
        let made = try Database(path: ":memory:", mode: .writing)
        try Schema.migrate(made, path: "memory")
        let expected = try Self.description(of: migrated)
        #expect(try Self.description(of: made) == expected)
        #expect(expected.count > 200)
    }

    /// All that matters of a database's tables: columns, keys, references, indexes and first rows.
    private static func description(of database: Database) throws(StoreError) -> [String] {
        let queries = [
            """
            SELECT m.name || ' ' || c.cid || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' '
                || ifnull(c.dflt_value, '-') || ' ' || c.pk
            FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' ORDER BY 1
            """,
            """
            SELECT m.name || ' ' || f."from" || ' ' || f."table" || ' ' || ifnull(f."to", '-')
            FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1
            """,
            """
            SELECT m.name || ' ' || i.name || ' ' || i."unique" || ' ' || i.origin || ' ' || i.partial || ' '
                || x.seqno || ' ' || ifnull(x.name, '-') || ' ' || x."desc" || ' ' || x.coll || ' ' || x."key"
            FROM sqlite_schema m JOIN pragma_index_list(m.name) i JOIN pragma_index_xinfo(i.name) x
            WHERE m.type = 'table' ORDER BY 1
            """,
            "SELECT name || ' ' || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
            "SELECT name || ' ' || wr || ' ' || strict FROM pragma_table_list WHERE schema = 'main' ORDER BY 1",
            "SELECT only || ' ' || number FROM sequence",
        ]
        var lines: [String] = []
        for query in queries { lines += try database.rows(query) { $0.text(0) ?? "" } }
        return lines
    }

    /// The statements that list a collection, C1, in the tables of any version.
    private static let course = """
        INSERT INTO catalog (location, fingerprint, read_at) VALUES ('here', '', 0);
        INSERT INTO collection (catalog, ident, section_ordinal, ordinal, title, details, listed)
            VALUES (1, 'C1', 0, 0, 'One', '[]', 1);
        """

    /// A library of an earlier version, as this one opens it.
    ///
    /// - Parameters:
    ///   - version: the number of migrations that it has had.
    ///   - rows: statements that fill its tables.
    /// - Returns: the library.
    private func library(ofVersion version: Int, holding rows: String = "") throws -> SQLiteLibrary {
        let file = folder.url.appending(path: ".carrel/library.sqlite")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            let database = try Database(path: file.path, mode: .writing)
            for migration in Schema.migrations.prefix(version) { try database.execute(migration) }
            try database.execute("PRAGMA user_version = \(version);\n" + rows)
        }
        return try SQLiteLibrary(root: folder.url, access: .exclusive)
    }

    @Test(arguments: 1...6)
    func `a library of an earlier version takes what is set aside and what redirects led to`(
        version: Int
    ) async throws {
        let library = try library(ofVersion: version)
        let origin = DocumentOrigin(
            url: "http://x/b", requestedURL: "http://x/a", validators: Validators(entityTag: "\"1\""))
        var aside = QuarantinedDocument(
            key: ItemKey(catalog: "here", collection: "C1", item: "a"), token: "t", name: "a", reason: "r",
            digest: ContentDigest(size: 1, sha256: "0"), mediaType: nil, origin: origin,
            date: Date(timeIntervalSince1970: 1))
        aside.wasStored = true
        try await library.commit([.quarantined(aside, nil)])
        #expect(try await library.quarantinedDocuments() == [aside])
    }

    @Test func `what was stored before anybody kept an account of it counts as looked at`() async throws {
        let library = try library(
            ofVersion: 9,
            holding: """
                \(Self.course)
                INSERT INTO item (collection, ident, ordinal, title, listed)
                    VALUES (1, 'a', 0, 'A', 1), (1, 'b', 1, 'B', 1);
                INSERT INTO document (item, name, size, sha256, url, stored_at)
                    VALUES (1, 'a', 1, '0', 'http://x/a', 0);
                """)
        #expect(try await library.memory(of: "here").items.values.map(\.news) == [nil])
        let keys = ["a", "b"].map { ItemKey(catalog: "here", collection: "C1", item: $0) }
        for (key, name) in zip(keys, ["a", "b"]) {
            let document = StoredDocument(
                name: name, size: 1, sha256: "1", mediaType: nil, validators: Validators(),
                url: "http://x/\(name)", storedAt: .now)
            let staged = StagedDocument(token: name, digest: document.digest)
            try await library.commit([
                .stored(key, title: name, document, Publication(document: staged, name: name))
            ])
        }
        let items = try await library.memory(of: "here").items
        #expect(keys.map { items[$0]?.news } == [.updated, .new])
    }

    @Test func `what an earlier version set aside stays on the list, and is joined by more`() async throws {
        let library = try library(
            ofVersion: 6,
            holding: """
                \(Self.course)
                INSERT INTO item (collection, ident, ordinal, title, listed) VALUES (1, 'a', 0, 'A', 1);
                INSERT INTO quarantine (item, token, name, reason, size, sha256, url, at, was_stored)
                    VALUES (1, 'a~1', 'a', 'edited', 1, '0', 'http://x/a', 0, 1);
                INSERT INTO publication (token, name, size, sha256) VALUES ('x-1.whole', 'a', 1, '0');
                """)
        #expect(try await library.pendingPublications().map(\.area) == [.documents])
        let key = ItemKey(catalog: "here", collection: "C1", item: "a")
        let second = QuarantinedDocument(
            key: key, token: "a~2", name: "a", reason: "r", digest: ContentDigest(size: 1, sha256: "0"),
            mediaType: nil, origin: DocumentOrigin(url: "", validators: Validators()), date: .now)
        try await library.commit([.quarantined(second, nil)])
        #expect(try await library.quarantinedDocuments().map(\.token) == ["a~2", "a~1"])
        #expect(try await library.quarantinedDocuments().map(\.key) == [key, key])
        try await library.commit([.released(token: "a~2")])
        #expect(try await library.quarantinedDocuments().map(\.wasStored) == [true])
    }

    @Test func `names that an earlier version recorded are met, too`() async throws {
        let library: any Ledger = try library(
            ofVersion: 18,
            holding: """
                \(Self.course)
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2500)
                INSERT INTO item (collection, ident, ordinal, title, listed) SELECT 1, n, n, 'A', 1 FROM number;
                INSERT INTO document (item, name, size, sha256, url, stored_at)
                    SELECT id, 'Notes ' || id || '.PDF', 1, '0', 'http://x/' || id, 0 FROM item;
                """)
        let found = try await library.names(meeting: ["notes 7.pdf", "NOTES 2500.pdf", "new.pdf"])
        #expect(found.names.values.sorted() == ["Notes 2500.PDF", "Notes 7.PDF"] && !found.areAll)
    }

    @Test func `of a catalogue that an earlier version read nobody knows the parser, until it is read again`()
        async throws
    {
        let library = try library(
            ofVersion: 20,
            holding: """
                INSERT INTO catalog (location, fingerprint, read_at) VALUES ('here', '1', 0);
                """)
        var reading = try #require(try await library.reading(of: "here"))
        #expect(reading.parser == nil && reading.fingerprint == "1")
        reading.parser = "feed"
        try await library.record(Catalog(collections: []), reading: reading)
        #expect(try await library.reading(of: "here") == reading)
    }

    @Test
    func
        `of a document that an earlier version stored nobody knows as what it was listed, until its server is asked`()
        async throws
    {
        let library = try library(
            ofVersion: 21,
            holding: """
                \(Self.course)
                INSERT INTO item (collection, ident, ordinal, title, listed) VALUES (1, 'a', 0, 'A', 1);
                INSERT INTO document (item, name, size, sha256, url, stored_at)
                    VALUES (1, 'a', 1, '0', 'http://x/a', 0);
                """)
        let key = ItemKey(catalog: "here", collection: "C1", item: "a")
        var document = try #require(try await library.document(of: key))
        #expect(document.listed == nil)
        document.listed = ListedVersion("2026-01-01", askedAt: Date(timeIntervalSince1970: 1))
        try await library.commit([.confirmed(key, document.origin)])
        #expect(try await library.document(of: key) == document)
    }
}
