import CarrelBasics
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// What is left alone.
extension PostgreSQLLibrary {
    /// The items and patterns that are left alone.
    func ignored() throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        let items = try session.run("SELECT catalog, collection, item FROM ignored").map { $0.key(from: 0) }
        let patterns = try session.run("SELECT pattern FROM ignored_pattern").map { $0.text(0) ?? "" }
        return (items, patterns)
    }

    /// What of a catalogue is left alone.
    func ignoreRules(of location: String) throws(StoreError) -> IgnoreRules {
        Self.ignoreRules(
            try session.atomically(Self.ignored(.text(IndexedText.key(location)))), of: location)
    }

    /// The queries of what is left alone of the catalogue that a key stands for.
    static func ignored(_ key: PostgreSQLValue) -> [PostgreSQLStatement] {
        [
            PostgreSQLStatement("SELECT collection, item FROM ignored WHERE catalog_key = $1", [key]),
            PostgreSQLStatement("SELECT pattern FROM ignored_pattern"),
            PostgreSQLStatement("SELECT name FROM catalog WHERE location_key = $1", [key]),
        ]
    }

    /// Reads what these queries gave.
    static func ignoreRules(_ answers: [PostgreSQLRows], of location: String) -> IgnoreRules {
        guard answers.count == 3 else { return IgnoreRules() }
        let items = answers[0].map {
            ItemKey(catalog: location, collection: $0.text(0) ?? "", item: $0.text(1) ?? "")
        }
        return IgnoreRules(
            items: Set(items), patterns: answers[1].map { Glob($0.text(0) ?? "") },
            catalogName: answers[2].first?.text(0))
    }

    /// Leaves items and patterns alone, or no longer.
    func setIgnored(_ isIgnored: Bool, _ items: [ItemKey], patterns: [String]) throws(StoreError) {
        guard !items.isEmpty || !patterns.isEmpty else { return }
        if isIgnored { try checkIsThere() }
        let catalogs = patterns.isEmpty ? Set(items.map(\.catalog)) : nil
        try change(of: catalogs) { (number) throws(StoreError) in
            let wanted = ItemRows(items)
            let rows = try existingRows(of: wanted.keys)
            var statements = [
                PostgreSQLStatement(
                    "UPDATE item SET changed = $1 WHERE id = ANY ($2::bigint[])",
                    [.integer(number), .integers(Array(rows.values))]),
                PostgreSQLStatement(
                    "UPDATE catalog SET changed = $1 WHERE location_key = ANY ($2::text[])",
                    [.integer(number), .texts(Self.catalogs(ofWhole: items))]),
            ]
            if isIgnored {
                let texts = [
                    wanted.keys.map(\.catalog), wanted.keys.map(\.collection), wanted.keys.map(\.item),
                ]
                statements.append(
                    PostgreSQLStatement(
                        """
                        INSERT INTO ignored (catalog_key, collection_key, item_key, catalog, collection, item)
                        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
                        ON CONFLICT DO NOTHING
                        """, wanted.values + texts.map { .texts($0) }))
            } else {
                statements.append(
                    PostgreSQLStatement(
                        """
                        DELETE FROM ignored USING unnest($1::text[], $2::text[], $3::text[])
                            AS wanted (catalog, collection, item)
                        WHERE catalog_key = wanted.catalog AND collection_key = wanted.collection
                            AND item_key = wanted.item
                        """, wanted.values))
            }
            if !patterns.isEmpty { statements += Self.ignoring(isIgnored, patterns, number) }
            try session.run(statements)
        }
    }

    /// The keys of the catalogues of those that are whole collections.
    private static func catalogs(ofWhole items: [ItemKey]) -> [String] {
        Set(items.filter(\.isWholeCollection).map(\.catalog)).map(IndexedText.key)
    }

    private static func ignoring(
        _ isIgnored: Bool, _ patterns: [String], _ number: Int64
    ) -> [PostgreSQLStatement] {
        let keys = PostgreSQLValue.texts(patterns.map(IndexedText.key))
        return [
            isIgnored
                ? PostgreSQLStatement(
                    """
                    INSERT INTO ignored_pattern (key, pattern) SELECT * FROM unnest($1::text[], $2::text[])
                    ON CONFLICT DO NOTHING
                    """, [keys, .texts(patterns)])
                : PostgreSQLStatement("DELETE FROM ignored_pattern WHERE key = ANY ($1::text[])", [keys]),
            // A pattern is for every catalogue.
            PostgreSQLStatement("UPDATE catalog SET changed = $1", [.integer(number)]),
        ]
    }
}
