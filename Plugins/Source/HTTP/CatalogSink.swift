import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Dispatch
import Foundation

/// Collects a response, on a thread of its own: in memory up to a size, and in a file beyond it.
///
/// The fetcher's size limit bounds it.
final class CatalogSink: ResponseSink {
    private struct State: Sendable {
        var head: ResponseHead?
        /// The bytes that wait to be kept.
        var waiting = 0
        var failure: SourceError?
    }

    /// The bytes that may wait before the fetcher pauses.
    private static let mostWaiting = 4 << 20
    private static let pause = Duration.milliseconds(5)

    private let state = Locked(State())
    /// Its lock is only ever held on the queue, and by whoever reads when all is kept.
    private let spool: Locked<CatalogSpool>
    private let queue = DispatchQueue(label: "carrel.source.spool")

    /// - Parameters:
    ///   - memory: the most bytes that are held in memory.
    ///   - location: the catalogue's name in errors.
    init(memory: Int64, of location: String) {
        spool = Locked(CatalogSpool(memory: memory, of: location))
    }

    /// The head of the response, once it has come.
    var head: ResponseHead? { state.value.head }

    /// Why the response could not be kept, once all that came was.
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
        try spool.value.fill(&document)
    }

    func receive(head: ResponseHead) -> ContentDemand {
        state.withLock { $0.head = head }
        // The text of an error page helps nobody.
        return (200...299).contains(head.status) ? .deliver : .skip
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let (waiting, hasFailed) = state.withLock { state in
            state.waiting += bytes.count
            return (state.waiting, state.failure != nil)
        }
        if hasFailed { throw SinkStopped() }
        let piece = Data(bytes)
        queue.async { self.keep(piece) }
        return waiting > Self.mostWaiting ? .pause(Self.pause) : .proceed
    }

    private func keep(_ piece: Data) {
        let failure = spool.withLock { spool -> SourceError? in
            do throws(SourceError) { try spool.append(piece) } catch { return error }
            return nil
        }
        state.withLock { state in
            state.waiting -= piece.count
            state.failure = state.failure ?? failure
        }
    }
}
