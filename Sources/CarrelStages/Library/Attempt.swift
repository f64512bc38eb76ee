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
        /// The server sent something other than was promised, which was set aside.
        case quarantined
        /// It was cancelled; the bytes so far are kept, to be continued.
        case parked

        /// How it ended, as people are told.
        package var words: String {
            switch self {
            case .quarantined: "set aside"
            case .parked: "paused"
            case .stored, .unchanged, .failed: rawValue
            }
        }
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
    /// The bytes of content that were received.
    public var bytes: Int64
    /// The URL that answered last.
    public var url: String
    /// Why it failed.
    public var reason: String?
    /// The requests that were sent, in order; empty if none were, or if the library no longer keeps them.
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
