import CarrelModel
import Foundation

/// One try to bring an item up to date.
public struct Attempt: Sendable, Hashable {
    /// How a try ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// A new version was stored.
        case stored
        /// The stored version is current.
        case unchanged
        /// It failed.
        case failed
        /// The server sent something else than was promised, which is set aside.
        case quarantined
        /// It was cancelled; what came is kept to be continued.
        case parked
    }

    /// The item.
    public var key: ItemKey
    /// When it began.
    public var date: Date
    /// What the plan asked for.
    public var action: PlanEntry.Action
    /// How it ended.
    public var outcome: Outcome
    /// The status of the last response, if there was one.
    public var status: Int?
    /// How many bytes of content came.
    public var bytes: Int64
    /// The URL that answered last.
    public var url: String
    /// Why it failed.
    public var reason: String?
    /// The requests that it made, in order; empty if it made none, or a library no longer keeps them.
    public var exchanges: [AttemptExchange]

    public init(
        key: ItemKey, date: Date, action: PlanEntry.Action, outcome: Outcome, status: Int?, bytes: Int64,
        url: String, reason: String? = nil, exchanges: [AttemptExchange] = []
    ) {
        self.key = key
        self.date = date
        self.action = action
        self.outcome = outcome
        self.status = status
        self.bytes = bytes
        self.url = url
        self.reason = reason
        self.exchanges = exchanges
    }
}
