import CarrelBasics
import CarrelHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One exchange over URLSession: feeds the sink, keeps the limits, and ends exactly once.
///
/// Pieces come from the session's delegate queue one after the other; the end may come from anywhere.
final class URLSessionExchange: Sendable {
    /// A limit and the instant at which it passes.
    struct Deadline {
        var instant: ContinuousClock.Instant
        var isTotal: Bool
    }

    private struct State {
        var head: ResponseHead?
        var isSkipping = false
        /// A head with a document whose end nothing tells, or a proxy's answer to CONNECT.
        var untold: ResponseHead?
        var received: Int64 = 0
        var lastActivity = ContinuousClock.now
    }

    let request: FetchRequest
    /// How and when it ends.
    let end = ExchangeEnd()
    private let sink: any ResponseSink
    private let started = ContinuousClock.now
    private let state = Locked(State())

    private let watchdog: Watchdog
    /// Whether a proxy connects, and is asked to with CONNECT.
    private let isTunnelled: Bool

    init(_ request: FetchRequest, _ sink: any ResponseSink, watchdog: Watchdog, usesProxy: Bool) {
        self.watchdog = watchdog
        isTunnelled = usesProxy && request.url.scheme?.lowercased() == "https"
        self.request = request
        self.sink = sink
    }

    /// Ends the exchange with an error, unless it has ended.
    func fail(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) {
        end.end(.failure(FetchError(code, url: request.target.text, reason: reason, remedy: remedy)))
    }

    /// The length of content that Foundation on Linux does not count, because a transfer coding is named that is none: it
    /// would wait for the end of the connection.
    private var uncountedLength: Int64? {
        guard let head = state.value.head, head.fields.contains("Transfer-Encoding") else { return nil }
        return request.method == .head ? nil : head.contentLength
    }

    private func callSink<Answer>(_ body: () throws(SinkStopped) -> Answer) -> Answer? {
        defer { noteActivity() }
        switch end.callSink(body) {
        case nil: return nil
        case .success(let answer): return answer
        case .failure:
            end.end(.failure(.stopped(request.target.text)))
            return nil
        }
    }

    // MARK: What the session reports

