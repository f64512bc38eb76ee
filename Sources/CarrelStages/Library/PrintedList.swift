import CarrelModel
import Foundation

/// The numbered list of items that a terminal printed, so that the user can refer to items by number.
public struct PrintedList: Sendable, Hashable {
    /// How long the numbers of a list stay valid, in seconds: half a day.
    public static let lifetime: TimeInterval = 12 * 3600
    /// The most items of a list that are remembered.
    public static let capacity = 10_000

    /// The entries by their numbers.
    public var items: [Int: ItemKey]
    /// When it was printed.
    public var date: Date

    public init(items: [Int: ItemKey], date: Date) { (self.items, self.date) = (items, date) }
}
