/// Estimates the time left for work in pieces; several are done at once, and their sizes may not be known
/// before.
///
/// It counts bytes: each piece counts its known or expected bytes and a constant, because even an empty piece takes
/// time. It has no clock: each call gets the time since some fixed moment, in ascending order.
public struct TimeLeft<Key: Hashable & Sendable>: Sendable {
    /// The bytes that each piece counts in addition to its own.
    private static var constant: Double { 16 * 1024 }
    /// The time over which the speed is measured, and the time between samples.
    private static var memory: Duration { .seconds(20) }
    private static var step: Duration { .milliseconds(500) }
    /// The time before the first estimate, because the first moments say little.
    private static var patience: Duration { .seconds(1) }
    /// How many of the last ended pieces are used to guess the sizes of those that wait.
    private static var lately: Int { 8 }
    /// How many sizes are remembered; further ones count as unknown.
    private static var mostSizes: Int { 1_000_000 }

    private struct Piece {
        var bytes: Double = 0
        var total: Double?
        /// The time of its first note, and its bytes then.
        var first: (time: Duration, bytes: Double)?

        /// The bytes that came since then.
        var come: Double { bytes - (first?.bytes ?? 0) }
    }

    /// What was done by a certain time, and how long all pieces together had been in progress.
    private struct Sample {
        var time: Duration
        var done = 0.0
        var pieceSeconds = 0.0
    }

    /// The number of pieces that have not begun.
    private var waiting = 0
    /// The known sizes of those that wait.
    private var sizes: [Key: Double] = [:]
    private var sumOfSizes = 0.0
    /// The largest of them; `nil` if it has to be looked for.
    private var largest: Double?
    private var pieces: [Key: Piece] = [:]
    /// The number of ended pieces, their bytes, and the bytes that came since they began.
    private var ended = (count: 0, bytes: 0.0, come: 0.0)
    private var lastSizes: [Double] = []
    /// Oldest first; the last one belongs to the last call.
    private var samples: [Sample] = []
    private var now = Sample(time: .zero)

    public init() {}

    // MARK: What happens

    /// Adds a piece to do.
    ///
    /// - Parameters:
    ///   - key: identifies the piece.
    ///   - bytes: its size; `nil` if unknown.
    public mutating func plan(_ key: Key, bytes: Int64?) {
        waiting += 1
        guard let bytes, sizes.count < Self.mostSizes else { return }
        largest = nil
        sumOfSizes += Double(bytes) - (sizes.updateValue(Double(bytes), forKey: key) ?? 0)
    }

    /// Begins a piece.
    public mutating func begin(_ key: Key, at time: Duration) {
        advance(to: time)
        waiting = max(0, waiting - 1)
        pieces[key] = Piece(total: takeSize(of: key))
        if samples.isEmpty { samples.append(now) }
    }

    /// Notes the progress of a piece.
    ///
    /// - Parameters:
    ///   - key: the piece.
    ///   - bytes: its bytes so far, including earlier ones.
    ///   - total: its size; `nil` if unknown.
    ///   - time: the time of the note.
    public mutating func note(_ key: Key, bytes: Int64, of total: Int64?, at time: Duration) {
        guard var piece = pieces[key] else { return }
        // Bytes that were there before took no time now.
        if piece.first == nil { piece.first = (time, Double(bytes)) }
        piece.bytes = Double(bytes)
        piece.total = total.map(Double.init) ?? piece.total
        pieces[key] = piece
    }

    /// Ends a piece, with its final number of bytes; one that never began took no time.
    public mutating func end(_ key: Key, bytes: Int64, at time: Duration) {
        advance(to: time)
        guard let piece = pieces.removeValue(forKey: key) else {
            waiting = max(0, waiting - 1)
            _ = takeSize(of: key)
            return
        }
        ended.count += 1
        ended.bytes += Double(bytes)
        ended.come += max(Double(bytes), piece.bytes) - (piece.first?.bytes ?? 0)
        lastSizes = lastSizes.suffix(Self.lately - 1) + [Double(bytes)]
    }

    /// Takes pieces back that were planned and will not be begun; which ones is not known.
    public mutating func drop(_ count: Int) {
        waiting = max(0, waiting - count)
        guard waiting == 0 else { return }
        (sizes, sumOfSizes, largest) = ([:], 0, nil)
    }

    /// Takes back the end of a piece, which has to be done again.
    public mutating func takeBack() {
        ended.count = max(0, ended.count - 1)
        waiting += 1
    }

    /// Forgets the size of a piece that waits no longer, and returns it.
    private mutating func takeSize(of key: Key) -> Double? {
        guard let size = sizes.removeValue(forKey: key) else { return nil }
        sumOfSizes -= size
        if size == largest { largest = nil }
        return size
    }

    private mutating func advance(to time: Duration) {
        now.pieceSeconds += Double(pieces.count) * max(.zero, time - now.time).seconds
        now.time = max(time, now.time)
    }

    // MARK: What that tells

    /// Estimates how long the rest takes.
    ///
    /// - Parameter time: the current time.
    /// - Returns: the estimate; `nil` while there is none.
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
        // Pieces in progress do not wait for each other.
        guard waiting > 0 else { return Self.duration(slowest) }
        // Towards the end fewer pieces are done at once, for at most the time of the largest one.
        let width = max(1, pieceSeconds / seconds)
        largest = largest ?? sizes.values.max()
        let tail = (largest ?? mean) / speed * (1 - 1 / width) / 2
        return Self.duration(max(rest / (done / seconds) + tail, slowest))
    }

    /// What is worth telling of an estimate: sizes that a catalogue makes up may come to more than a duration holds.
    private static func duration(_ seconds: Double) -> Duration? {
        seconds < 100 * 86_400 ? .seconds(seconds) : nil
    }

    /// The bytes that are left of all pieces.
    private var rest: Double {
        let mean = mean
        let begun = pieces.values.reduce(0.0) { $0 + rest(of: $1, mean) }
        return sumOfSizes + begun + Double(max(0, waiting - sizes.count)) * mean
            + Double(waiting) * Self.constant
    }

    private func rest(of piece: Piece, _ mean: Double) -> Double {
        max(0, (piece.total ?? max(mean, piece.bytes)) - piece.bytes) + Self.constant
    }

    /// The expected size of a piece of unknown size: between the mean of all and that of the latest ones.
    private var mean: Double {
        let begun = pieces.values.compactMap(\.total)
        let sum = begun.reduce(0, +)
        let (all, around) = (ended.count + sizes.count + begun.count, lastSizes.count + begun.count)
        guard around > 0 else { return all > 0 ? sumOfSizes / Double(all) : 0 }
        return
            ((ended.bytes + sumOfSizes + sum) / Double(all) + (lastSizes.reduce(0, +) + sum) / Double(around))
            / 2
    }

    /// The seconds until the slowest piece in progress ends.
    ///
    /// `speed` is used for pieces whose own speed is not known yet.
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
