/// How long work takes that is made of pieces, several at once, whose sizes may show only while they are done.
///
/// Works with bytes: a piece counts those that it has or is expected to have, and a constant, for also an empty one
/// takes time. Knows no clock: each call is told the time that has passed since some instant, in order.
public struct TimeLeft<Key: Hashable & Sendable>: Sendable {
    /// What a piece counts beside its bytes.
    private static var constant: Double { 16 * 1024 }
    /// How far back the speed is looked at, and how closely.
    private static var memory: Duration { .seconds(20) }
    private static var step: Duration { .milliseconds(500) }
    /// Nothing is said before that: the first moments tell nothing.
    private static var patience: Duration { .seconds(1) }
    /// The pieces that ended last, which those that wait are likely to be like.
    private static var lately: Int { 8 }

    private struct Piece {
        var bytes: Double = 0
        var total: Double?
        /// When its first bytes came, and how many there were then.
        var first: (time: Duration, bytes: Double)?

        /// Bytes that came since it was begun.
        var come: Double { bytes - (first?.bytes ?? 0) }
    }

    /// What was done by a time, and how long the pieces have been on their way until then, all together.
    private struct Sample {
        var time: Duration
        var done = 0.0
        var pieceSeconds = 0.0
    }

    /// How many pieces have not begun.
    private var waiting = 0
    /// The sizes of those that wait, where they are known.
    private var sizes: [Key: Double] = [:]
    private var sumOfSizes = 0.0
    private var pieces: [Key: Piece] = [:]
    /// How many are done, what they hold, and how much of that came since they were begun.
    private var ended = (count: 0, bytes: 0.0, come: 0.0)
    private var lastSizes: [Double] = []
    /// The oldest first; the last one is of the last call.
    private var samples: [Sample] = []
    private var now = Sample(time: .zero)

    /// Makes an estimate of no work at all.
    public init() {}

    // MARK: What happens

    /// Adds a piece that is to be done.
    ///
    /// - Parameters:
    ///   - key: what tells it from others.
    ///   - bytes: its size; `nil` if that is not known.
    public mutating func plan(_ key: Key, bytes: Int64?) {
        waiting += 1
        guard let bytes else { return }
        sumOfSizes += Double(bytes) - (sizes.updateValue(Double(bytes), forKey: key) ?? 0)
    }

    /// Begins a piece.
    public mutating func begin(_ key: Key, at time: Duration) {
        advance(to: time)
        waiting = max(0, waiting - 1)
        let size = sizes.removeValue(forKey: key)
        sumOfSizes -= size ?? 0
        pieces[key] = Piece(total: size)
        if samples.isEmpty { samples.append(now) }
    }

    /// Notes how far a piece is.
    ///
    /// - Parameters:
    ///   - key: the piece.
    ///   - bytes: those that are there, also from before.
    ///   - total: how many there will be; `nil` if that is not known.
    ///   - time: when that was so.
    public mutating func note(_ key: Key, bytes: Int64, of total: Int64?, at time: Duration) {
        guard var piece = pieces[key] else { return }
        // What was there before did not take this time.
        if piece.first == nil { piece.first = (time, Double(bytes)) }
        piece.bytes = Double(bytes)
        piece.total = total.map(Double.init) ?? piece.total
        pieces[key] = piece
    }

    /// Ends a piece, with what came of it in the end.
    public mutating func end(_ key: Key, bytes: Int64, at time: Duration) {
        advance(to: time)
        guard let piece = pieces.removeValue(forKey: key) else { return }
        ended.count += 1
        ended.bytes += Double(bytes)
        ended.come += max(Double(bytes), piece.bytes) - (piece.first?.bytes ?? 0)
        lastSizes = lastSizes.suffix(Self.lately - 1) + [Double(bytes)]
    }

    /// Takes back that a piece was done: it is to be done once more.
    public mutating func takeBack() {
        ended.count = max(0, ended.count - 1)
        waiting += 1
    }

    private mutating func advance(to time: Duration) {
        now.pieceSeconds += Double(pieces.count) * max(.zero, time - now.time).seconds
        now.time = max(time, now.time)
    }

    // MARK: What that tells

    /// Expects how long the rest takes.
    ///
    /// - Parameter time: now.
    /// - Returns: the time; `nil` while nothing tells.
    public mutating func left(at time: Duration) -> Duration? {
        advance(to: time)
        now.done = pieces.values.reduce(ended.come + Double(ended.count) * Self.constant) { $0 + $1.come }
        guard let begin = samples.first else { return nil }
        if let last = samples.last, time - last.time >= Self.step { samples.append(now) }
        while samples.count > 2, time - samples[1].time >= Self.memory { samples.removeFirst() }
        let (from, done) = (samples[0], now.done - samples[0].done)
        let (seconds, pieceSeconds) = ((time - from.time).seconds, now.pieceSeconds - from.pieceSeconds)
        guard time - begin.time >= Self.patience, seconds > 0, pieceSeconds > 0, done > 0 else { return nil }
        let speed = done / pieceSeconds
        let slowest = slowest(at: time, speed)
        // Pieces that are on their way to their ends do not wait for each other.
        guard waiting > 0 else { return .seconds(slowest) }
        // Towards the end fewer and fewer are on their way, by up to the time of the largest one.
        let width = max(1, pieceSeconds / seconds)
        let tail = (sizes.values.max() ?? mean) / speed * (1 - 1 / width) / 2
        return .seconds(max(rest / (done / seconds) + tail, slowest))
    }

    /// What is left of everything.
    private var rest: Double {
        let mean = mean
        let begun = pieces.values.reduce(0.0) { $0 + rest(of: $1, mean) }
        return sumOfSizes + begun + Double(max(0, waiting - sizes.count)) * mean
            + Double(waiting) * Self.constant
    }

    private func rest(of piece: Piece, _ mean: Double) -> Double {
        max(0, (piece.total ?? max(mean, piece.bytes)) - piece.bytes) + Self.constant
    }

    /// The size of a piece that says nothing of its own: between the mean of all and that of those around it.
    private var mean: Double {
        let begun = pieces.values.compactMap(\.total)
        let sum = begun.reduce(0, +)
        let (all, around) = (ended.count + sizes.count + begun.count, lastSizes.count + begun.count)
        guard around > 0 else { return all > 0 ? sumOfSizes / Double(all) : 0 }
        return
            ((ended.bytes + sumOfSizes + sum) / Double(all) + (lastSizes.reduce(0, +) + sum) / Double(around))
            / 2
    }

    /// How many seconds the piece takes that takes longest of those on their way.
    ///
    /// `speed` is that of pieces which do not tell their own yet.
    private func slowest(at time: Duration, _ speed: Double) -> Double {
        let mean = mean
        return pieces.values.reduce(0) { longest, piece in
            var speed = speed
            if let first = piece.first, time - first.time >= Self.patience, piece.come > 0 {
                speed = piece.come / (time - first.time).seconds
            }
            return max(longest, rest(of: piece, mean) / speed)
        }
    }
}
