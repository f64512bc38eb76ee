import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

extension PostgreSQLLibrary {
    /// What the last reading of a catalogue returned.
    func reading(of location: String) throws(StoreError) -> CatalogReading? {
        try session.run(
            """
            SELECT entity_tag, last_modified, fingerprint, read_at,
                is_public OR EXISTS (
                    SELECT 1 FROM further f JOIN collection c ON c.id = f.collection
                    WHERE c.catalog = catalog.id AND f.is_public),
                location, name, parser
            FROM catalog WHERE location_key = $1
            """, .text(IndexedText.key(location))
        ).first?.reading
    }

    /// Replaces the name by which a recorded catalogue is shown.
    func setName(_ name: String, of location: String) throws(StoreError) {
        try change(of: [location]) { (number) throws(StoreError) in
            try session.run(
                """
                UPDATE catalog SET name = $1, changed = $3
                WHERE location_key = $2 AND name IS DISTINCT FROM $1
                """, .text(name), .text(IndexedText.key(location)), .integer(number))
        }
    }

    /// The locations of the recorded catalogues, the one read last first.
    func locations() throws(StoreError) -> [String] {
        try session.run(RecordQuery.locations).map { $0.text(0) ?? "" }
    }

    /// A catalogue as it was last recorded.
    func catalog(at location: String) throws(StoreError) -> Catalog? {
        let key = [PostgreSQLValue.text(IndexedText.key(location))]
        let answers = try session.ofOneMoment([
            PostgreSQLStatement(Self.catalogHead, key), PostgreSQLStatement(Self.listedCollections, key),
            PostgreSQLStatement(Self.listedItems, key),
        ])
        guard answers.count == 3, let head = answers[0].first else { return nil }
        var items: [Int64: [(ordinal: Int64, item: Item)]] = [:]
        answers[2].forEach {
            items[$0.integer(7) ?? 0, default: []].append(($0.integer(0) ?? 0, $0.listedItem))
        }
        return Self.catalog(head, answers[1]) { id in
            (items.removeValue(forKey: id) ?? []).sorted { $0.ordinal < $1.ordinal }.map(\.item)
        }
    }

    /// The collections of a catalogue, without their items.
    func outline(of location: String) throws(StoreError) -> RecordedOutline? {
        let key = [PostgreSQLValue.text(IndexedText.key(location))]
        let answers = try session.ofOneMoment([
            PostgreSQLStatement(Self.catalogHead, key), PostgreSQLStatement(Self.listedCollections, key),
            PostgreSQLStatement(
                """
                SELECT c.ident FROM collection c JOIN catalog k ON k.id = c.catalog
                WHERE k.location_key = $1 AND NOT c.listed AND EXISTS (
                    SELECT 1 FROM item i JOIN document d ON d.item = i.id WHERE i.collection = c.id)
                """, key),
        ])
        guard answers.count == 3, let head = answers[0].first else { return nil }
        return RecordedOutline(
            Self.catalog(head, answers[1]) { _ in [] },
            unlisted: answers[2].map { $0.text(0) ?? "" }.sorted())
    }

    /// A catalogue of these rows; `items` gives those of a collection's row, and is asked once for each.
    private static func catalog(
        _ head: PostgreSQLRows.Row, _ collections: PostgreSQLRows, items: (Int64) -> [Item]
    ) -> Catalog {
        var sections: [(ordinal: Int64, section: CatalogSection)] = []
        collections.forEach { row in
            let ordinal = row.integer(8) ?? 0
            if sections.last?.ordinal != ordinal {
                sections.append((ordinal, CatalogSection(title: row.text(7), collections: [])))
            }
            var collection = row.collection(id: row.text(6) ?? "")
            collection.items = items(row.integer(0) ?? 0)
            sections[sections.count - 1].section.collections.append(collection)
        }
        var catalog = head.catalog(from: 0)
        catalog.sections = sections.map(\.section)
        return catalog
    }

    /// A collection as it was last recorded.
    func collection(_ key: CollectionKey) throws(StoreError) -> ItemCollection? {
        let place = [
            PostgreSQLValue.text(IndexedText.key(key.catalog)), .text(IndexedText.key(key.collection)),
        ]
        let answers = try session.ofOneMoment([
            PostgreSQLStatement(
                """
                SELECT c.id, c.title, c.details, c.subtitle, c.further, \(Self.latestOnly)
                FROM collection c JOIN catalog k ON k.id = c.catalog
                WHERE k.location_key = $1 AND c.ident_key = $2 AND c.listed
                """, place),
            PostgreSQLStatement(
                """
                SELECT \(Self.itemColumns) FROM item i JOIN collection c ON c.id = i.collection
                JOIN catalog k ON k.id = c.catalog
                WHERE k.location_key = $1 AND c.ident_key = $2 AND c.listed AND i.listed ORDER BY i.ordinal
                """, place),
        ])
        guard answers.count == 2, let row = answers[0].first else { return nil }
        var collection = row.collection(id: key.collection)
        collection.items = answers[1].map(\.listedItem)
        return collection
    }

    // MARK: Rows

    private static let catalogHead = """
        SELECT title, schedule, lists_latest_only, update_seconds FROM catalog WHERE location_key = $1
        """

    /// Whether what was read for a collection lists only what came last.
    private static let latestOnly =
        "EXISTS (SELECT 1 FROM further f WHERE f.collection = c.id AND f.lists_latest_only)"

    /// The listed collections of a catalogue `$1`, in its order.
    private static let listedCollections = """
        SELECT c.id, c.title, c.details, c.subtitle, c.further, \(latestOnly), c.ident, c.section,
            c.section_ordinal
        FROM collection c JOIN catalog k ON k.id = c.catalog
        WHERE k.location_key = $1 AND c.listed ORDER BY c.section_ordinal, c.ordinal
        """

    private static let itemColumns = """
        i.ordinal, i.ident, i.title, i.url, i.expected_size, i.duplicate_of, i.expected_digest, i.collection,
        i.subtitle, i.details, i.mirrors, i.pieces
        """

    /// The listed items of a catalogue `$1`.
    static let listedItems = """
        SELECT \(itemColumns) FROM item i JOIN collection c ON c.id = i.collection
        JOIN catalog k ON k.id = c.catalog WHERE k.location_key = $1 AND c.listed AND i.listed
        """
}
