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
            "SELECT \(Self.documentColumns) FROM document d WHERE item = ?", .integer(item)
        ) { Self.document($0, from: 0, &values) }.first ?? nil
    }

    /// The columns that `document(_:from:_:)` reads, of a table `d`.
    static let documentColumns = """
        d.name, d.size, d.sha256, d.media_type, d.entity_tag, d.last_modified, d.url, d.stored_at, d.requested_url,
        d.restored_over, d.file_time, d.edited_copy, d.suggested_name, d.imported_promise,
        d.accepted_promise
        """

    /// The number of these columns: what else a query selects comes behind them.
    static let documentColumnCount: Int32 = 15

    /// Reads a document from its columns, the first of them by its number; `nil` if there is none.
    static func document(
        _ row: borrowing Statement, from first: Int32, _ known: inout RepeatedValues
    ) -> StoredDocument? {
        guard let name = row.text(first) else { return nil }
        var document = StoredDocument(
            name: name, size: row.integer(first + 1) ?? 0, sha256: row.text(first + 2) ?? "",
            mediaType: known.mediaType(row, first + 3),
            validators: Validators(
                entityTag: row.text(first + 4), lastModified: known.date(row, first + 5)),
            url: row.text(first + 6) ?? "", storedAt: row.date(first + 7))
        // Few have any of them, and each makes them room.
        if let url = row.text(first + 8) { document.requestedURL = url }
        if let sha256 = row.text(first + 9) { document.restoredOver = sha256 }
        document.fileTime = row.integer(first + 10).map { FileTime(nanoseconds: $0) }
        if let copy = row.text(first + 11) { document.editedCopy = copy }
        if let name = row.text(first + 12) { document.suggestedName = name }
        if let promise = row.text(first + 13) { document.importedPromise = promise }
        if let promise = row.text(first + 14) { document.acceptedPromise = promise }
        return document
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
        try database.rows("SELECT \(PublicationRow.columns) FROM publication ORDER BY id") { row in
            PublicationRow.publication(
                token: row.text(0), name: row.text(1), size: row.integer(2), sha256: row.text(3),
                replacedSize: row.integer(4), replacedSHA256: row.text(5), area: row.text(6),
                succeeds: row.text(7), keepsReplaced: row.flag(8), moves: row.text(9))
        }
    }

    /// Notes that publications are done.
    private func settle(_ publications: [Publication]) throws(StoreError) {
        guard !publications.isEmpty else { return }
        let tokens = publications.map(\.document.token)
        if tokens.count > 1, tokens == lastPublications {
            let recorded = try database.rows("SELECT count(*) FROM publication") { $0.integer(0) ?? 0 }.first
            // Nothing else is pending, as a rule.
            if recorded == Int64(tokens.count) { return try database.execute("DELETE FROM publication") }
        }
        for publication in publications {
            try database.run("DELETE FROM publication WHERE token = ?", .text(publication.document.token))
        }
    }
}
