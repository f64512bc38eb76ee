import CarrelBasics
import CarrelCore
import CarrelModel

/// What is going on, from the events of a run: right also where requests overlap, fail or are cancelled.
package struct Activity: Sendable {
    private var active: [ItemKey: Int64] = [:]
    private var planned = 0
    private var done = 0
    private var bytes: Int64 = 0
    private var timeLeft = TimeLeft<ItemKey>()
    private var began: ContinuousClock.Instant?
    private var samples: [(time: ContinuousClock.Instant, bytes: Int64)] = []

    package init() {}

    /// Takes an event.
    package mutating func receive(_ event: PipelineEvent, at now: ContinuousClock.Instant) {
        switch event {
        case .planned(let entry, let location):
            guard entry.action.transfers else { return }
            start(now)
            planned += 1
            timeLeft.plan(
                ItemKey(catalog: location, collection: entry.collection, item: entry.item.id),
                bytes: entry.bytes)
        case .started(let item):
            let since = start(now)
            timeLeft.begin(item.key, at: since)
            active[item.key] = 0
        case .progress(let item, let came, let total):
            guard let before = active[item.key] else { return }
            timeLeft.note(item.key, bytes: came, of: total, at: start(now))
            active[item.key] = came
            bytes += max(0, came - before)
        case .stored(let item, let document, _): end(item, document.size, now)
        case .unchanged(let item), .failed(let item, _), .quarantined(let item, _), .parked(let item, _):
            end(item, 0, now)
        case .refetching:
            done -= 1
            timeLeft.takeBack()
        case .finished:
            // Others may still be at work.
            if active.isEmpty { self = Activity() }
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
        guard let came = active.removeValue(forKey: item.key) else { return }
        bytes += max(0, size - came)
        done += 1
        timeLeft.end(item.key, bytes: size, at: start(now))
    }

    /// What to tell of it now.
    package mutating func state(at now: ContinuousClock.Instant) -> State {
        guard let began, !active.isEmpty || done < planned else { return State(done: done) }
        samples.append((now, bytes))
        samples.removeAll { now - $0.time > .seconds(3) }
        var state = State(
            active: active.count, done: done, planned: planned > 0 ? max(planned, done + active.count) : 0,
            isBusy: true)
        if let first = samples.first, now - first.time > .milliseconds(500) {
            let seconds = (now - first.time) / .seconds(1)
            state.rate = ByteCount(Int64(Double(bytes - first.bytes) / seconds))
        }
        state.left = timeLeft.left(at: now - began)
        return state
    }
}

extension Activity {
    /// What is going on at a moment.
    package struct State: Sendable, Equatable {
        /// How many documents are on their way or wait.
        package var active = 0
        /// How many ended since the work began.
        package var done = 0
        /// How many there are in all; 0 if that is not known.
        package var planned = 0
        /// Whether anything goes on.
        package var isBusy = false
        /// Bytes a second over the last seconds; `nil` at the beginning.
        package var rate: ByteCount?
        /// The time left; `nil` if it cannot be told.
        package var left: Duration?

        package init(
            active: Int = 0, done: Int = 0, planned: Int = 0, isBusy: Bool = false, rate: ByteCount? = nil,
            left: Duration? = nil
        ) {
            (self.active, self.done, self.planned, self.isBusy) = (active, done, planned, isBusy)
            (self.rate, self.left) = (rate, left)
        }

        /// The line for a person; `nil` if nothing goes on.
        ///
        /// - Parameter working: what to say while it is not known how many documents there are.
        /// - Returns: how many of how many, how fast, and the time left.
        package func line(working: String) -> String? {
            guard isBusy else { return nil }
            let count = planned > 0 ? "\(done) / \(planned)" : working
            return [count, rate.map { "\($0)/s" }, left?.durationText].compactMap(\.self).joined(
                separator: " · ")
        }
    }
}
