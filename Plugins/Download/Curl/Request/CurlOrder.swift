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
    /// Who is told how it ended.
    enum Receiver: Sendable {
        case task(CheckedContinuation<CurlResult, Never>)
        /// The batch that it belongs to, which is its sink.
        case batch(CurlCollector)
    }

    let request: FetchRequest
    let sink: any ResponseSink
    let ticket: CurlTicket
    let receiver: Receiver
    /// When the exchange was begun, where it has to be made again.
    var begun: ContinuousClock.Instant?
    /// How often it has been made again.
    var repetitions = 0
    /// Whether it keeps to HTTP/1.1.
    var avoidsHTTP2 = false
    /// Whether a connection is made for it, because the one that it got was of no use.
    var usesNewConnection = false

    /// The batch that it belongs to, if it does.
    var collector: CurlCollector? {
        if case .batch(let collector) = receiver { collector } else { nil }
    }

    /// The error with which it fails.
    func error(_ code: FetchError.Code, _ reason: String) -> FetchError {
        FetchError(code, url: request.target.text, reason: reason)
    }
}
