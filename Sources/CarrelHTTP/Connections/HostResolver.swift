import CarrelBasics
import Dispatch
import Foundation

/// Asks the system's resolver for the addresses of a host without blocking a cooperative thread.
public enum HostResolver {
    private typealias Answer = Result<[IPAddress], FetchError>

    private static let queue = DispatchQueue(label: "carrel.resolver", attributes: .concurrent)

    /// Resolves the host of a URL.
    ///
    /// The resolver cannot be interrupted: a lookup that nobody waits for any longer ends by itself.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - timeout: the longest time to wait.
    /// - Returns: at least one address.
    /// - Throws: `FetchError` with `.unreachable`, `.connectTimeout` or `.cancelled`.
    public static func addresses(of url: URL, timeout: Duration) async throws(FetchError) -> [IPAddress] {
        let waiting = Locked<CheckedContinuation<Answer, Never>?>(nil)
        @Sendable func answer(_ answer: Answer) {
            let continuation = waiting.withLock { $0.take() }
            continuation?.resume(returning: answer)
        }
        @Sendable func failure(_ code: FetchError.Code, _ reason: String) -> Answer {
            .failure(
                FetchError(
                    code, url: url.absoluteString, reason: reason,
                    remedy: "Check the network and the address, or try again later"))
        }
        let late = failure(.connectTimeout, "no address within \(timeout.durationText)")
        let cancelled = Answer.failure(.cancelled(url.absoluteString))
        let host = url.host ?? ""
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                if Task.isCancelled { answer(cancelled) }
                queue.async {
                    let (addresses, reason) = IPAddress.resolve(host)
                    answer(
                        addresses.isEmpty
                            ? failure(.unreachable, "\(host) has no address: \(reason ?? "none is known")")
                            : .success(addresses))
                }
                queue.asyncAfter(deadline: .now() + timeout.seconds) { answer(late) }
            }
        } onCancel: {
            answer(cancelled)
        }
        return try result.get()
    }
}
