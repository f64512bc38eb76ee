import CarrelBasics
import CarrelHTTP
import Foundation

/// How an exchange ended.
typealias CurlResult = Result<Void, FetchError>

/// Names one exchange, so that it can be cancelled before, while and after the loop knows it.
final class CurlTicket: Sendable {
    /// Tells this exchange from every other of the same loop.
    let number: UInt64
    private let cancelled = Locked(false)

    init(number: UInt64) { self.number = number }

    /// Whether the exchange was cancelled.
    var isCancelled: Bool { cancelled.value }

    /// Marks the exchange as cancelled.
    func markCancelled() { cancelled.withLock { $0 = true } }
}

/// One exchange on its way to the loop.
struct CurlOrder: Sendable {
    let request: FetchRequest
    let sink: any ResponseSink
    let ticket: CurlTicket
    let continuation: CheckedContinuation<CurlResult, Never>
    /// When the exchange was begun, where it has to be made again.
    var begun: ContinuousClock.Instant?
    /// How often it has been made again.
    var repetitions = 0
    /// Whether it keeps to HTTP/1.1.
    var avoidsHTTP2 = false
    /// Whether a connection is made for it, because the one that it got was of no use.
    var usesNewConnection = false

    /// Ends the exchange with an error.
    func fail(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) {
        end(.failure(FetchError(code, url: request.url.absoluteString, reason: reason, remedy: remedy)))
    }

    /// Ends the exchange.
    func end(_ result: CurlResult) { continuation.resume(returning: result) }
}
