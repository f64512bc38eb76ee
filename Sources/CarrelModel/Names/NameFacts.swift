import Foundation

/// The values that a name template needs besides the item.
public struct NameFacts: Sendable, Hashable {
    /// The catalogue's name.
    public var catalog: String
    /// The collection's identity.
    public var collection: String
    /// The item's place in its collection, from 1; `nil` if it is not listed.
    public var number: Int?
    /// When the document is stored.
    public var date: Date

    public init(
        catalog: String = "", collection: String, number: Int? = nil,
        date: Date = Date(timeIntervalSince1970: 0)
    ) {
        (self.catalog, self.collection, self.number, self.date) = (catalog, collection, number, date)
    }

    /// The number with at least two digits, so that files sort in the order of the list.
    var numberText: String {
        let digits = String(number ?? 0)
        return digits.count < 2 ? "0" + digits : digits
    }

    /// The day in the local time zone, in ISO 8601.
    var dateText: String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}
