import CarrelBasics
import CarrelHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Lends each exchange a session for as long as it is under way, so that no two requests share a connection.
///
/// Foundation on Linux has libcurl send several requests at once over a connection of HTTP/1.1 if the host has also
/// spoken HTTP/2, and hands the responses to the wrong tasks. Sessions share no connections. One that is idle serves
/// the same origin again, so that an origin has about as many connections as it has exchanges at once.
final class SessionPool: Sendable {
    /// A session and what takes its calls.
    struct Lent: Sendable {
        /// What it connects to; `nil` for one exchange alone.
        let origin: Origin?
        let session: URLSession
        let router: ExchangeRouter
    }

    private struct State {
        /// The one that has been idle for the longest time comes first.
        var idle: [Lent] = []
        var isClosed = false
    }

    private static let maxIdle = 64
    private let delegateQueue: OperationQueue
    private let state = Locked(State())

    /// Makes a pool of sessions that call their delegates on a queue.
    init(_ delegateQueue: OperationQueue) { self.delegateQueue = delegateQueue }

    /// A session that nobody else uses until it is given back.
    func lend(for request: FetchRequest) -> Lent {
        let origin = request.usesOwnConnection ? nil : Origin(request.url)
        return takeIdle(for: origin) ?? makeSession(for: origin)
    }

    private func takeIdle(for origin: Origin?) -> Lent? {
        state.withLock { state -> Lent? in
            let index = state.idle.lastIndex { $0.origin == origin }
            return index.map { state.idle.remove(at: $0) }
        }
    }

    /// Takes a session back whose task is over.
    ///
    /// After a failure nobody knows what is left of the connection: a stream of HTTP/2 that stalled leaves it open.
    func takeBack(_ lent: Lent, after outcome: Outcome) {
        guard lent.origin != nil, case .success = outcome else {
            return lent.session.finishTasksAndInvalidate()
        }
        let surplus = state.withLock { state -> Lent? in
            guard !state.isClosed else { return lent }
            state.idle.append(lent)
            return state.idle.count > Self.maxIdle ? state.idle.removeFirst() : nil
        }
        surplus?.session.finishTasksAndInvalidate()
    }

    /// Ends all sessions: those that are idle now, the others when they are given back.
    func close() {
        let idle = state.withLock { state -> [Lent] in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for lent in idle { lent.session.finishTasksAndInvalidate() }
    }

    /// A session that keeps no cookies, cache or credentials.
    private func makeSession(for origin: Origin?) -> Lent {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let router = ExchangeRouter()
        let session = URLSession(
            configuration: configuration, delegate: router, delegateQueue: delegateQueue)
        return Lent(origin: origin, session: session, router: router)
    }
}
