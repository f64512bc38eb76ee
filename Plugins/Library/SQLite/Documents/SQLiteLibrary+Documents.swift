import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    /// What is recorded of one item's document.
    public func document(of key: ItemKey) throws(StoreError) -> StoredDocument? {
        forgetFound()
        guard let item = try existingRow(of: key) else { return nil }
        var values = RepeatedValues()
        return try database.rows(
            "SELECT \(RecordQuery.document) FROM document d WHERE item = ?", .integer(item)
        ) { $0.document(from: 0, &values) }.first ?? nil
    }

    /// Records what happened to items, and that publications are done.
    public func commit(
        _ changes: [LibraryChange], settling publications: [Publication], ending tickets: [JobTicket]
    ) throws(StoreError) -> Set<HostLease.Number> {
        // Nobody leases jobs of a library that one process writes.
        guard tickets.isEmpty else { throw .notJoinable("the library") }
        guard !changes.isEmpty || !publications.isEmpty else { return [] }
        forgetFound()
        defer { forgetFound() }
        try change { () throws(StoreError) in
            try settle(publications)
            known.lookAhead = changes.count
            for change in changes { try apply(change) }
        }
        lastPublications = known.publications
        return []
    }

    // MARK: Publications

    /// Notes that a publication is about to be done.
    func record(_ publication: Publication) throws(StoreError) {
        known.publications.append(publication.document.token)
        try database.run(
            """
            INSERT INTO publication (token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds,
                keeps_replaced, moves)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(publication.document.token), .text(publication.name),
            .integer(publication.document.digest.size), .text(publication.document.digest.sha256),
            SQLiteValue(publication.replaces?.size), SQLiteValue(publication.replaces?.sha256),
            .text(publication.area.rawValue), SQLiteValue(publication.succeeds),
            SQLiteValue(publication.keepsReplaced), SQLiteValue(publication.moves))
    }

    /// The publications that were recorded and not settled, in order.
    public func pendingPublications() throws(StoreError) -> [Publication] {
        try database.rows("SELECT \(RecordQuery.publication) FROM publication ORDER BY id") { $0.publication }
    }

    /// Notes that publications are done.
    private func settle(_ publications: [Publication]) throws(StoreError) {
        guard !publications.isEmpty else { return }
        let tokens = publications.map(\.document.token)
        if tokens.count > 1, tokens == lastPublications {
            let recorded = try database.number("SELECT count(*) FROM publication")
            // Nothing else is pending, as a rule.
            if recorded == Int64(tokens.count) { return try database.execute("DELETE FROM publication") }
        }
        for publication in publications {
            try database.run("DELETE FROM publication WHERE token = ?", .text(publication.document.token))
        }
    }
}