    /// Takes the head of a response.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return fail(.malformed, "not HTTP") }
        let head = head(of: response)
        let limit = request.limits.maxHeadSize
        guard head.approximateSize <= limit else {
            return fail(.headTooLarge, "the head is larger than \(ByteCount(Int64(limit)))")
        }
        // An interim response, which Foundation on Linux reports as if it were the response (RFC 9110 section 15.2).
        guard head.status >= 200 else { return }
        guard state.value.head == nil else { return fail(.malformed, "a second head came after the first") }
        if let fault = head.framingFault {
            return fail(.malformed, fault, remedy: ConnectionMessage.tellServer)
        }
        if isEndUntold(head) {
            state.withLock { $0.untold = head }
            // Through a proxy this may be its own answer to CONNECT, which Foundation on Linux reports as well.
            if !isTunnelled { failUntold() }
            return
        }
        state.withLock { $0.head = head }
        guard let demand = callSink({ () throws(SinkStopped) in try sink.receive(head: head) }) else {
            return
        }
        // What follows may not take as long as the head.
        defer { watchdog.limitMovedUp(to: deadline.instant) }
        guard case .skip = demand else {
            if !head.codings.isEmpty, head.status != 204, head.status != 304 {
                fail(
                    .undecodable,
                    "the content comes coded as \(head.contentCoding ?? ""), and Foundation cannot tell whether it is whole",
                    remedy: URLSessionFailure.useCurl)
            }
            if uncountedLength == 0 { end.end(.success(())) }
            return
        }
        state.withLock { $0.isSkipping = true }
        // A short rest is left to arrive, which keeps the connection; a long or unknown one is not waited for.
        if head.contentLength.map({ $0 > 64 << 10 }) ?? true { end.end(.success(())) }
    }

    /// Ends the exchange if nothing tells the end of the document.
    ///
    /// - Returns: whether that is so.
    @discardableResult
    private func failUntold() -> Bool {
        let (head, untold) = state.withLock { ($0.head, $0.untold) }
        guard head == nil, let untold else { return false }
        end.end(.failure(.endUntold(untold, remedy: URLSessionFailure.useCurl)))
        return true
    }

    private func head(of response: HTTPURLResponse) -> ResponseHead {
        var head = ResponseHead(response, from: request.url)
        head.elapsed = started.duration(to: .now)
        head.endsWithConnection = endsWithConnection(head)
        return head
    }

    /// Whether only the end of the connection tells that of the content.
    ///
    /// Other Foundations than that on Linux do not show how content came in.
    private func endsWithConnection(_ head: ResponseHead) -> Bool {
        #if canImport(FoundationNetworking)
        request.method != .head && (head.status == 200 || head.status == 203)
            && head.contentLength == nil && head.fields.transferCodings == nil
        #else
        false
        #endif
    }

    /// Whether a broken connection would pass for the end of a document although its protocol tells them apart.
    ///
    /// Foundation on Linux takes a TLS connection that was cut off, and a stream of HTTP/2 that was reset without an
    /// error, for one that has ended.
    private func isEndUntold(_ head: ResponseHead) -> Bool {
        head.endsWithConnection && request.url.scheme?.lowercased() == "https"
    }

    /// Takes the head of a redirect, whose content has been read and is gone.
    func receiveRedirect(_ response: HTTPURLResponse) {
        receive(response)
        end.end(.success(()))
    }

    /// Takes a piece of content.
    func receive(_ data: Data) {
        guard !data.isEmpty, !failUntold() else { return }
        let (isSkipping, before) = state.withLock { state in
            defer { state.received += Int64(data.count) }
            return (state.isSkipping, state.received)
        }
        guard !isSkipping else { return }
        let rest = uncountedLength.map { Int(clamping: max(0, $0 - before)) }
        defer { if let rest, rest <= data.count { end.end(.success(())) } }
        for region in data.prefix(rest ?? data.count).regions {
            let pace = region.withUnsafeBytes { bytes in
                callSink { () throws(SinkStopped) in try sink.receive(bytes: bytes) }
            }
            if case .pause(let duration) = pace { pause(for: duration) }
        }
    }

    /// Holds up the session's queue, so that nothing more is read.
    ///
    /// A task that Foundation on Linux suspends would begin anew when it is resumed.
    private func pause(for duration: Duration) {
        let total = request.limits.totalTimeout.map { started + $0 }
        end.wait(until: min(.now + duration, total ?? .now + duration))
        watchdog.heldUp()
        if let total, total <= .now { expire(at: .now) }
    }

    /// Nothing stalls: something came, content was sent, or the session's queue was held up and nothing could arrive.
    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    /// Takes the session's word that the task is over.
    ///
    /// - Parameters:
    ///   - error: why it failed; `nil` if it did not.
    ///   - lastResponse: the last head that the session knows of.
    ///   - whenOver: what is to be done when the exchange is over as well.
    func complete(
        _ error: (any Error)?, lastResponse: URLResponse?,
        whenOver: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
        // What has ended needs no cancelling, and Foundation on Linux does not like it.
        end.onEnd(whenOver)
        if error == nil, failUntold() { return }
        if let lastResponse = lastResponse as? HTTPURLResponse, error == nil,
            state.withLock({ $0.head == nil })
        {
            // A redirect that leads nowhere is not reported otherwise, and its content is gone.
            return receiveRedirect(lastResponse)
        }
        let (head, isSkipping) = state.withLock { ($0.head, $0.isSkipping) }
        if isSkipping { return end.end(.success(())) }
        if let error {
            let failure = URLSessionFailure.message(
                of: error, isSecure: request.url.scheme?.lowercased() == "https", isHeadWhole: head != nil)
            return fail(failure.code, failure.reason, remedy: failure.remedy)
        }
        finish()
    }

    /// Ends the exchange with what has come, if that is a whole response.
    func finish() {
        if failUntold() { return }
        let (head, received) = state.withLock { ($0.head, $0.received) }
        let later = ConnectionMessage.later
        guard let head else {
            return fail(.truncated, "the connection ended without a response", remedy: later)
        }
        if head.status != 204, head.status != 304, request.method != .head, let length = head.contentLength,
            received < length
        {
            return fail(
                .truncated, "the connection ended after \(received) of \(length) bytes", remedy: later)
        }
        end.end(.success(()))
    }

    // MARK: Limits

    /// The limit that passes first.
    var deadline: Deadline {
        let (isHeadWhole, isSkipping, lastActivity) = state.withLock {
            ($0.head != nil, $0.isSkipping, $0.lastActivity)
        }
        let limits = request.limits
        let wait = isSkipping ? .milliseconds(250) : limits.stallTimeout
        let stall =
            isHeadWhole ? lastActivity + wait : max(started + limits.connectTimeout, lastActivity) + wait
        if let total = limits.totalTimeout, started + total < stall {
            return Deadline(instant: started + total, isTotal: true)
        }
        return Deadline(instant: stall, isTotal: false)
    }

    /// Ends the exchange if a limit had passed at that instant.
    func expire(at now: ContinuousClock.Instant) {
        let deadline = deadline
        guard deadline.instant <= now else { return }
        let limits = request.limits
        let (isHeadWhole, isSkipping) = state.withLock { ($0.head != nil, $0.isSkipping) }
        if isSkipping { return end.end(.success(())) }
        if deadline.isTotal {
            fail(
                .totalTimeout, "not done within \((limits.totalTimeout ?? .zero).durationText)",
                remedy: "Raise download.total-timeout")
        } else {
            // Before the head nobody knows whether there is a connection.
            let waited = isHeadWhole ? limits.stallTimeout : limits.connectTimeout + limits.stallTimeout
            let settings = (isHeadWhole ? "" : "download.connect-timeout or ") + "download.stall-timeout"
            fail(
                .stalled, "no byte arrived for \(waited.durationText)",
                remedy: "Try again later, or raise \(settings)")
        }
    }
}
