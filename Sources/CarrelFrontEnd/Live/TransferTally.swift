import CarrelBasics
import CarrelCore
import CarrelModel

/// How many of the planned documents have ended, and how much came, from the events of runs.
///
/// An item may end without having begun, because somebody else fetches its document or its host asked to wait. What was
/// cancelled before it began, or is left to other machines, has no end, but the run that planned it says in the end how many
/// that are.
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

    /// The documents of one catalogue that were planned and have not begun, and those on their way.
    ///
    /// Which ones wait is not kept: there may be millions.
    private struct Share {
        var waiting = 0
        var active = 0

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
            planned += 1
            shares[location, default: Share()].waiting += 1
            let key = ItemKey(catalog: location, collection: entry.collection, item: entry.item.id)
            timeLeft.plan(key, bytes: entry.bytes)
        case .started(let item):
            let since = start(now)
            timeLeft.begin(item.key, at: since)
            guard active.updateValue(0, forKey: item.key) == nil else { return }
            let share = shares[item.key.catalog] ?? Share()
            shares[item.key.catalog] = Share(waiting: max(0, share.waiting - 1), active: share.active + 1)
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
        case .finished(let summary, let location): drop(summary.unreached + summary.posted, of: location)
        case .catalogRead, .catalogUnchanged, .problem, .unread, .moved, .gap: break
        }
    }

    @discardableResult
    private mutating func start(_ now: ContinuousClock.Instant) -> Duration {
        let began = began ?? now
        self.began = began
        return now - began
    }

    private mutating func end(_ item: ItemEvent, _ size: Int64, _ now: ContinuousClock.Instant) {
        let came = active.removeValue(forKey: item.key)
        var share = shares[item.key.catalog] ?? Share()
        if came != nil {
            share.active -= 1
        } else if share.waiting > 0 {
            share.waiting -= 1
        } else {
            return
        }
        shares[item.key.catalog] = share.isEmpty ? nil : share
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
        share.waiting -= dropped
        planned = max(done, planned - dropped)
        timeLeft.drop(dropped)
        shares[location] = share.isEmpty ? nil : share
    }

    /// How long the rest takes; `nil` if it cannot be told.
    package mutating func left(at now: ContinuousClock.Instant) -> Duration? {
        began.flatMap { timeLeft.left(at: now - $0) }
    }
}
