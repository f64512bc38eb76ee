import CarrelModel
import Foundation

/// A list of items as a terminal printed it, so that somebody can name them by their numbers.
public struct PrintedList: Sendable, Hashable {
    /// How long a list holds, in seconds: half a day.
    public static let lifetime: TimeInterval = 12 * 3600
    /// The most items of a list that are remembered.
    public static let capacity = 10_000

    /// The entries by their numbers.
    public var items: [Int: ItemKey]
    /// When it was printed.
    public var date: Date

    public init(items: [Int: ItemKey], date: Date) { (self.items, self.date) = (items, date) }
}
