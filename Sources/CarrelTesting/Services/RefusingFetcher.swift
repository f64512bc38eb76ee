import CarrelBasics
import CarrelHTTP
import Foundation

/// Sends requests to a bucket, but answers some of them itself: as a service does that refuses them.
public struct RefusingFetcher: Fetcher {
    /// Tells the code with which a request is refused, by its method and address; `nil` for one that is sent.
    private let code = Locked<@Sendable (String, String) -> String?>({ _, _ in nil })
    private let fetcher: any Fetcher

    /// Makes a fetcher that refuses nothing.
    ///
    /// - Parameter fetcher: sends the requests.
    public init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    /// Refuses some methods for the addresses that contain a text, and nothing else.
    public func refuse(_ methods: Set<String>, _ part: String, as name: String = "AccessDenied") {
        code.withLock {
            $0 = { method, address in methods.contains(method) && address.contains(part) ? name : nil }
        }
    }

    /// Refuses everything from the first request on with a method for an address that contains a text.
    public func refuseAll(from method: String, _ part: String) {
        let hasBegun = Locked(false)
        code.withLock {
            $0 = { asked, address in
                let isRefused = hasBegun.withLock { hasBegun in
                    if asked == method, address.contains(part) { hasBegun = true }
                    return hasBegun
                }
                return isRefused ? "AccessDenied" : nil
            }
        }
    }

    /// Refuses nothing from now on.
    public func takeAll() { code.withLock { $0 = { _, _ in nil } } }

    /// Sends a request, unless it is refused.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - sink: takes the response.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let (method, address) = (request.method.rawValue, request.target.text)
        guard let refusal = code.value(method, address) else {
            return try await fetcher.exchange(request, into: sink)
        }
        let content = "<Error><Code>\(refusal)</Code><Message>It is refused.</Message></Error>"
        let scripted = ScriptedFetcher()
        scripted.on(
            address,
            .content(
                Data(method == "HEAD" ? "".utf8 : content.utf8), status: refusal == "NoSuchKey" ? 404 : 403))
        try await scripted.exchange(request, into: sink)
    }
}
