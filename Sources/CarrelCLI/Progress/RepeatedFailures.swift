import CarrelBasics

/// Counts failures of one reason: after the first few, one line says how many more there were.
final class RepeatedFailures: Sendable {
    private struct Reason: Hashable {
        var catalog: String
        var text: String
    }

    /// Failures of one reason that are told one by one.
    private static let told = 3
    private let counts = Locked<[Reason: Int]>([:])

    /// Counts a failure.
    ///
    /// - Parameters:
    ///   - catalog: the location of the catalogue.
    ///   - reason: why the item failed.
    /// - Returns: whether it is told by itself.
    func count(_ catalog: String, _ reason: String) -> Bool {
        counts.withLock { counts in
            counts[Reason(catalog: catalog, text: reason), default: 0] += 1
            return counts[Reason(catalog: catalog, text: reason), default: 0] <= Self.told
        }
    }

    /// What was not told of a catalogue, the most frequent first; counting begins anew.
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
