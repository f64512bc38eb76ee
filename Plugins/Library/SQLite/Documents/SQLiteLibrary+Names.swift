import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages

/// The names of documents, and which of them others meet.
extension SQLiteLibrary {
    /// The name of every stored document.
    public func names() throws(StoreError) -> [ItemKey: String] {
        var names: [ItemKey: String] = [:]
        try database.forEachRow(Self.named("document")) { row in
            names[row.key(from: 0)] = row.text(3) ?? ""
        }
        return names
    }

    /// The names of stored documents that cannot stand beside some others.
    public func names(meeting names: [String]) throws(StoreError) -> RecordedNames {
        if names.count >= NameLookup.few, try documents(atMost: names.count + 1) <= names.count {
            return RecordedNames(try self.names(), areAll: true)
        }
        try addCollisionKeys()
        let lookup = NameLookup(names)
        var found = RecordedNames(areAll: false)
        for key in lookup.keys {
            try database.forEachRow(Self.sameNamed, .text(key)) { row in
                found.names[row.key(from: 0)] = row.text(3) ?? ""
            }
        }
        for folder in lookup.folders {
            // In the order of bytes a zero follows the slash.
            try database.forEachRow(Self.firstInside, .text(folder + "/"), .text(folder + "0")) { row in
                found.names[row.key(from: 0)] = row.text(3) ?? ""
            }
        }
        return found
    }

    static let sameNamed = named("(SELECT item, name FROM document WHERE collision_key = ?)")

    /// The first document in a folder, of any depth.
    static let firstInside = named(
        """
        (SELECT item, name FROM document WHERE collision_key > ? AND collision_key < ?
        ORDER BY collision_key LIMIT 1)
        """)

    /// The items and names of some documents.
    private static func named(_ documents: String) -> String {
        """
        SELECT k.location, c.ident, i.ident, found.name FROM \(documents) found CROSS JOIN item i ON i.id = found.item
        CROSS JOIN collection c ON c.id = i.collection CROSS JOIN catalog k ON k.id = c.catalog
        """
    }

    /// How many documents there are, counted up to a number.
    func documents(atMost limit: Int) throws(StoreError) -> Int {
        Int(
            try database.number(
                "SELECT count(*) FROM (SELECT 1 FROM document LIMIT ?)", .integer(Int64(limit))) ?? 0)
    }

    /// Gives documents that an earlier version recorded the collision keys of their names.
    ///
    /// Whatever has come so far stays, however it ends.
    private func addCollisionKeys() throws(StoreError) {
        while true {
            guard !Task.isCancelled else { throw .namesCancelled("the library") }
            let documents = try database.rows(
                "SELECT item, name FROM document WHERE collision_key IS NULL LIMIT 1000"
            ) { (item: $0.integer(0) ?? 0, name: $0.text(1) ?? "") }
            guard !documents.isEmpty else { return }
            try transaction { () throws(StoreError) in
                for document in documents {
                    try database.run(
                        "UPDATE document SET collision_key = ? WHERE item = ?",
                        .text(DocumentName.collisionKey(document.name)), .integer(document.item))
                }
            }
        }
    }
}
