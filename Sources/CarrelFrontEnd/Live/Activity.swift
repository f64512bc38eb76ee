import CarrelBasics
import CarrelCore

/// What is going on, from the events of runs.
package struct Activity: Sendable {
    private var tally = TransferTally()
    private var samples: [(time: ContinuousClock.Instant, bytes: Int64)] = []

    package init() {}

    /// Takes an event.
    package mutating func receive(_ event: PipelineEvent, at now: ContinuousClock.Instant) {
        tally.receive(event, at: now)
        switch event {
        // Others may still be at work.
        case .finished where tally.isDone: self = Activity()
        // What ended meanwhile is not known.
        case .gap: self = Activity()
        default: break
        }
    }

    /// What to tell of it now.
    package mutating func state(at now: ContinuousClock.Instant) -> State {
        let (done, planned, active) = (tally.done, tally.planned, tally.active.count)
        guard tally.began != nil, active > 0 || done < planned else { return State(done: done) }
        samples.append((now, tally.bytes))
        samples.removeAll { now - $0.time > .seconds(3) }
        var state = State(
            active: active, done: done, planned: planned > 0 ? max(planned, done + active) : 0, isBusy: true)
        if let first = samples.first, now - first.time > .milliseconds(500) {
            let seconds = (now - first.time) / .seconds(1)
            state.rate = ByteCount(Int64(Double(tally.bytes - first.bytes) / seconds))
        }
        state.left = tally.left(at: now)
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
        /// - Parameters:
        ///   - working: what to say while it is not known how many documents there are.
        ///   - count: how to say how many of how many are done; shortly unless told.
        ///   - size: how to say how many bytes come in a second.
        ///   - timeLeft: how to say the time left; the time alone unless told.
        /// - Returns: how many of how many, how fast, and the time left.
        package func line(
            working: String, count: (Int, Int) -> String = { "\($0) / \($1)" },
            rate size: (ByteCount) -> String = { $0.description },
            left timeLeft: (String) -> String = { $0 }
        ) -> String? {
            guard isBusy else { return nil }
            let parts: [String?] = [
                planned > 0 ? count(done, planned) : working, rate.map { "\(size($0))/s" },
                left.map { timeLeft($0.clockText) },
            ]
            return parts.compactMap(\.self).joined(separator: " · ")
        }
    }
}
