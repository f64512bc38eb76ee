import Foundation

/// Takes the response for one document: decides by the head, writes the content, tells the progress.
final class DocumentSink: ResponseSink {
    /// Where the transfer is.
    struct State: Sendable {
        var decision: TransferDecision?
        var head: ResponseHead?
        var received: Int64 = 0
        var completeLength: Int64?
        var storeError: StoreError?
        var isTooLarge = false
    }

    private let request: TransferRequest
    private let writer: any StoreWriter
    private let maxSize: Int64
    private let progress: @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    private let locked = Locked(State())

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - request: what was asked for.
    ///   - writer: takes the content.
    ///   - maxSize: the most bytes that the document may have, those of earlier tries included.
    ///   - progress: called from the fetcher's thread with the bytes there are and the length if known.
    init(
        request: TransferRequest, writer: any StoreWriter, maxSize: Int64,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    ) {
        self.request = request
        self.writer = writer
        self.maxSize = maxSize
        self.progress = progress
    }

    /// Where the transfer is; final once the fetch has returned.
    var state: State { locked.value }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        let decision = TransferDecision.make(for: request, head: head)
        locked.withLock { state in
            state.decision = decision
            state.head = head
        }
        switch decision {
        case .replace(let note):
            try storing { () throws(StoreError) in try writer.restart(note) }
            locked.withLock { $0.completeLength = note.completeLength }
            return .deliver
        case .append(let completeLength):
            guard completeLength <= maxSize else { throw tooLarge() }
            locked.withLock { $0.completeLength = completeLength }
            return .deliver
        case .unchanged, .startOver, .fail:
            return .skip
        }
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        guard writer.bytesWritten + Int64(bytes.count) <= maxSize else { throw tooLarge() }
        try storing { () throws(StoreError) in try writer.write(bytes) }
        let total = locked.withLock { state in
            state.received += Int64(bytes.count)
            return state.completeLength
        }
        progress(writer.bytesWritten, total)
        return .proceed
    }

    private func tooLarge() -> SinkStopped {
        locked.withLock { $0.isTooLarge = true }
        return SinkStopped()
    }

    private func storing(_ body: () throws(StoreError) -> Void) throws(SinkStopped) {
        do {
            try body()
        } catch {
            locked.withLock { $0.storeError = error }
            throw SinkStopped()
        }
    }
}
