/// The state of a `LineSpool`: the bytes that wait, and what its threads have to do.
///
/// It only counts and decides; others do the work, outside the lock around it.
///
/// Bytes are in one of three places, oldest first: `kept` in the file, `moving` into the file, `recent` in memory.
///
/// The **writer** asks for its next step, does it, and asks again. It has a step (`hasStep`) unless nothing waits or
/// the oldest bytes are just moving. Without a step it `isAsleep`. Every change below ends with `wakesWriter()`:
/// whoever makes a change that gives the writer a step finds it asleep, marks it awake and signals it. The writer is
/// marked before it waits, and a signal that comes before the wait is kept, so none is lost. After a small write it
/// `isResting` for a moment, so that lines gather instead of waking it one by one; then only the end, or many bytes,
/// wake it. Such a signal may come after the rest; then it ends the next wait too early, which does no harm, because
/// the writer asks again.
///
/// The **keeper** moves bytes into the file: it `isKeeping` from the append that makes `recent` too large until it
/// finds it small enough again.
struct SpoolQueue: Sendable {
    /// What the writer does next.
    enum Step: Sendable {
        case write([UInt8])
        case read(UnnamedFile, Range<Int64>)
        /// Wait for a signal.
        case sleep
        /// Wait for a signal, but only a moment.
        case rest
        case end
    }

    /// What the keeper does next: bytes, and where in the file they go; a file is made if there is none.
    struct Move: Sendable {
        var bytes: [UInt8]
        var file: UnnamedFile?
        var offset: Int64
    }

    /// Which threads a change gives something to do.
    struct Work: Sendable {
        var wakesWriter: Bool
        var startsKeeper = false
    }

    /// The bytes to read from the file at once.
    static let piece: Int64 = 256 << 10
    /// The most bytes that gather while the writer rests.
    static let gathered = 64 << 10

    /// The size in bytes from which `recent` goes into the file, and the most bytes that wait in memory.
    private let threshold, limit: Int
    private var recent: [UInt8] = []
    private var moving: [UInt8] = []
    private var file: UnnamedFile?
    private var kept: Range<Int64> = 0..<0
    /// The bytes of `kept` that the writer is writing; they stay there until its next step.
    private var reading: Int64 = 0
    private var isAsleep = false
    private var isResting = false
    /// Whether the last step wrote so little that more may gather before the next.
    private var mayRest = false
    private var isKeeping = false
    private var isClosed = false
    /// The error number with which the file failed.
    private(set) var fileFailure: Int32?
    /// Whether there were too many bytes: the rest is dropped, but those that wait are still written.
    private(set) var isOverfull = false
    /// The error number with which the descriptor failed; everything is dropped then.
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

    /// Says that no further bytes come.
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

    /// Says that writing to the descriptor or reading from the file failed.
    mutating func fail(_ code: Int32) {
        failure = code
        (recent, kept, reading) = ([], 0..<0, 0)
    }

    // MARK: The keeper

    private var isToBeKept: Bool { recent.count > threshold && fileFailure == nil && failure == nil }

    /// The bytes to move into the file next; `nil` if the keeper is done.
    mutating func nextMove() -> Move? {
        guard isToBeKept else {
            isKeeping = false
            return nil
        }
        // Everything in the file was read, so its space can be used again.
        if kept.isEmpty { kept = 0..<0 }
        (moving, recent) = (recent, [])
        return Move(bytes: moving, file: file, offset: kept.upperBound)
    }

    /// Says how a move ended: with the file, or the error.
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
