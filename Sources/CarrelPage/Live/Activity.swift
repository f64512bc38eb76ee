import CarrelBasics
import CarrelCore
import CarrelModel

/// What is going on, from the events of a run: right also where requests overlap, fail or are cancelled.
struct Activity: Sendable {
    private var active: [ItemKey: Int64] = [:]
    private var planned = 0
    private var done = 0
    private var bytes: Int64 = 0
    private var timeLeft = TimeLeft<ItemKey>()
    private var began: ContinuousClock.Instant?
    private var samples: [(time: ContinuousClock.Instant, bytes: Int64)] = []

    /// Takes an event.
    mutating func receive(_ event: PipelineEvent, at now: ContinuousClock.Instant) {
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
    mutating func frame(at now: ContinuousClock.Instant, _ language: Language) -> ActivityFrame {
        guard let began, !active.isEmpty || done < planned else {
            return ActivityFrame(active: 0, done: done, text: nil)
        }
        samples.append((now, bytes))
        samples.removeAll { now - $0.time > .seconds(3) }
        var parts = [
            planned > 0 ? "\(done) / \(max(planned, done + active.count))" : Phrase.working.text(language)
        ]
        if let first = samples.first, now - first.time > .milliseconds(500) {
            let seconds = (now - first.time) / .seconds(1)
            parts.append("\(ByteCount(Int64(Double(bytes - first.bytes) / seconds)))/s")
        }
        if let left = timeLeft.left(at: now - began) { parts.append(left.durationText) }
        return ActivityFrame(active: active.count, done: done, text: parts.joined(separator: " · "))
    }
}
