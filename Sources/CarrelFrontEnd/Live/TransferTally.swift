import CarrelBasics
import CarrelCore
import CarrelModel

/// How many of the planned documents have ended, and how much came, from the events of runs.
///
/// An item may end without having begun, because somebody else fetches its document or its host asked to wait. What was
/// cancelled before it began, or is left to other machines, has no end, but the run that planned it says in the end how many
/// that are. What several runs want counts once, although it has an end for each of them.
package struct TransferTally: Sendable {
    /// The bytes of each document that is on its way.
    package private(set) var active: [ItemKey: Int64] = [:]
    /// How many documents were to be fetched; 0 if that is not known.
    package private(set) var planned = 0
    /// How many ended.
    package private(set) var done = 0
    /// How many bytes came, without what earlier runs left of documents that are continued.
    package private(set) var bytes: Int64 = 0
    /// When the work began; `nil` before it.
    package private(set) var began: ContinuousClock.Instant?
    private var timeLeft = TimeLeft<ItemKey>()
    /// What is left to do, by catalogue.
    private var shares: [String: Share] = [:]
    /// The documents that have not ended, if they are few: there may be millions.
    private var open: Set<ItemKey> = []
    private static let mostOpen = 100_000
    /// How many further runs planned a document, and have not told its end.
    private var again: [ItemKey: Int] = [:]

    /// How many documents of one catalogue were planned and have not begun, and how many are on their way.
    private struct Share {
        var waiting = 0
        var active = 0
        /// How many of those that wait another run planned before.
        var again = 0

        var isEmpty: Bool { waiting == 0 && active == 0 }
    }

    /// Whether nothing is left that any run still does.
    package var isDone: Bool { shares.isEmpty }

    package init() {}

    /// Takes an event.
    package mutating func receive(_ event: PipelineEvent, at now: ContinuousClock.Instant) {
        switch event {
        case .planned(let entry, let location):
            guard entry.action.hasEnding else { return }
            start(now)
            let key = ItemKey(catalog: location, collection: entry.collection, item: entry.item.id)
            shares[location, default: Share()].waiting += 1
            if isPlannedAgain(key) {
                shares[location]?.again += 1
            } else {
                planned += 1
                timeLeft.plan(key, bytes: entry.bytes)
            }
        case .started(let item):
            let since = start(now)
            timeLeft.begin(item.key, at: since)
            guard active.updateValue(0, forKey: item.key) == nil else { return }
            var share = shares[item.key.catalog] ?? Share()
            (share.waiting, share.active) = (max(0, share.waiting - 1), share.active + 1)
            shares[item.key.catalog] = share
        case .progress(let item, let came, let total):
            guard let before = active[item.key] else { return }
            timeLeft.note(item.key, bytes: came, of: total, at: start(now))
            active[item.key] = came
            bytes += Self.come(of: item, came, after: before)
        case .stored(let item, let document, _): end(item, document.size, now)
        case .unchanged(let item), .failed(let item, _), .quarantined(let item, _), .parked(let item, _):
            end(item, 0, now)
        case .refetching(let item, _):
            done = max(0, done - 1)
            shares[item.key.catalog, default: Share()].waiting += 1
            timeLeft.takeBack()
        case .finished(let summary, let location):
            drop(summary.unreached + summary.posted, of: location)
            // What had no end is planned anew by the next run.
            if isDone { (open, again) = ([], [:]) }
        case .catalogRead, .catalogUnchanged, .problem, .unread, .moved, .gap: break
        }
    }

    @discardableResult
    private mutating func start(_ now: ContinuousClock.Instant) -> Duration {
        let began = began ?? now
        self.began = began
        return now - began
    }

    /// Notes a document that a run will fetch, and tells whether another run will, too.
    private mutating func isPlannedAgain(_ key: ItemKey) -> Bool {
        guard open.count < Self.mostOpen, !open.insert(key).inserted else { return false }
        again[key, default: 0] += 1
        return true
    }

    /// Notes the end of a document that is not on its way, and tells whether it had ended for another run.
    private mutating func hadEnded(_ key: ItemKey) -> Bool {
        guard open.remove(key) == nil, let count = again[key] else { return false }
        again[key] = count > 1 ? count - 1 : nil
        return true
    }

    private mutating func end(_ item: ItemEvent, _ size: Int64, _ now: ContinuousClock.Instant) {
        let came = active.removeValue(forKey: item.key)
        var share = shares[item.key.catalog] ?? Share()
        var isRepeated = false
        if came != nil {
            share.active -= 1
            open.remove(item.key)
        } else if share.waiting > 0 {
            share.waiting -= 1
            isRepeated = hadEnded(item.key)
            if isRepeated { share.again -= 1 }
        } else {
            return
        }
        shares[item.key.catalog] = share.isEmpty ? nil : share
        guard !isRepeated else { return }
        bytes += came.map { Self.come(of: item, size, after: $0) } ?? 0
        done += 1
        timeLeft.end(item.key, bytes: size, at: start(now))
    }

    /// How many bytes of a document came since it was at a number of them.
    ///
    /// What is told first of one that is continued was there before, but for its last piece.
    private static func come(of item: ItemEvent, _ bytes: Int64, after before: Int64) -> Int64 {
        item.isContinued && before == 0 ? 0 : max(0, bytes - before)
    }

    /// Takes back what a run had planned and did not do.
    private mutating func drop(_ count: Int, of location: String) {
        guard var share = shares[location] else { return }
        // What was planned before a gap was not heard of.
        let dropped = min(count, share.waiting)
        let repeated = min(dropped, share.again)
        share.waiting -= dropped
        share.again -= repeated
        planned = max(done, planned - (dropped - repeated))
        timeLeft.drop(dropped - repeated)
        shares[location] = share.isEmpty ? nil : share
    }

    /// How long the rest takes; `nil` if it cannot be told.
    package mutating func left(at now: ContinuousClock.Instant) -> Duration? {
        began.flatMap { timeLeft.left(at: now - $0) }
    }
}
