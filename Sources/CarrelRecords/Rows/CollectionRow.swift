import CarrelModel

/// What is recorded of a collection, beside its items.
package struct CollectionRow: Equatable {
    /// The heading of its section; `nil` for a section without one.
    package var section: String?
    /// The place of its section in the catalogue, from 0.
    package var sectionOrdinal: Int64
    /// Its place among the collections of the catalogue, from 0.
    package var ordinal: Int64
    package var title: String
    package var subtitle: String?
    /// The details as `RecordText` writes them.
    package var details: String
    /// The URL of the catalogue that lists its items; `nil` if its own catalogue does.
    package var further: String?
    package var isListed: Bool

    /// The columns that make one, after the row's number and the collection's identity.
    package static let columns =
        "id, ident, section, section_ordinal, ordinal, title, details, listed, subtitle, further"
}

extension CollectionRow {
    /// Reads a row of `columns`.
    package init(_ row: borrowing some RecordRow) {
        self.init(
            section: row.text(2), sectionOrdinal: row.integer(3) ?? 0, ordinal: row.integer(4) ?? 0,
            title: row.text(5) ?? "", subtitle: row.text(8), details: row.text(6) ?? "",
            further: row.text(9), isListed: row.flag(7))
    }

    /// The row of a collection that is listed.
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - ordinal: its place among those of the catalogue, from 0.
    ///   - section: the heading of its section.
    ///   - sectionOrdinal: the place of that section, from 0.
    package init(
        _ collection: ItemCollection, at ordinal: Int, in section: String?, at sectionOrdinal: Int
    ) {
        self.init(
            section: section, sectionOrdinal: Int64(sectionOrdinal), ordinal: Int64(ordinal),
            title: collection.title, subtitle: collection.subtitle,
            details: RecordText.text(collection.details), further: collection.further?.url, isListed: true)
    }
}
