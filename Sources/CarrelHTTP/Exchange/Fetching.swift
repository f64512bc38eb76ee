import CarrelBasics
import Foundation

extension Fetcher {
    /// Fetches a URL: checks it, follows redirects within the limits, and stops at the size limit.
    ///
    /// The sink only gets the head of the last response, not those of redirects that were followed.
    ///
    /// - Parameters:
    ///   - request: what to ask for. The total time is that of all hops. Every hop gets the field lines, but credentials
    ///     (`Authorization`, `Cookie`, the key of a service) never go to another origin than the first. With
    ///     `AddressPolicy.neverInward`, a public address may only redirect to public ones.
    ///   - sink: takes the response.
    public func fetch(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        var request = request
        request.target = try RequestTarget.target(request.target.text)
        var redirects: [URL] = []
        var (isPublic, setsCookies) = (false, false)
        var connections: [ConnectionID] = []
        let totalTime = request.limits.totalTimeout
        while true {
            let hop = RedirectingSink(
                sink, limits: request.limits, redirects: redirects, isPublic: isPublic,
                connections: connections)
            do {
                try await exchange(request, into: hop)
            } catch {
                let trail = redirects.isEmpty ? nil : RedirectTrail(redirects, to: request.url)
                throw (hop.failure ?? (isPublic && !redirects.isEmpty ? error.ledInside : error))
                    .within(redirects.isEmpty ? nil : totalTime).after(trail, over: connections)
            }
            guard let location = hop.redirect else { return }
            request.limits.totalTimeout = request.limits.totalTimeout.map {
                max(.milliseconds(1), $0 - hop.elapsed)
            }
            isPublic = hop.isPublic
            setsCookies = setsCookies || hop.setsCookies
            if isPublic, request.limits.addresses == .neverInward { request.limits.addresses = .publicOnly }
            let trail = RedirectTrail(redirects, to: request.url, status: hop.status)
            redirects.append(request.url)
            connections += hop.connections
            do throws(FetchError) {
                guard redirects.count <= request.limits.maxRedirects else {
                    let isLoop = setsCookies && Set(redirects).count < redirects.count
                    throw request.redirectError(
                        "more than \(request.limits.maxRedirects) redirects",
                        remedy: isLoop ? FetchError.cookieRemedy : nil)
                }
                try request.follow(location)
            } catch {
                throw error.after(trail, over: connections)
            }
        }
    }
}

extension FetchRequest {
    /// Leads to where a redirect points; to another origin it takes no credentials.
    fileprivate mutating func follow(_ location: String) throws(FetchError) {
        let next = try redirectTarget(location)
        if Origin(next) != Origin(url) {
            for name in ["Authorization", "Proxy-Authorization", "Cookie"] { fields[name] = nil }
            asksForKey = false
        }
        url = next
    }

    private func redirectTarget(_ location: String) throws(FetchError) -> URL {
        guard let resolved = URL(string: RequestTarget.encoded(location), relativeTo: url) else {
            throw redirectError("redirects to something that is not a URL")
        }
        do {
            return try RequestTarget.check(resolved.absoluteString)
        } catch {
            throw redirectError("redirects to \(error.subject.prefix(100)): \(error.reason)")
        }
    }

    fileprivate func redirectError(_ reason: String, remedy: String? = nil) -> FetchError {
        FetchError(.redirect, url: target.text, reason: reason, remedy: remedy)
    }
}

extension FetchError {
    /// What may help where redirects that set cookies lead back to where they began.
    fileprivate static let cookieRemedy =
        "If the server wants its cookies back: --set download.keep-cookies=true"

    /// The error of a hop after a public one; says of a refused address that a public server led there.
    fileprivate var ledInside: FetchError {
        guard code == .refusedAddress else { return self }
        return FetchError(
            code, url: subject, reason: "\(reason), and a public server redirects there", remedy: remedy)
    }

    /// The error of a hop that had only what others left of the total time; names all of it.
    fileprivate func within(_ totalTime: Duration?) -> FetchError {
        guard code == .totalTimeout, let totalTime else { return self }
        return FetchError(
            code, url: subject, reason: "not done within \(totalTime.durationText)",
            remedy: "Raise download.total-timeout")
    }
}

/// The sink of one hop, before the caller's sink: holds back redirects and enforces the size limit.
private final class RedirectingSink: ResponseSink {
    private struct State {
        var redirect: String?
        var status: Int?
        var elapsed = Duration.zero
        var isPublic: Bool
        var setsCookies = false
        var connections: [ConnectionID] = []
        var failure: FetchError?
        var received: Int64 = 0
        var url = ""
    }

    private let sink: any ResponseSink
    private let limits: FetchLimits
    private let redirects: [URL]
    private let redirectConnections: [ConnectionID]
    private let state: Locked<State>

    init(
        _ sink: any ResponseSink, limits: FetchLimits, redirects: [URL], isPublic: Bool,
        connections: [ConnectionID]
    ) {
        self.sink = sink
        self.limits = limits
        self.redirects = redirects
        redirectConnections = connections
        state = Locked(State(isPublic: isPublic))
    }

    var redirect: String? { state.value.redirect }
    /// The status of the redirect.
    var status: Int? { state.value.status }
    /// How long the redirect took to come.
    var elapsed: Duration { state.value.elapsed }
    /// Whether this hop or one before it was public.
    var isPublic: Bool { state.value.isPublic }
    /// Whether the redirect sets cookies.
    var setsCookies: Bool { state.value.setsCookies }
    /// The connection that brought the redirect.
    var connections: [ConnectionID] { state.value.connections }
    var failure: FetchError? { state.value.failure }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        if HTTPStatus.isRedirect(head.status), let location = head.fields["Location"] {
            let (isFromPublicHost, setsCookies) = (head.isFromPublicHost, head.fields.contains("Set-Cookie"))
            state.withLock { state in
                state.setsCookies = setsCookies
                (state.redirect, state.status, state.elapsed) = (location, head.status, head.elapsed)
                state.connections = head.connections
                state.isPublic = state.isPublic || isFromPublicHost
            }
            return .skip
        }
        state.withLock { $0.url = head.target.text }
        var head = head
        head.redirects = redirects
        head.isBehindPublicHost = isPublic
        head.redirectConnections = redirectConnections
        let demand = try sink.receive(head: head)
        if case .deliver = demand, let length = head.contentLength, length > limits.maxSize {
            throw fail("\(length) bytes are announced")
        }
        return demand
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let received = state.withLock { state in
            state.received += Int64(bytes.count)
            return state.received
        }
        guard received <= limits.maxSize else { throw fail("more than \(limits.maxSize) bytes came") }
        return try sink.receive(bytes: bytes)
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
