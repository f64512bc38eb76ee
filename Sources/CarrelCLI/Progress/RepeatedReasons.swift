import CarrelBasics
import CarrelModel

/// Counts why items did not come, so that a reason that thousands of them share is not repeated for each.
final class RepeatedReasons: Sendable {
    /// How an item ended.
    enum Ending: Hashable {
        case failed, setAside, paused
    }

    private struct Reason: Hashable {
        var catalog: String
        var ending: Ending
        var text: String
    }

    /// The items with one reason, by hash: each counts once, and not if its result does not count.
    private struct Items {
        var told: Set<Int> = []
        var untold: Set<Int> = []
        /// Those beyond the ones that are remembered.
        var others = 0

        var countUntold: Int { untold.count + others }

        /// Adds an item; returns whether to report it singly.
        mutating func add(_ item: Int) -> Bool {
            if told.count < RepeatedReasons.mostTold { return told.insert(item).inserted }
            if told.contains(item) { return false }
            if untold.count < RepeatedReasons.mostRemembered {
                untold.insert(item)
            } else if !untold.contains(item) {
                others += 1
            }
            return false
        }

        mutating func remove(_ item: Int) {
            told.remove(item)
            untold.remove(item)
        }
    }

    /// The number of items with one reason that are reported singly.
    private static let mostTold = 3
    /// The most items with one reason that are remembered: catalogues may list millions.
    private static let mostRemembered = 100_000
    private let reasons = Locked<[Reason: Items]>([:])

    /// Counts an item.
    ///
    /// - Parameters:
    ///   - ending: how it ended.
    ///   - item: the item.
    ///   - reason: why.
    /// - Returns: whether to report it singly.
    func count(_ ending: Ending, of item: ItemKey, _ reason: String) -> Bool {
        let reason = Reason(catalog: item.catalog, ending: ending, text: reason)
        return reasons.withLock { $0[reason, default: Items()].add(item.hashValue) }
    }

    /// Takes back the count of an item whose result does not count.
    func takeBack(_ item: ItemKey) {
        reasons.withLock { reasons in
            for reason in Array(reasons.keys) where reason.catalog == item.catalog {
                reasons[reason]?.remove(item.hashValue)
            }
        }
    }

    /// The items of a catalogue that were not reported, most frequent first; then starts over.
    func take(_ catalog: String) -> [(count: Int, ending: Ending, reason: String)] {
        let mine = reasons.withLock { reasons in
            let mine = reasons.filter { $0.key.catalog == catalog }.mapValues(\.countUntold)
            reasons = reasons.filter { $0.key.catalog != catalog }
            return mine
        }
        return mine.filter { $0.value > 0 }
            .map { (count: $0.value, ending: $0.key.ending, reason: $0.key.text) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }
}
