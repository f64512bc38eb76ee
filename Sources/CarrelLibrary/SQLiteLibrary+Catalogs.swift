import CarrelCore
import Foundation

extension SQLiteLibrary {
    /// What the last reading of a catalogue returned.
    public func reading(of location: String) throws(StoreError) -> CatalogReading? {
        try database.rows(
            "SELECT entity_tag, last_modified, fingerprint, read_at, is_public FROM catalog WHERE location = ?",
            .text(location)
        ) { row in
            CatalogReading(
                location: location,
                validators: Validators(entityTag: row.text(0), lastModified: row.text(1)),
                fingerprint: row.text(2) ?? "", date: row.date(3), isPublic: row.integer(4) == 1)
        }.first
    }

    /// The locations of the recorded catalogues, the one read last first.
    public func locations() throws(StoreError) -> [String] {
        try database.rows("SELECT location FROM catalog ORDER BY read_at DESC, id DESC") { $0.text(0) ?? "" }
    }

    /// A catalogue as it was last recorded.
    public func catalog(at location: String) throws(StoreError) -> Catalog? {
        guard
            let (id, title) = try database.rows(
                "SELECT id, title FROM catalog WHERE location = ?", .text(location),
                make: { ($0.integer(0) ?? 0, $0.text(1)) }
            ).first
        else { return nil }
        var sections: [(ordinal: Int64, section: CatalogSection)] = []
        let collections = try database.rows(
            """
            SELECT id, ident, section, section_ordinal, title, details FROM collection
            WHERE catalog = ? AND listed = 1 ORDER BY section_ordinal, ordinal
            """, .integer(id)
        ) { row in
            (
                id: row.integer(0) ?? 0, section: row.text(2), ordinal: row.integer(3) ?? 0,
                collection: ItemCollection(
                    id: row.text(1) ?? "", title: row.text(4) ?? "", details: Self.details(row.text(5)))
            )
        }
        for row in collections {
            if sections.last?.ordinal != row.ordinal {
                sections.append((row.ordinal, CatalogSection(title: row.section, collections: [])))
            }
            var collection = row.collection
            collection.items = try items(ofCollection: row.id)
            sections[sections.count - 1].section.collections.append(collection)
        }
        return Catalog(title: title, sections: sections.map(\.section))
    }

    /// The items of a collection, in the catalogue's order.
    private func items(ofCollection id: Int64) throws(StoreError) -> [Item] {
        var items: [Item] = []
        var ordinals: [Int64] = []
        var isOrdered = true
        // SQLite would sort whole rows; the numbers are sorted here where they are not in order already.
        try database.forEachRow(
            """
            SELECT ordinal, ident, title, url, expected_size, duplicate_of, expected_digest FROM item
            WHERE collection = ? AND listed = 1
            """, .integer(id)
        ) { row in
            let ordinal = row.integer(0) ?? 0
            if let last = ordinals.last, last > ordinal { isOrdered = false }
            ordinals.append(ordinal)
            items.append(Self.item(row))
        }
        if isOrdered { return items }
        return ordinals.indices.sorted { ordinals[$0] < ordinals[$1] }.map { items[$0] }
    }

    private static func item(_ row: borrowing Statement) -> Item {
        let ident = row.text(1) ?? ""
        // Mostly the same text, which is kept once then.
        let url = row.equals(3, ident) ? ident : row.text(3)
        var item = Item(
            id: ident, title: row.text(2) ?? "", url: url, size: row.integer(4), duplicateOf: row.text(5))
        if let digest = row.text(6) { item.digest = ExpectedDigest(text: digest, origin: .catalog) }
        return item
    }

    static func details(_ text: String?) -> [Detail] {
        if text == "[]" { return [] }
        return text.flatMap { try? JSONDecoder().decode([Detail].self, from: Data($0.utf8)) } ?? []
    }

    static func text(_ details: [Detail]) -> String {
        if details.isEmpty { return "[]" }
        return (try? JSONEncoder().encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
