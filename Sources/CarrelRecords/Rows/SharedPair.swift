import CarrelBasics
import CarrelModel
import CarrelStages

/// An item without a document, and the document of another catalogue's item with its URL.
package struct SharedPair {
    let key: ItemKey
    let document: SharedDocument
    let ownerTitle: String

    /// Reads a row; `nil` if it has no document.
    ///
    /// - Parameters:
    ///   - row: the item in two columns and its owner in three, whether that is listed, the document, its news, the
    ///     owner's title, and whether the owner would show the document if it were the item's.
    ///   - location: the item's catalogue.
    package init?(_ row: borrowing some RecordRow, of location: String) {
        var values = RepeatedValues()
        guard let document = row.document(from: 6, &values) else { return nil }
        let behind = 6 + RecordQuery.documentCount
        key = ItemKey(catalog: location, collection: row.text(0) ?? "", item: row.text(1) ?? "")
        self.document = SharedDocument(
            owner: row.key(from: 2), isOwnerListed: row.flag(5), isMutual: row.flag(behind + 2),
            document: document, news: row.text(behind).flatMap(News.init))
        ownerTitle = row.text(behind + 1) ?? ""
    }

    /// The documents that are asked for in the same way.
    ///
    /// The last one of an item wins: what is listed still, and was stored first.
    ///
    /// - Parameters:
    ///   - pairs: the pairs.
    ///   - known: gives the library's catalogues.
    ///   - rules: gives what of a catalogue is left alone.
    /// - Returns: the documents by the items that have none.
    /// - Throws: what these throw.
    package static func documents(
        of pairs: [SharedPair], known: () throws(StoreError) -> [KnownCatalog],
        rules: (_ location: String) throws(StoreError) -> IgnoreRules
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        // Every catalogue of a sync is asked for, and most share nothing.
        guard !pairs.isEmpty else { return [:] }
        let access = AccessSettings(try known())
        var ignored: [String: IgnoreRules] = [:]
        var shared: [ItemKey: SharedDocument] = [:]
        for pair in pairs {
            let location = pair.document.owner.catalog
            guard access.areSame(pair.key.catalog, location) else { continue }
            if ignored[location] == nil { ignored[location] = try rules(location) }
            var document = pair.document
            document.isOwnerIgnored =
                ignored[location]?.coverOwner(of: document, titled: pair.ownerTitle) == true
            shared[pair.key] = document
        }
        return shared
    }
}

extension SharedPair {
    /// The columns of an item `i` in a collection `c`, and of an item `o` in one `oc` of another catalogue `ok`, which has the
    /// document `d`.
    ///
    /// - Parameter read: the column that tells which version of `o` was looked at last.
    package static func columns(read: String) -> String {
        """
        c.ident, i.ident, ok.location, oc.ident, o.ident, o.listed, \(RecordQuery.document),
        CASE WHEN \(read) IS NULL THEN 'new' WHEN \(read) <> d.sha256 THEN 'updated' END, o.title,
        coalesce(o.expected_digest = i.expected_digest OR o.expected_digest = 'sha-256=' || d.sha256,
            o.expected_digest IS NULL) AND (o.expected_size IS NULL OR o.expected_size = d.size)
        """
    }

    /// Whether `i` has no document, and may show `d`; with the order of the pairs.
    ///
    /// - Parameter position: the database's function that says where in a text another one begins, from 1.
    package static func condition(position: String) -> String {
        """
        oc.catalog <> c.catalog AND i.duplicate_of IS NULL
            AND NOT EXISTS (SELECT 1 FROM document own WHERE own.item = i.id)
            AND coalesce(d.requested_url, d.url) IN (i.url, \(RecordQuery.otherScheme))
            AND (i.expected_digest IS NULL OR i.expected_digest = o.expected_digest
                OR i.expected_digest = 'sha-256=' || d.sha256)
            AND (i.expected_size IS NULL OR i.expected_size = d.size)
            AND \(position)(o.url, '\(KeyPlaceholder.text)') = 0
        ORDER BY o.listed, d.item DESC
        """
    }
}
