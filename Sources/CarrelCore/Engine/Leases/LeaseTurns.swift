import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Lets the requests of a lease through: while it lasts, and where hosts want a pace, in turn with all machines.
final class LeaseTurns: Sendable {
    private let queue: any SharedQueue
    private let host: String
    private let interval: Duration
    private let clock = ContinuousClock()
    private let end: Locked<ContinuousClock.Instant>
    /// When the next turn is to be expected, as far as this lease knows.
    private let next = Locked(ContinuousClock.now)

    /// Makes the turns of a lease.
    ///
    /// - Parameters:
    ///   - queue: the shared queue.
    ///   - host: the host of its jobs, with its port.
    ///   - interval: the shortest time between two requests to one host.
    ///   - asked: when the lease was asked for, by this machine's clock.
    ///   - time: how long it lasts.
    init(
        _ queue: any SharedQueue, host: String, interval: Duration, asked: ContinuousClock.Instant,
        lasts time: Duration
    ) {
        (self.queue, self.host, self.interval) = (queue, host, interval)
        end = Locked(Self.deadline(asked: asked, lasts: time))
    }

    /// When a lease is over for its worker: a tenth of its time before others get its host, so that requests that are
    /// stopped then have ended by then, also on a busy machine.
    private static func deadline(
        asked: ContinuousClock.Instant, lasts time: Duration
    ) -> ContinuousClock.Instant {
        asked + time * 9 / 10
    }

    /// Notes that the lease was extended.
    func extend(asked: ContinuousClock.Instant, lasts time: Duration) {
        end.withLock { $0 = max($0, Self.deadline(asked: asked, lasts: time)) }
    }

    /// Has the lease be over.
    func stop() { end.withLock { $0 = clock.now } }

    /// Whether the lease lasts, also for a process that was stopped for a while.
    var lasts: Bool { clock.now < end.value }

    /// When the lease is over.
    var deadline: ContinuousClock.Instant { end.value }

    /// Whether requests wait for a turn.
    var isPaced: Bool { interval > .zero }

    /// Waits until a turn is to be expected, so that whoever takes it then holds nothing for long that others wait for.
    ///
    /// Ends early when the task is cancelled.
    func approach() async {
        guard isPaced else { return }
        let now = clock.now
        let turn = next.withLock { next in
            let turn = max(next, now)
            next = turn + interval
            return turn
        }
        try? await clock.sleep(until: turn)
    }

    /// Takes the next turn at a host, and says how long to wait for it.
    ///
    /// - Parameters:
    ///   - host: host and port.
    ///   - url: where it goes, for the error.
    /// - Returns: the time.
    /// - Throws: `FetchError` with `.cancelled` if the lease is over, or the queue does not answer.
    func takeTurn(at host: String, _ url: String) async throws(FetchError) -> Duration {
        guard lasts else { throw Self.over(url) }
        guard isPaced else { return .zero }
        do {
            let wait = try await queue.turn(of: host, every: interval)
            // What else this lease asks of it, such as where it redirects to, takes turns, too.
            if host == self.host { next.withLock { $0 = max($0, clock.now + wait + interval) } }
            return wait
        } catch {
            throw FetchError(.cancelled, url: url, reason: "\(error)")
        }
    }

    /// The error of a request that comes too late.
    static func over(_ url: String) -> FetchError {
        FetchError(.cancelled, url: url, reason: "the lease is over, and another machine may ask the host")
    }
}
