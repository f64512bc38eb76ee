import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Remembers which items of an assignment came over which connection, in case one turns out to be mixed.
///
/// It takes sixteen bytes for each item, or nothing if the fetcher does not tell connections apart.
final class ConnectionTrail: Sendable {
    private struct Mark {
        var connection: ConnectionID
        var entry: Int32
        var outcome: Attempt.Outcome
        var news: News?
    }

    private let marks = Locked<[Mark]>([])

    /// Whether nothing was noted.
    var isEmpty: Bool { marks.withLock { $0.isEmpty } }

    /// Notes how jobs ended, unless they were parked.
    ///
    /// - Parameters:
    ///   - receipts: how they ended.
    ///   - place: the place of their entry, if they were jobs of another assignment.
    func note(_ receipts: [Receipt], at place: Int? = nil) {
        var new: [Mark] = []
        for receipt in receipts {
            guard let outcome = receipt.outcome, outcome != .parked else { continue }
            for connection in receipt.tries.connections {
                new.append(
                    Mark(
                        connection: connection, entry: Int32(place ?? receipt.job.place),
                        outcome: outcome, news: receipt.news))
            }
        }
        if !new.isEmpty { marks.withLock { $0 += new } }
    }

    /// The entries that came over these connections, each once, in the order of the plan.
    func entries(over mixed: Set<ConnectionID>) -> [(entry: Int, outcome: Attempt.Outcome, news: News?)] {
        guard !mixed.isEmpty else { return [] }
        let found = marks.withLock { marks in marks.filter { mixed.contains($0.connection) } }
        return Dictionary(found.map { (Int($0.entry), $0) }) { first, _ in first }
            .map { (entry: $0.key, outcome: $0.value.outcome, news: $0.value.news) }
            .sorted { $0.entry < $1.entry }
    }
}
