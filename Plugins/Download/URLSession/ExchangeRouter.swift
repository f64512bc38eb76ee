import CarrelBasics
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes the calls of a session and hands them to the exchange that each belongs to.
final class ExchangeRouter: NSObject, URLSessionDataDelegate {
    private struct Entry {
        let exchange: URLSessionExchange
        let whenOver: @Sendable (Outcome) -> Void
    }

    private let entries = Locked<[Int: Entry]>([:])

    /// Hands the calls for a task to that exchange from now on.
    ///
    /// - Parameters:
    ///   - exchange: takes the calls.
    ///   - task: the task that it is made with.
    ///   - whenOver: what is to be done when both the task and the exchange are over.
    func add(
        _ exchange: URLSessionExchange, for task: URLSessionTask,
        whenOver: @escaping @Sendable (Outcome) -> Void
    ) {
        let entry = Entry(exchange: exchange, whenOver: whenOver)
        entries.withLock { $0[task.taskIdentifier] = entry }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        entries.withLock { $0[task.taskIdentifier]?.exchange }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.noteActivity()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // Answering would be a trap: Foundation on Linux stops the process if the task was cancelled before
        // the answer reaches it. The task is cancelled instead, when its exchange ends.
        exchange(of: task)?.receiveRedirect(response)
        #else
        completionHandler(nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Nobody is asked for a password: a 401 is reported like any other response. Foundation on Linux asks
        // after the content has come and would try again without end, so the task ends here.
        #if canImport(FoundationNetworking)
        exchange(of: task)?.finish()
        #else
        completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        entry.exchange.complete(error, lastResponse: task.response, whenOver: entry.whenOver)
    }
}
