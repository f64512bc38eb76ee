/// The bytes of a `LineSpool` that wait, and who is to do something about them.
///
/// It only counts and decides: what it says is done by others, outside the lock that it is behind.
///
/// Bytes are in one of three places, the oldest first: `kept` in the file, `moving` into the file, `recent` in memory.
///
/// The **writer** asks for its next step, does it, asks again. It has a step (`hasStep`) unless nothing waits, or the oldest
/// bytes are just moving. Without one it `isAsleep`, and every change below ends with `wakesWriter()`: whoever makes the
/// change that gives it a step finds it asleep, marks it awake, and rings for it. The writer is marked before it waits, and
/// a ring that comes before the wait is kept, so none is lost. After a little it `isResting` for a moment, so that lines
/// gather instead of waking it one by one: only the end, or much, rings then. The ring may come when the rest is over
/// already; then it ends the next wait too early, which does no harm: the writer asks again.
///
/// The **keeper** `isKeeping` from the append that makes `recent` too large until it finds it small enough again.
struct SpoolQueue: Sendable {
    /// What the writer does next.
    enum Step: Sendable {
        case write([UInt8])
        case read(UnnamedFile, Range<Int64>)
        /// To wait for a ring.
        case sleep
        /// To wait for a ring, but for a moment only.
        case rest
        case end
    }

    /// What the keeper does next: bytes, and where in the file they go; a file is made if there is none.
    struct Move: Sendable {
        var bytes: [UInt8]
        var file: UnnamedFile?
        var offset: Int64
    }

    /// Whom a change gives something to do.
    struct Work: Sendable {
        var wakesWriter: Bool
        var startsKeeper = false
    }

    /// What is read of the file at once, in bytes.
    static let piece: Int64 = 256 << 10
    /// What gathers at the most while the writer rests, in bytes.
    static let gathered = 64 << 10

    /// The size from which `recent` goes into the file, and the most that waits in memory, in bytes.
    private let threshold, limit: Int
    private var recent: [UInt8] = []
    private var moving: [UInt8] = []
    private var file: UnnamedFile?
    private var kept: Range<Int64> = 0..<0
    /// How much of `kept` the writer has in hand; it stays there until the writer comes again.
    private var reading: Int64 = 0
    private var isAsleep = false
    private var isResting = false
    /// Whether the last step wrote so little that more may gather before the next.
    private var mayRest = false
    private var isKeeping = false
    private var isClosed = false
    /// Why nothing more goes into the file.
    private(set) var fileFailure: Int32?
    /// Whether there was more than may wait: the rest is dropped, and what waits is still written.
    private(set) var isOverfull = false
    /// Why the descriptor takes nothing more: everything is dropped.
    private(set) var failure: Int32?

    init(threshold: Int, limit: Int) { (self.threshold, self.limit) = (threshold, limit) }

    private var hasStep: Bool {
        !kept.isEmpty || moving.isEmpty && (!recent.isEmpty || isClosed) || failure != nil
    }

    private mutating func wakesWriter() -> Bool {
        guard isAsleep && hasStep || isResting && (isClosed || recent.count > Self.gathered) else {
            return false
        }
        (isAsleep, isResting) = (false, false)
        return true
    }

    // MARK: Whoever writes

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Work {
        guard failure == nil, !isOverfull, !isClosed else { return Work(wakesWriter: false) }
        guard recent.count + moving.count + bytes.count <= limit else {
            isOverfull = true
            return Work(wakesWriter: false)
        }
        recent.append(contentsOf: bytes)
        let startsKeeper = !isKeeping && isToBeKept
        if startsKeeper { isKeeping = true }
        return Work(wakesWriter: wakesWriter(), startsKeeper: startsKeeper)
    }

    /// Says that nothing more comes.
    mutating func close() -> Work {
        isClosed = true
        return Work(wakesWriter: wakesWriter())
    }

    // MARK: The writer

    mutating func next() -> Step {
        (isAsleep, isResting) = (false, false)
        kept = kept.lowerBound + reading..<kept.upperBound
        reading = 0
        if failure != nil { return .end }
        if let file, !kept.isEmpty {
            reading = min(Self.piece, kept.upperBound - kept.lowerBound)
            return .read(file, kept.lowerBound..<kept.lowerBound + reading)
        }
        if mayRest, !isClosed, recent.count <= Self.gathered {
            (mayRest, isResting) = (false, true)
            return .rest
        }
        guard hasStep else {
            isAsleep = true
            return .sleep
        }
        guard !recent.isEmpty else { return .end }
        defer { recent = [] }
        mayRest = recent.count <= Self.gathered
        return .write(recent)
    }

    /// Says that the descriptor takes nothing more, or that the file gives nothing back.
    mutating func fail(_ code: Int32) {
        failure = code
        (recent, kept, reading) = ([], 0..<0, 0)
    }

    // MARK: The keeper

    private var isToBeKept: Bool { recent.count > threshold && fileFailure == nil && failure == nil }

    /// What goes into the file next; `nil` if the keeper is done.
    mutating func nextMove() -> Move? {
        guard isToBeKept else {
            isKeeping = false
            return nil
        }
        // All that was kept is read: the file's space is used anew.
        if kept.isEmpty { kept = 0..<0 }
        (moving, recent) = (recent, [])
        return Move(bytes: moving, file: file, offset: kept.upperBound)
    }

    /// Says how a move ended: with the file that the bytes are in, or the reason why they are not.
    mutating func moved(_ result: Result<UnnamedFile, UnnamedFile.Failure>) -> Work {
        switch result {
        case _ where failure != nil: break
        case .success(let file):
            self.file = file
            kept = kept.lowerBound..<kept.upperBound + Int64(moving.count)
        case .failure(let reason):
            fileFailure = reason.code
            recent = moving + recent
        }
        moving = []
        return Work(wakesWriter: wakesWriter())
    }
}
