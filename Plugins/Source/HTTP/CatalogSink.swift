import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Dispatch
import Foundation

/// Collects a response: in memory up to a size, and in a file beyond it, which is written on a thread of its own.
///
/// The fetcher's size limit bounds it.
final class CatalogSink: ResponseSink {
    private struct State: Sendable {
        var head: ResponseHead?
        var data = Data()
        /// The bytes that wait to be written.
        var waiting = 0
        var isLarge = false
        var failure: SourceError?
    }

    /// The bytes that may wait to be written before the fetcher pauses.
    private static let mostWaiting = 4 << 20
    private static let pause = Duration.milliseconds(5)

    private let memory: Int64
    private let location: String
    private let state = Locked(State())
    private let spool: Locked<CatalogSpool>
    private let queue = DispatchQueue(label: "carrel.source.spool")

    /// - Parameters:
    ///   - memory: the most bytes that are held in memory.
    ///   - location: the catalogue's name in errors.
    init(memory: Int64, of location: String) {
        (self.memory, self.location) = (memory, location)
        spool = Locked(CatalogSpool(memory: 0, of: location))
    }

    /// The head of the response, once it has come.
    var head: ResponseHead? { state.value.head }

    /// Why the response could not be kept, once all that came was written.
    var failure: SourceError? {
        get async {
            await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
            return state.value.failure
        }
    }

    /// Puts the content into a document.
    ///
    /// - Throws: `SourceError` if it could not be kept.
    func fill(_ document: inout CatalogDocument) async throws(SourceError) {
        if let failure = await failure { throw failure }
        let state = state.value
        guard state.isLarge else {
            document.data = state.data
            return
        }
        try spool.value.fill(&document)
    }

    func receive(head: ResponseHead) -> ContentDemand {
        state.withLock { $0.head = head }
        // The text of an error page helps nobody.
        return (200...299).contains(head.status) ? .deliver : .skip
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let (piece, waiting, hasFailed) = state.withLock { state -> (Data?, Int, Bool) in
            if !state.isLarge {
                state.data.append(contentsOf: bytes)
                guard Int64(state.data.count) > memory else { return (nil, 0, false) }
                state.isLarge = true
                let first = state.data
                state.data = Data()
                state.waiting = first.count
                return (first, 0, false)
            }
            state.waiting += bytes.count
            return (Data(bytes), state.waiting, state.failure != nil)
        }
        if hasFailed { throw SinkStopped() }
        if let piece { queue.async { self.write(piece) } }
        return waiting > Self.mostWaiting ? .pause(Self.pause) : .proceed
    }

    /// Writes bytes; the lock is only ever held on this queue, and by whoever reads when all is written.
    private func write(_ piece: Data) {
        let failure = spool.withLock { spool -> SourceError? in
            do throws(SourceError) { try spool.append(piece) } catch { return error }
            return nil
        }
        state.withLock { state in
            state.waiting -= piece.count
            if state.failure == nil { state.failure = failure }
        }
    }
}
