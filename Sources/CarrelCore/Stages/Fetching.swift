import Foundation

extension Fetcher {
    /// Fetches a URL: checks it, follows redirects within the limits and stops at the size limit.
    ///
    /// The sink gets the head of the last response only, never that of a redirect that was followed.
    ///
    /// - Parameters:
    ///   - request: what to ask for; the field lines are sent with every hop.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`.
    public func fetch(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        var request = request
        request.url = try RequestTarget.check(request.url.absoluteString)
        var visited = 0
        while true {
            let hop = RedirectingSink(sink, limits: request.limits, followsRedirects: true)
            do {
                try await exchange(request, into: hop)
            } catch {
                throw hop.failure ?? error
            }
            guard let location = hop.redirect else { return }
            visited += 1
            guard visited <= request.limits.maxRedirects else {
                throw FetchError(
                    .redirect, url: request.url.absoluteString,
                    reason: "more than \(request.limits.maxRedirects) redirects")
            }
            request.url = try redirectTarget(location, from: request.url)
        }
    }

    private func redirectTarget(_ location: String, from base: URL) throws(FetchError) -> URL {
        guard let resolved = URL(string: location, relativeTo: base) else {
            throw FetchError(
                .redirect, url: base.absoluteString, reason: "redirects to something that is not a URL")
        }
        do {
            return try RequestTarget.check(resolved.absoluteString)
        } catch {
            throw FetchError(
                .redirect, url: base.absoluteString,
                reason: "redirects to \(error.subject.prefix(100)): \(error.reason)")
        }
    }
}

/// Stands between one hop and the caller's sink: holds back redirects, enforces the size limit.
private final class RedirectingSink: ResponseSink {
    private struct State {
        var redirect: String?
        var failure: FetchError?
        var received: Int64 = 0
        var url = ""
    }

    private let sink: any ResponseSink
    private let limits: FetchLimits
    private let state = Locked(State())

    init(_ sink: any ResponseSink, limits: FetchLimits, followsRedirects: Bool) {
        self.sink = sink
        self.limits = limits
    }

    var redirect: String? { state.value.redirect }
    var failure: FetchError? { state.value.failure }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDisposition {
        if [301, 302, 303, 307, 308].contains(head.status), let location = head.fields["Location"] {
            state.withLock { $0.redirect = location }
            return .skip
        }
        state.withLock { $0.url = head.url.absoluteString }
        let disposition = try sink.receive(head: head)
        if case .deliver = disposition, let length = head.contentLength, length > limits.maxSize {
            throw fail("\(length) bytes are announced")
        }
        return disposition
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) {
        let received = state.withLock { state in
            state.received += Int64(bytes.count)
            return state.received
        }
        guard received <= limits.maxSize else { throw fail("more than \(limits.maxSize) bytes came") }
        try sink.receive(bytes: bytes)
    }

    private func fail(_ what: String) -> SinkStopped {
        state.withLock { state in
            state.failure = FetchError(
                .tooLarge, url: state.url, reason: "larger than the limit: \(what)",
                remedy: "Raise download.max-size, now \(ByteCount(limits.maxSize))")
        }
        return SinkStopped()
    }
}
