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

    /// Which version of HTTP is spoken where TLS is.
    ///
    /// Over HTTP/2 libcurl does not tell the end of a document whose length is not given from a break without an error.
    enum Version {
        /// HTTP/2, or what the server knows.
        case any
        /// HTTP/1.1, which may tell that end.
        case http1
        /// The first again, taken at its word unless less comes than over HTTP/1.1: there only the end of the connection
        /// would tell, which says less, or nobody answers.
        case trusted
    }

    /// What came over a connection, as if it were another's response.
    struct Suspicion {
        let connection: ConnectionID
        let code: FetchError.Code
        let reason: String
    }

    let request: FetchRequest
    let sink: any ResponseSink
    let ticket: CurlTicket
    let receiver: Receiver
    /// When the exchange was begun, where it has to be made again.
    var begun: ContinuousClock.Instant?
    /// How often it has been made again.
    var repetitions = 0
    /// When it may be made again; `nil` for at once.
    var notBefore: ContinuousClock.Instant?
    var version = Version.any
    /// How much of the document came over HTTP/1.1, where only the end of the connection told that it was all.
    var countedLength: Int64?
    /// Whether a connection is made for it, because the one that it got was of no use.
    var usesNewConnection = false
    /// The connection that is thought to have brought another's response, if it comes otherwise over a new one.
    var suspected: Suspicion?

    /// Whether it is not made again because of how its response ends.
    var isLast: Bool { repetitions >= 3 }

    /// The batch that it belongs to, if it does.
    var collector: CurlCollector? {
        if case .batch(let collector) = receiver { collector } else { nil }
    }

    /// The error with which it fails.
    func error(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) -> FetchError {
        FetchError(code, url: request.target.text, reason: reason, remedy: remedy)
    }
}
