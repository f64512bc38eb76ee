/// What came over which connection in a run, in case one of them turns out to be mixed.
///
/// Sixteen bytes an item, and nothing where the fetcher does not tell connections apart.
final class ConnectionTrail: Sendable {
    /// How the run counted an item.
    enum Outcome: UInt8, Sendable { case stored, unchanged, failed, quarantined }

    /// The entry of the plan that was on the way, and the connections that it came over.
    struct Passage: Sendable {
        var entry: Int
        var connections: [ConnectionID]
    }

    private struct Mark {
        var connection: ConnectionID
        var entry: Int32
        var outcome: Outcome
    }

    private let marks = Locked<[Mark]>([])

    /// Whether nothing was noted.
    var isEmpty: Bool { marks.withLock { $0.isEmpty } }

    /// Notes how an entry was counted.
    func note(_ passage: Passage?, _ outcome: Outcome) {
        guard let passage, !passage.connections.isEmpty else { return }
        marks.withLock { marks in
            for connection in passage.connections {
                marks.append(Mark(connection: connection, entry: Int32(passage.entry), outcome: outcome))
            }
        }
    }

    /// The entries that came over one of these connections, in the order of the plan, each once.
    func entries(over mixed: Set<ConnectionID>) -> [(entry: Int, outcome: Outcome)] {
        guard !mixed.isEmpty else { return [] }
        let found = marks.withLock { marks in marks.filter { mixed.contains($0.connection) } }
        return Dictionary(found.map { (Int($0.entry), $0.outcome) }) { first, _ in first }
            .map { (entry: $0.key, outcome: $0.value) }.sorted { $0.entry < $1.entry }
    }
}
