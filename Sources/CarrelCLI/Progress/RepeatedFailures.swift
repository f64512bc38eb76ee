import CarrelBasics

/// Counts failures with the same reason: after the first few, one line gives the number of the others.
final class RepeatedFailures: Sendable {
    private struct Reason: Hashable {
        var catalog: String
        var text: String
    }

    /// The number of failures of one reason that are reported singly.
    private static let told = 3
    private let counts = Locked<[Reason: Int]>([:])

    /// Counts a failure.
    ///
    /// - Parameters:
    ///   - catalog: the location of the catalogue.
    ///   - reason: why the item failed.
    /// - Returns: whether to report it singly.
    func count(_ catalog: String, _ reason: String) -> Bool {
        counts.withLock { counts in
            counts[Reason(catalog: catalog, text: reason), default: 0] += 1
            return counts[Reason(catalog: catalog, text: reason), default: 0] <= Self.told
        }
    }

    /// The failures of a catalogue that were not reported, most frequent first; then starts over.
    func take(_ catalog: String) -> [(count: Int, reason: String)] {
        let mine = counts.withLock { counts in
            let mine = counts.filter { $0.key.catalog == catalog }
            counts = counts.filter { $0.key.catalog != catalog }
            return mine
        }
        return mine.filter { $0.value > Self.told }.map { ($0.value - Self.told, $0.key.text) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }
}
