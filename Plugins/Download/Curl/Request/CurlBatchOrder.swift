import CarrelBasics
import CarrelHTTP
import Foundation

/// A batch on its way to the loop.
struct CurlBatchOrder: Sendable {
    /// At least one.
    let requests: [FetchRequest]
    let goesOn: @Sendable () -> Bool
    let ticket: CurlTicket
    let continuation: CheckedContinuation<CurlBatchResult, Never>

    /// Ends the batch before it was begun.
    func fail(_ code: FetchError.Code, _ reason: String, remedy: String?) {
        let url = requests.first?.target.text ?? ""
        let error = FetchError(code, url: url, reason: reason, remedy: remedy)
        continuation.resume(returning: CurlBatchResult(ended: [CollectedExchange(error: error)]))
    }
}

/// What became of a batch, and what holds the exchange that goes on behind it.
struct CurlBatchResult: Sendable {
    var ended: [CollectedExchange]
    var open: CurlCollector?
}

/// A sink on its way to an exchange that a batch handed over.
struct CurlAttachment: Sendable {
    let ticket: CurlTicket
    let collector: CurlCollector
    let sink: any ResponseSink
    let continuation: CheckedContinuation<CurlResult, Never>

    /// Gives the sink what came of an exchange that has ended.
    func deliver() {
        if case .ended(let collected) = collector.attach(sink, continuation) {
            continuation.resume(returning: collected.deliver(to: sink))
        } else {
            _ = collector.ended(.failure(FetchError.cancelled(collector.url)))
        }
    }
}
