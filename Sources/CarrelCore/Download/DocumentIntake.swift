import CarrelBasics
import CarrelModel
import CarrelStages
import Dispatch

/// Takes the bytes of one document from a fetcher's thread, and writes them on another.
///
/// A small document stays in memory until it is whole, so that a group of them is staged together. A larger one is
/// written piece by piece on a queue of its own, where the store hashes it, while the fetcher goes on.
///
/// Order: at most one `resume`; then `restart` and `append` from the fetcher's thread; and once the fetch has returned,
/// one of `finish`, `finishOnDisk`, `park` and `discard`.
final class DocumentIntake: Sendable {
    /// The most bytes of a document that stays in memory.
    static let smallLimit = 256 << 10

    struct State {
        var note: PartialNote?
        /// Bytes that the writer has not been given yet.
        var buffer: [UInt8] = []
        /// The bytes of the document so far.
        var count: Int64 = 0
        /// The number of bytes that the writer was given and has not written yet.
        var waiting = 0
        var backPressure = BackPressure()
        var isSpilled = false
        var queue: DispatchQueue?
        var writer: IntakeWriter?
        var failure: StoreError?
        var pieces: PieceCheck?
        /// The space that it has claimed.
        var claim: (room: DiskRoom, number: DiskRoom.Claim)?
    }

    private let store: any Store
    private let key: ItemKey
    private let leavesPart: Bool
    let state = Locked(State())
    /// The queue on which the writer is used; made when it is needed, because few documents need it.
    var queue: DispatchQueue {
        state.withLock { state in
            if let queue = state.queue { return queue }
            let queue = DispatchQueue(label: "carrel.intake")
            state.queue = queue
            return queue
        }
    }

    /// - Parameters:
    ///   - store: takes the document.
    ///   - key: its item.
    ///   - pieces: the digests of its pieces, if they are known; a store without `partials` cannot check them.
    ///   - leavesPart: whether there may be a partial document that is worth more than the beginning of another one: it stays
    ///     until more than `smallLimit` bytes have come.
    init(store: any Store, key: ItemKey, pieces: PieceDigests? = nil, leavesPart: Bool = false) {
        (self.store, self.key, self.leavesPart) = (store, key, leavesPart)
        guard let pieces, store.partials != nil else { return }
        state.withLock { $0.pieces = PieceCheck(pieces) }
    }

    /// Whether the digests of pieces prove the bytes.
    var hasPieces: Bool { state.withLock { $0.pieces != nil } }

    /// The piece that is not what was promised; `nil` as long as there is none.
    var wrongPiece: PieceCheck.WrongPiece? { state.withLock { $0.pieces?.wrong } }

    /// The number of bytes so far, including those of an earlier try.
    var count: Int64 { state.withLock { $0.count } }

    /// The note on the version that the bytes belong to.
    var note: PartialNote? { state.withLock { $0.note } }

    /// Opens the partial document of an earlier try.
    ///
    /// With digests of pieces, only the pieces that are right stay.
    ///
    /// - Returns: its first and last bytes, up to these lengths; `nil` if there is no partial document.
    func resume(head: Int, tail: Int) async throws(StoreError) -> (head: [UInt8], tail: [UInt8])? {
        guard let partials = store.partials else { return nil }
        return try await onQueue { [self] () throws(StoreError) in
            let writer = try partials.writer(for: key, resuming: true)
            guard var note = writer.note else { return nil }
            if var pieces = state.value.pieces {
                try pieces.check(writer, isWhole: false)
                note = note.provenByPieces
                try writer.truncate(to: pieces.continuing, note)
                let check = pieces.from(pieces.continuing)
                state.withLock { $0.pieces = check }
            }
            let count = writer.bytesWritten
            guard count > 0 else {
                writer.discard()
                return nil
            }
            let beginning = try writer.read(0..<min(Int64(head), count))
            let end = try writer.read(max(0, count - Int64(tail))..<count)
            state.withLock { state in
                (state.writer, state.note, state.count, state.isSpilled) = (
                    .partial(writer), note, count, true
                )
            }
            return (beginning, end)
        }.get()
    }

    // MARK: From the fetcher's thread

    /// Claims space for what is to come, until the intake is at its end.
    func claim(_ bytes: Int64, in room: DiskRoom, leaving reserve: Int64) throws(TooLittleRoom) {
        guard let number = try room.claim(bytes, leaving: reserve) else { return }
        state.withLock { $0.claim = (room, number) }
    }

    /// Gives back what it has claimed and not taken.
    func endClaim() {
        if let claim = state.withLock({ $0.claim }) { claim.room.end(claim.number) }
    }

    /// Drops the bytes so far and starts over.
    func restart(_ note: PartialNote) {
        let note = hasPieces ? note.provenByPieces : note
        let hadWriter = state.withLock { state in
            state.note = note
            if !state.isSpilled { state.pieces = state.pieces?.from(0) }
            state.count = 0
            state.buffer = []
            if !state.isSpilled, let length = note.completeLength, length <= Self.smallLimit {
                state.buffer.reserveCapacity(Int(length))
            }
            return state.isSpilled
        }
        guard hadWriter else { return }
        queue.async { [self] in
            // Behind the checks of what was written before.
            state.withLock { $0.pieces = $0.pieces?.from(0) }
            use { (writer: IntakeWriter) throws(StoreError) in
                switch writer {
                case .partial(let writer): try writer.restart(note)
                case .whole(let writer):
                    writer.discard()
                    state.withLock { $0.writer = nil }
                }
            }
        }
    }

