import Foundation

/// What a template of names takes from around an item.
public struct NameFacts: Sendable, Hashable {
    /// The catalogue's name.
    public var catalog: String
    /// The collection's identity.
    public var collection: String
    /// The item's place in its collection, from 1; `nil` if it is not listed.
    public var number: Int?
    /// When the document is stored.
    public var date: Date

    /// Gathers facts.
    public init(
        catalog: String = "", collection: String, number: Int? = nil,
        date: Date = Date(timeIntervalSince1970: 0)
    ) {
        (self.catalog, self.collection, self.number, self.date) = (catalog, collection, number, date)
    }

    /// The number with two digits or more, so that files stand in the order of the list.
    var numberText: String {
        let digits = String(number ?? 0)
        return digits.count < 2 ? "0" + digits : digits
    }

    /// The day by the clock on the wall, as ISO 8601 writes it.
    var dateText: String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}
