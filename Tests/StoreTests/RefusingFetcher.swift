import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation

/// Sends requests to a bucket, but answers some of them itself: as a service does that refuses them.
struct RefusingFetcher: Fetcher {
    /// What is refused, by method and address, and with which code; nothing at first.
    let refuse = Locked<@Sendable (String, String) -> String?>({ _, _ in nil })
    private let fetcher = CurlFetcher()

    /// Sets what is refused: some methods for the addresses that contain a text.
    func refuse(_ methods: Set<String>, _ part: String, as code: String = "AccessDenied") {
        refuse.withLock {
            $0 = { method, address in methods.contains(method) && address.contains(part) ? code : nil }
        }
    }

    /// Refuses everything from the first such request on.
    func refuseAll(from method: String, _ part: String) {
        let hasBegun = Locked(false)
        refuse.withLock {
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
    func takeAll() { refuse.withLock { $0 = { _, _ in nil } } }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let (method, address) = (request.method.rawValue, request.target.text)
        guard let code = refuse.value(method, address) else {
            return try await fetcher.exchange(request, into: sink)
        }
        let content = "<Error><Code>\(code)</Code><Message>It is refused.</Message></Error>"
        let status = code == "NoSuchKey" ? 404 : 403
        let scripted = ScriptedFetcher()
        scripted.on(address, .content(Data(method == "HEAD" ? "".utf8 : content.utf8), status: status))
        try await scripted.exchange(request, into: sink)
    }
}