    /// Adds bytes.
    ///
    /// - Returns: how long the fetcher should pause; `nil` for not at all.
    /// - Throws: `StoreError` if earlier bytes could not be written.
    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) -> Duration? {
        let (chunk, failure, pause) = state.withLock { state -> ([UInt8]?, StoreError?, Duration?) in
            state.buffer.append(contentsOf: bytes)
            state.count += Int64(bytes.count)
            let chunk = state.buffer.count > Self.smallLimit ? Self.takeBuffer(&state) : nil
            return (chunk, state.failure, state.backPressure.pause(waiting: state.waiting))
        }
        if let failure { throw failure }
        if let chunk { write(chunk) }
        return pause
    }

    private static func takeBuffer(_ state: inout State) -> [UInt8] {
        let chunk = state.buffer
        state.waiting += chunk.count
        state.isSpilled = true
        state.buffer = []
        state.buffer.reserveCapacity(smallLimit + (64 << 10))
        return chunk
    }

    private func write(_ chunk: [UInt8]) {
        queue.async { [self] in
            use { (writer: IntakeWriter) throws(StoreError) in
                try writer.base.write(chunk)
                // What has come and is not written is still counted as free.
                if let claim = state.withLock({ $0.claim }) { claim.room.note(chunk.count, of: claim.number) }
                try checkPieces(writer, isWhole: false)
            }
            state.withLock { $0.waiting -= chunk.count }
        }
    }

    // MARK: When the fetch has returned

    /// Ends the document: the content of a small one, or the staged document of a larger one.
    func finish() async throws(StoreError) -> Receipt.Body {
        let content: [UInt8]? = state.withLock { state in
            guard !state.isSpilled else { return nil }
            defer { state.buffer = [] }
            return state.buffer
        }
        if let content { return .content(content) }
        spill()
        return try await onQueue { [self] () throws(StoreError) in
            if let failure = state.value.failure { throw failure }
            return .staged(try writer().base.finish())
        }.get()
    }

    /// Ends the document, and stages it even if it is small: for documents that have to be checked first.
    func finishOnDisk() async throws(StoreError) -> StagedDocument {
        switch try await finish() {
        case .staged(let document): return document
        case .content(let bytes):
            let staged = await store.stage([DocumentContent(key: key, bytes: bytes)])
            guard let first = staged.first else {
                throw StoreError(.system, subject: key.item, reason: "the store did not take the document")
            }
            return try first.get()
        }
    }

    /// Checks the pieces that were not checked yet, the last one included.
    ///
    /// - Returns: the first one that is wrong; `nil` if all are right, or nobody knows.
    func findWrongPiece() async throws(StoreError) -> PieceCheck.WrongPiece? {
        guard hasPieces else { return nil }
        spill()
        await onQueue { [self] in
            use { (writer: IntakeWriter) throws(StoreError) in try checkPieces(writer, isWhole: true) }
        }
        if let failure = state.value.failure { throw failure }
        return wrongPiece
    }

    /// Keeps the bytes for a later try if the store and the note allow it; otherwise discards them.
    func park() async {
        let isWorthIt = state.withLock { state in
            state.count > 0 && state.note?.allowsResuming == true && (state.isSpilled || !leavesPart)
        }
        guard isWorthIt, store.partials != nil else { return await discard() }
        spill()
        await onQueue { [self] in
            // After a failure, the writer still keeps what was written before.
            if case .partial(let writer) = state.value.writer { writer.park() }
        }
    }

    /// Drops the bytes.
    func discard() async {
        let isSpilled = state.withLock { state in
            state.buffer = []
            return state.isSpilled
        }
        guard isSpilled else { return }
        await onQueue { [self] in state.value.writer?.base.discard() }
    }

    /// Gives the writer the bytes that are left in memory.
    func spill() {
        let chunk = state.withLock { Self.takeBuffer(&$0) }
        if !chunk.isEmpty { write(chunk) } else { queue.async { [self] in use { _ in } } }
    }

    // MARK: On the queue

    /// Does something with the writer, unless an earlier step failed.
    func use(_ body: (IntakeWriter) throws(StoreError) -> Void) {
        guard state.value.failure == nil else { return }
        do {
            try body(try writer())
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    private func checkPieces(_ writer: IntakeWriter, isWhole: Bool) throws(StoreError) {
        guard case .partial(let writer) = writer, var pieces = state.value.pieces else { return }
        try pieces.check(writer, isWhole: isWhole)
        let check = pieces
        state.withLock { $0.pieces = check }
    }

    /// The writer, opened at its first use.
    func writer() throws(StoreError) -> IntakeWriter {
        let (existing, note) = state.withLock { ($0.writer, $0.note) }
        if let existing { return existing }
        let writer = try IntakeWriter(for: key, note, in: store)
        state.withLock { $0.writer = writer }
        return writer
    }

    @discardableResult
    func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
    }
}
