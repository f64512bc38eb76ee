import CarrelBasics
import Foundation

/// An exchange that has ended, with its response.
public struct CollectedExchange: OpenExchange {
    /// The head, if it came.
    public var head: ResponseHead?
    /// The received content.
    public var content: [UInt8] = []
    /// Why the exchange failed, if it did.
    public var error: FetchError?

    public init(error: FetchError? = nil) { self.error = error }

    /// Delivers the response, from a thread that may block.
    ///
    /// - Throws: the `FetchError` with which the exchange failed, or `.stopped`.
    public func exchange(into sink: any ResponseSink) async throws(FetchError) {
        let result = await withCheckedContinuation { continuation in
            // Not on the task's thread, because sinks may write to files.
            DispatchQueue.global().async { continuation.resume(returning: deliver(to: sink)) }
        }
        try result.get()
    }

    /// Delivers the response on the caller's thread.
    public func deliver(to sink: any ResponseSink) -> Result<Void, FetchError> {
        guard let head else { return error.map { .failure($0) } ?? .success(()) }
        do {
            // If the sink does not want the content, its errors do not matter.
            guard case .deliver = try sink.receive(head: head) else { return .success(()) }
            if !content.isEmpty { _ = try content.withUnsafeBytes(sink.receive(bytes:)) }
        } catch {
            return .failure(.stopped(head.target.text))
        }
        return error.map { .failure($0) } ?? .success(())
    }
}

/// Uses an exchange that was already begun for the first request; sends all others with a fetcher.
public final class ContinuingFetcher: WrappingFetcher {
    /// Sends the others.
    public let fetcher: any Fetcher
    private let begun: Locked<(any OpenExchange)?>

    /// Wraps a fetcher.
    ///
    /// - Parameters:
    ///   - begun: the exchange of the first request.
    ///   - fetcher: performs the others.
    public init(_ begun: any OpenExchange, then fetcher: any Fetcher) {
        (self.fetcher, self.begun) = (fetcher, Locked(begun))
    }

    /// Delivers the response that was begun to the first request, and sends every other request.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        if let begun = begun.withLock({ $0.take() }) { return try await begun.exchange(into: sink) }
        try await fetcher.exchange(request, into: sink)
    }
}
