import CarrelModel
import CarrelStages

/// Those who wait for a lease, in line.
struct LeaseWaiters {
    typealias Continuation = CheckedContinuation<JobLease?, Never>

    private struct Waiter {
        var ticket: Int
        var limit: Int
        var continuation: Continuation
    }

    private var waiters: [Waiter] = []

    var isEmpty: Bool { waiters.isEmpty }
    /// The most jobs that the first one wants; `nil` if nobody waits.
    var firstLimit: Int? { waiters.first?.limit }

    mutating func add(_ continuation: Continuation, limit: Int, ticket: Int) {
        waiters.append(Waiter(ticket: ticket, limit: limit, continuation: continuation))
    }

    mutating func takeFirst() -> Continuation? {
        waiters.isEmpty ? nil : waiters.removeFirst().continuation
    }

    /// Takes the one with a ticket; `nil` if it is not here, or no longer.
    mutating func take(_ ticket: Int) -> Continuation? {
        waiters.firstIndex { $0.ticket == ticket }.map { waiters.remove(at: $0).continuation }
    }
}

/// Those who wait for items to land.
struct LandingWaiters {
    typealias Continuation = CheckedContinuation<Void, Never>

    private var waiters: [ItemKey: [Int: Continuation]] = [:]

    var isEmpty: Bool { waiters.isEmpty }

    mutating func add(_ continuation: Continuation, for key: ItemKey, ticket: Int) {
        waiters[key, default: [:]][ticket] = continuation
    }

    /// Takes everyone who waits for an item.
    mutating func take(_ key: ItemKey) -> [Continuation] {
        waiters.removeValue(forKey: key).map { Array($0.values) } ?? []
    }

    /// Takes the one with a ticket; `nil` if it is not here, or no longer.
    mutating func take(_ ticket: Int, of key: ItemKey) -> Continuation? {
        let continuation = waiters[key]?.removeValue(forKey: ticket)
        if waiters[key]?.isEmpty == true { waiters[key] = nil }
        return continuation
    }
}
