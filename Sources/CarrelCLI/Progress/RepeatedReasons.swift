import CarrelBasics

/// Counts why items did not come, so that a reason that thousands of them share is not repeated for each.
final class RepeatedReasons: Sendable {
    /// How an item ended.
    enum Ending: Hashable {
        case failed, paused
    }

    private struct Reason: Hashable {
        var catalog: String
        var ending: Ending
        var text: String
    }

    /// The number of items with one reason that are reported singly.
    private static let told = 3
    private let counts = Locked<[Reason: Int]>([:])

    /// Counts an item.
    ///
    /// - Parameters:
    ///   - ending: how it ended.
    ///   - catalog: the location of the catalogue.
    ///   - reason: why.
    /// - Returns: whether to report it singly.
    func count(_ ending: Ending, of catalog: String, _ reason: String) -> Bool {
        let reason = Reason(catalog: catalog, ending: ending, text: reason)
        return counts.withLock { counts in
            counts[reason, default: 0] += 1
            return counts[reason, default: 0] <= Self.told
        }
    }

    /// The items of a catalogue that were not reported, most frequent first; then starts over.
    func take(_ catalog: String) -> [(count: Int, ending: Ending, reason: String)] {
        let mine = counts.withLock { counts in
            let mine = counts.filter { $0.key.catalog == catalog }
            counts = counts.filter { $0.key.catalog != catalog }
            return mine
        }
        return mine.filter { $0.value > Self.told }
            .map { (count: $0.value - Self.told, ending: $0.key.ending, reason: $0.key.text) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }
}
