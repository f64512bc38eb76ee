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

    package init(
        section: String?, sectionOrdinal: Int64, ordinal: Int64, title: String, subtitle: String?,
        details: String, further: String?, isListed: Bool
    ) {
        (self.section, self.sectionOrdinal, self.ordinal) = (section, sectionOrdinal, ordinal)
        (self.title, self.subtitle, self.details) = (title, subtitle, details)
        (self.further, self.isListed) = (further, isListed)
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
