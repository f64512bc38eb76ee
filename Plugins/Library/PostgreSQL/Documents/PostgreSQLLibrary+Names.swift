import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The names of documents, and which of them others meet.
extension PostgreSQLLibrary {
    /// The name of every stored document.
    func names() throws(StoreError) -> [ItemKey: String] {
        let rows = try session.run(
            """
            SELECT k.location, c.ident, i.ident, d.name FROM document d JOIN item i ON i.id = d.item
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            """)
        var names: [ItemKey: String] = [:]
        names.reserveCapacity(rows.count)
        rows.forEach { names[$0.key(from: 0)] = $0.text(3) ?? "" }
        return names
    }

    /// The names of stored documents that cannot stand beside some others.
    func names(meeting names: [String]) throws(StoreError) -> RecordedNames {
        if names.count >= NameLookup.few, try !hasMoreDocuments(than: names.count) {
            return RecordedNames(try self.names(), areAll: true)
        }
        var found = RecordedNames(areAll: false)
        var rest = names[...]
        while !rest.isEmpty {
            let rows = try session.run([Self.meeting(NameLookup(rest.prefix(Self.namesAtOnce)))])
            var lacksKeys = false
            rows.first?.forEach { row in
                if row.flag(4) { lacksKeys = true }
                found.names[row.key(from: 0)] = row.text(3) ?? ""
            }
            if lacksKeys { try addCollisionKeys() } else { rest = rest.dropFirst(Self.namesAtOnce) }
        }
        return found
    }

    /// How many names are looked up in one statement.
    private static let namesAtOnce = 4096

    /// The documents that meet names, and one without a collision key, if there is any.
    ///
    /// The index holds the first 512 characters of a key, because PostgreSQL limits what it can hold. A worker of a
    /// former version may leave the key of a former name: the same name is found all the same.
    static func meeting(_ lookup: NameLookup) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            WITH met AS (
                SELECT item FROM document WHERE left(collision_key, 512) = ANY ($1::text[])
                UNION
                SELECT inside.item FROM unnest($2::text[]) AS folder (key) CROSS JOIN LATERAL (
                    SELECT item FROM document
                    WHERE left(collision_key, 512) >= left(folder.key || '/', 512)
                        AND left(collision_key, 512) <= left(folder.key || '0', 512)
                        AND starts_with(collision_key, folder.key || '/')
                    ORDER BY left(collision_key, 512) LIMIT 1) AS inside
                UNION
                SELECT item FROM document WHERE name_key = ANY ($3::text[])
                UNION
                (SELECT item FROM document WHERE left(collision_key, 512) IS NULL LIMIT 1)
            )
            SELECT k.location, c.ident, i.ident, d.name, d.collision_key IS NULL
            FROM met JOIN document d ON d.item = met.item JOIN item i ON i.id = d.item
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            """,
            [
                .texts(lookup.keys.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(512))) }),
                .texts(lookup.folders), .texts(lookup.names.map(IndexedText.key)),
            ])
    }

    /// Whether there are more documents than a number; stops counting at the next one.
    private func hasMoreDocuments(than count: Int) throws(StoreError) -> Bool {
        let counted = try session.run([Self.counting(documents: count + 1)]).first?.first?.integer(0)
        return counted ?? 0 > Int64(count)
    }

    /// Counts documents up to a number, in the order of an index: nothing is read that is not counted.
    static func counting(documents count: Int) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT count(*) FROM (SELECT item FROM document ORDER BY item LIMIT $1) AS counted",
            [.integer(Int64(count))])
    }

    /// Gives documents that an earlier version recorded, perhaps on another machine, the collision keys of their
    /// names; whatever has come so far stays, however it ends.
    private func addCollisionKeys() throws(StoreError) {
        var isDone = false
        while !isDone {
            guard !Task.isCancelled else { throw .namesCancelled(session.subject) }
            try transaction { () throws(StoreError) in
                // One machine at a time: two could wait for each other's rows.
                try session.run(
                    """
                    SELECT pg_advisory_xact_lock(
                        hashtextextended('carrel names ' || coalesce(current_schema, ''), 0))
                    """)
                let rows = try session.run(
                    "SELECT item, name FROM document WHERE left(collision_key, 512) IS NULL LIMIT 5000")
                var (items, names, keys) = ([Int64?](), [String?](), [String?]())
                rows.forEach { row in
                    items.append(row.integer(0))
                    names.append(row.text(1))
                    keys.append(DocumentName.collisionKey(row.text(1) ?? ""))
                }
                isDone = items.isEmpty
                try session.run(
                    """
                    UPDATE document SET collision_key = new.key
                    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (item, name, key)
                    WHERE document.item = new.item AND document.name = new.name
                    """, .integers(items), .texts(names), .texts(keys))
            }
        }
    }
}
