import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Takes the response for one document: decides by its head, passes the content on, and reports the progress.
final class DocumentSink: ResponseSink {
    /// The state of the transfer.
    struct State: Sendable {
        var decision: TransferDecision?
        var head: ResponseHead?
        /// The first bytes of the document, to check what it is.
        var beginning: [UInt8] = []
        // The last bytes of the document, if it may be cut, and up to as many before those that count: they are not moved for
        // each piece that comes.
        fileprivate var last: [UInt8] = []
        /// The bytes of content of this response.
        var received: Int64 = 0
        /// The bytes of the overlap that were compared.
        var compared = 0
        var completeLength: Int64?
        var storeError: StoreError?
        var isTooLarge = false
        /// Why the content was not taken; `nil` if it was.
        var tooLittleRoom: TooLittleRoom?

        /// The last bytes of the document, if it may be cut.
        var ending: [UInt8] { Array(last.suffix(ContentEnd.length)) }

        /// Begins the document anew.
        mutating func restart() { (beginning, last) = ([], []) }

        /// Keeps the end of what came, if the document may be cut.
        mutating func keepEnd(of news: UnsafeRawBufferPointer) {
            guard head?.mayBeCut == true else { return }
            last += news.suffix(ContentEnd.length)
            if last.count > 2 * ContentEnd.length { last.removeFirst(last.count - ContentEnd.length) }
        }

        /// Whether the response brings a document.
        var bringsDocument: Bool {
            switch decision {
            case .replace, .append, .complete: true
            case .unchanged, .startOver, .withoutRange, .fail, .confirm, nil: false
            }
        }
    }

    /// The number of first bytes that are checked.
    static let beginningLength = 1024

    private let request: TransferRequest
    private let intake: DocumentIntake
    private let claim: @Sendable (_ bytes: Int64) throws(TooLittleRoom) -> Void
    private let maxSize: Int64
    private let stopsAtWrongPieces: Bool
    private let pace: @Sendable (_ count: Int) -> Duration?
    private let progress: @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    private let locked: Locked<State>

    /// - Parameters:
    ///   - request: what was asked for.
    ///   - intake: takes the content.
    ///   - beginning: the first bytes of the document that is continued.
    ///   - maxSize: the most bytes that the document may have, those of earlier tries included.
    ///   - stopsAtWrongPieces: whether to end the exchange at a piece that is not what was promised.
    ///   - claim: called on the fetcher's thread with the number of bytes that are to come; claims space for them.
    ///   - pace: called on the fetcher's thread with the number of received bytes; returns how long to pause.
    ///   - progress: called on the fetcher's thread with the bytes so far, and the length if known.
    init(
        request: TransferRequest, intake: DocumentIntake, beginning: [UInt8], maxSize: Int64,
        stopsAtWrongPieces: Bool,
        claim: @escaping @Sendable (_ bytes: Int64) throws(TooLittleRoom) -> Void,
        pace: @escaping @Sendable (_ count: Int) -> Duration?,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    ) {
        self.request = request
        self.intake = intake
        self.claim = claim
        self.maxSize = maxSize
        self.stopsAtWrongPieces = stopsAtWrongPieces
        self.pace = pace
        self.progress = progress
        locked = Locked(State(beginning: beginning))
    }

    /// The state of the transfer; final once the fetch has returned.
    var state: State { locked.value }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        let decision = TransferDecision.make(for: request, head: head)
        locked.withLock { state in
            state.decision = decision
            state.head = head
        }
        switch decision {
        case .replace(let note):
            // The bytes of an earlier try make room.
            try claimRest(note.completeLength.map { $0 - intake.count })
            intake.restart(note)
            locked.withLock { state in
                state.completeLength = note.completeLength
                state.restart()
            }
            return .deliver
        case .append(let completeLength):
            locked.withLock { $0.completeLength = completeLength }
            guard completeLength <= maxSize else { throw tooLarge() }
            try claimRest(completeLength - intake.count)
            intake.expect(head.promisedDigests)
            return .deliver
        case .unchanged, .startOver, .withoutRange, .fail, .complete, .confirm:
            return .skip
        }
    }

    /// Claims the space of what is to come, if its length is known.
    private func claimRest(_ bytes: Int64?) throws(SinkStopped) {
        // What is too large ends by that.
        guard let bytes, bytes <= maxSize else { return }
        do {
            try claim(bytes)
        } catch {
            locked.withLock { $0.tooLittleRoom = error }
            throw SinkStopped()
        }
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        if stopsAtWrongPieces, intake.wrongPiece != nil { throw SinkStopped() }
        let news = try compared(bytes)
        guard intake.count + Int64(news.count) <= maxSize else { throw tooLarge() }
        let total = locked.withLock { state in
            state.received += Int64(bytes.count)
            if state.beginning.count < Self.beginningLength {
                state.beginning += news.prefix(Self.beginningLength - state.beginning.count)
            }
            state.keepEnd(of: news)
            return state.completeLength
        }
        let wait: Duration?
        do {
            wait = try intake.append(news)
        } catch {
            locked.withLock { $0.storeError = error }
            throw SinkStopped()
        }
        progress(intake.count, total)
        let pause = [wait, pace(bytes.count)].compactMap { $0 }.max()
        return pause.map { .pause($0) } ?? .proceed
    }

    /// Compares the bytes that repeat the end of the partial document, and returns the new ones.
    private func compared(_ bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> UnsafeRawBufferPointer {
        guard case .rest(_, _, let overlap) = request, !overlap.isEmpty else { return bytes }
        let repeated = locked.withLock { state -> Int? in
            guard case .append = state.decision else { return 0 }
            let expected = overlap[state.compared...].prefix(bytes.count)
            guard bytes.starts(with: expected) else {
                state.decision = .startOver
                return nil
            }
            state.compared += expected.count
            return expected.count
        }
        guard let repeated else { throw SinkStopped() }
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst(repeated))
    }

    private func tooLarge() -> SinkStopped {
        locked.withLock { $0.isTooLarge = true }
        return SinkStopped()
    }
}
