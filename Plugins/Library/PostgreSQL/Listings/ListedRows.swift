import CarrelBasics
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords

/// The items that collections list, beside those that are recorded of them.
struct ListedRows {
    /// The rows of the collections.
    private(set) var collections: [Int64] = []
    /// The rows of the items that are no longer listed, or not as they are recorded.
    private(set) var stale: [Int64] = []
    /// Whether something that is recorded is not listed.
    private(set) var hasUnlisted = false
    private var expected: [Int64: [Item]] = [:]
    private var isRecorded: [Int64: [Bool]] = [:]

    /// How many items a statement records.
    private static let portion = 5000

    /// Adds what a collection lists.
    mutating func expect(_ items: [Item], of collection: Int64) {
        collections.append(collection)
        expected[collection] = items
        isRecorded[collection] = [Bool](repeating: false, count: items.count)
    }

    /// Compares what is listed with an item that is recorded.
    mutating func compare(_ row: PostgreSQLRows.Row) {
        guard row.flag(1) else {
            hasUnlisted = true
            return
        }
        let (collection, ordinal) = (row.integer(13) ?? 0, Int(clamping: row.integer(2) ?? -1))
        if let items = expected[collection], items.indices.contains(ordinal),
            row.holds(items[ordinal])
        {
            isRecorded[collection]?[ordinal] = true
        } else {
            hasUnlisted = true
            stale.append(row.integer(0) ?? 0)
        }
    }

    /// Whether the change is so large that what PostgreSQL knows of the tables is out of date.
    var isLargeChange: Bool {
        isRecorded.values.reduce(0) { $0 + $1.count { !$0 } } >= 1000
    }

    /// What records the items that are not recorded as they are listed.
    var statements: [PostgreSQLStatement] {
        var statements: [PostgreSQLStatement] = []
        var rows: [(collection: Int64, ordinal: Int, item: Item)] = []
        func flush() {
            if !rows.isEmpty { statements.append(Self.statement(rows)) }
            rows = []
        }
        for collection in collections {
            guard let items = expected[collection], let isRecorded = isRecorded[collection],
                isRecorded.contains(false)
            else { continue }
            // A statement cannot change a row twice. Of several items of one identity the last one is recorded.
            var last: [String: Int] = [:]
            for (ordinal, item) in items.enumerated() { last[item.id] = ordinal }
            for (ordinal, item) in items.enumerated() where !isRecorded[ordinal] && last[item.id] == ordinal {
                rows.append((collection, ordinal, item))
                if rows.count == Self.portion { flush() }
            }
        }
        flush()
        return statements
    }

    /// What records items that differ from what is recorded, or are not listed.
    static func statement(
        _ rows: [(collection: Int64, ordinal: Int, item: Item)]
    ) -> PostgreSQLStatement {
        let items = rows.map(\.item)
        return PostgreSQLStatement(
            """
            INSERT INTO item (collection, ordinal, ident, ident_key, title, url, expected_size, duplicate_of,
                duplicate_key, expected_digest, subtitle, details, mirrors, pieces, listed)
            SELECT new.*, true FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
                $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
                $14::text[]) AS new
            ON CONFLICT (collection, ident_key) DO UPDATE SET ordinal = excluded.ordinal,
                title = excluded.title, url = excluded.url, expected_size = excluded.expected_size,
                duplicate_of = excluded.duplicate_of, duplicate_key = excluded.duplicate_key,
                expected_digest = excluded.expected_digest, subtitle = excluded.subtitle,
                details = excluded.details, mirrors = excluded.mirrors, pieces = excluded.pieces, listed = true,
                is_told = false
            WHERE NOT item.listed OR (item.ordinal, item.title, item.url, item.expected_size, item.duplicate_of,
                    item.expected_digest, item.subtitle, item.details, item.mirrors, item.pieces)
                IS DISTINCT FROM (excluded.ordinal, excluded.title, excluded.url, excluded.expected_size,
                    excluded.duplicate_of, excluded.expected_digest, excluded.subtitle, excluded.details,
                    excluded.mirrors, excluded.pieces)
            """,
            [
                .integers(rows.map(\.collection)), .integers(rows.map { Int64($0.ordinal) }),
                .texts(items.map(\.id)), .texts(items.map { IndexedText.key($0.id) }),
                .texts(items.map(\.title)), .texts(items.map(\.url)), .integers(items.map(\.size)),
                .texts(items.map(\.duplicateOf)),
                .texts(items.map { $0.duplicateOf.map(IndexedText.key) }), .texts(items.map(\.digestText)),
                .texts(items.map(\.subtitle)), .texts(items.map { RecordText.optionalText($0.details) }),
                .texts(items.map(RecordText.mirrors)), .texts(items.map { $0.pieces?.text }),
            ])
    }
}
