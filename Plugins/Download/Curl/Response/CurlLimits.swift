import CarrelBasics
import CarrelHTTP

/// The limits of an exchange: which passes first, and what it means when it has passed.
struct CurlLimits {
    /// How far an exchange is; `counting` where the content is read to learn how much of it there is.
    enum Phase { case connecting, waiting, receiving, counting, draining }

    /// A limit and the instant at which it passes.
    struct Deadline {
        /// `batch` for the patience of a batch, `pause` for the end of a pause: neither ends the exchange.
        enum Limit { case connect, stall, total, drain, pause, batch }

        var instant: ContinuousClock.Instant
        var limit: Limit
    }

    /// How many unwanted bytes are read, and how long, to keep a connection.
    private static let drainLimit = 64 << 10
    private static let drainTime = Duration.milliseconds(250)

    /// How much content is only counted, and how long.
    ///
    /// HTTP/2 has to send no less. The whole of something long would take as long as the document itself.
    static let countLimit = 1 << 20
    private static let countTime = Duration.seconds(2)

    private let limits: FetchLimits
    private let started: ContinuousClock.Instant
    /// The start of the first try, where this one repeats it.
    let begun: ContinuousClock.Instant
    private(set) var lastActivity: ContinuousClock.Instant
    private var pausedUntil: ContinuousClock.Instant?
    private var drained = 0
    /// When a batch hands the exchange over.
    private var handsOver: ContinuousClock.Instant?

    /// Begins an exchange.
    ///
    /// - Parameters:
    ///   - limits: what limits it.
    ///   - begun: the start of the first try, where this one repeats it.
    ///   - isInBatch: whether it is handed over where it takes longer than a batch waits.
    init(_ limits: FetchLimits, begun: ContinuousClock.Instant?, isInBatch: Bool) {
        self.limits = limits
        started = .now
        self.begun = begun ?? started
        lastActivity = started
        handsOver = isInBatch ? started + BatchLimits.patience : nil
    }

    /// The limit that passes first.
    func deadline(in phase: Phase) -> Deadline {
        var deadline =
            switch phase {
            case .connecting: Deadline(instant: started + limits.connectTimeout, limit: .connect)
            case .waiting, .receiving:
                pausedUntil.map { Deadline(instant: $0, limit: .pause) }
                    ?? Deadline(instant: lastActivity + limits.stallTimeout, limit: .stall)
            case .counting:
                Deadline(instant: lastActivity + min(Self.countTime, limits.stallTimeout), limit: .stall)
            case .draining: Deadline(instant: lastActivity + Self.drainTime, limit: .drain)
            }
        if phase != .draining, let total = limits.totalTimeout, begun + total < deadline.instant {
            deadline = Deadline(instant: begun + total, limit: .total)
        }
        if let handsOver, handsOver < deadline.instant {
            deadline = Deadline(instant: handsOver, limit: .batch)
        }
        return deadline
    }

    /// Notes that a batch has handed the exchange over.
    mutating func noteHandOver() { handsOver = nil }

    /// What a limit that has passed means; `nil` if the exchange has done what it was to do.
    func failure(after limit: Deadline.Limit) -> ConnectionMessage? {
        switch limit {
        case .drain, .pause, .batch: nil
        case .connect:
            ConnectionMessage(
                .connectTimeout, "no connection within \(limits.connectTimeout.durationText)",
                CurlFailure.connectRemedy)
        case .stall:
            ConnectionMessage(
                .stalled, "no byte arrived for \(limits.stallTimeout.durationText)",
                "Try again later, or raise download.stall-timeout")
        case .total:
            ConnectionMessage(
                .totalTimeout, "not done within \((limits.totalTimeout ?? .zero).durationText)",
                "Raise download.total-timeout")
        }
    }

    /// Notes that something has come.
    mutating func noteActivity() { lastActivity = .now }

    // MARK: Pauses

    /// Whether the sink wants nothing now.
    var isPaused: Bool { pausedUntil != nil }

    /// Begins a pause, as of the last activity.
    mutating func pause(for duration: Duration) { pausedUntil = lastActivity + duration }

    /// Ends a pause.
    mutating func resume() {
        pausedUntil = nil
        noteActivity()
    }

    // MARK: Unwanted content

    /// Whether content of a length is read although nobody wants it; `nil` if the length is not known.
    func drains(length: Int64?) -> Bool { length.map { $0 <= Self.drainLimit } ?? true }

    /// Takes a piece of unwanted content.
    ///
    /// - Returns: whether more of it is read.
    mutating func drain(_ count: Int) -> Bool {
        drained += count
        return drained <= Self.drainLimit
    }
}
