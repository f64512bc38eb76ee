import CLibcurl
import CarrelBasics
import CarrelCodings
import CarrelHTTP
import Foundation

/// One exchange as the thread sees it: feeds the sink, keeps the limits, and says how it ended.
final class CurlExchange {
    /// What becomes of a piece of content.
    enum Reception { case taken, takenThenPause, held, refused }

    let order: CurlOrder
    let url: String
    private var phase = CurlLimits.Phase.connecting
    private var limits: CurlLimits
    private var remoteAddress: String?
    private var refused: FetchError?
    /// Whether a proxy connects in Carrel's place, and whether TLS is spoken to it.
    var usesProxy = false
    var usesSecureProxy = false
    /// The connection that carries it, and whether it carried others before.
    private var connection: ConnectionID?
    private var isReused = false
    private var needsNewConnection = false
    private var wasCutShort = false
    private var hasBegun = false
    private var head: HeadReader
    private var framing: CurlFraming?
    /// Takes codings off; `nil` where there are none.
    private var decoder: DecodedContent?
    private var failure: FetchError?
    /// Whether libcurl could not tell the end of the content from a break.
    private(set) var isEndUntold = false

    private unowned let engine: CurlEngine

    init(_ order: CurlOrder, engine: CurlEngine) {
        self.order = order
        self.engine = engine
        url = order.request.url.absoluteString
        head = HeadReader(limit: order.request.limits.maxHeadSize)
        limits = CurlLimits(order.request.limits, begun: order.begun)
    }

    /// Whether TLS is used.
    var isSecure: Bool { url.prefix(6).lowercased() == "https:" }

    /// The limit that passes first.
    var deadline: CurlLimits.Deadline { limits.deadline(in: phase) }

    /// The status of the head that comes or has come.
    var status: Int { head.status }

    /// Whether the head has come and was taken.
    var isHeadWhole: Bool { phase == .receiving || phase == .draining }

    /// Whether the response was not read to its end, so that the rest of it may wait on its connection.
    var isCutShort: Bool { wasCutShort || failure != nil }

    /// Notes that the response is not read any further, unless it has ended.
    func cutShort() { wasCutShort = true }

    // MARK: What libcurl reports; `false` abandons the transfer

    /// Whether a connection to an address may be made.
    func mayConnect(to address: IPAddress?) -> Bool {
        guard judgesAddresses else { return true }
        return address.map(judge) ?? false
    }

    private var judgesAddresses: Bool { !usesProxy && order.request.limits.addresses == .publicOnly }

    private func judge(_ address: IPAddress) -> Bool {
        if order.request.limits.addresses.allows(address) { return true }
        refused = .refused(address, url: url)
        return false
    }

    /// A connection is there and the request is about to be sent.
    ///
    /// - Returns: whether it may be: a connection that another request made may be reused.
    func connected(over route: CurlConnections.Route) -> Bool {
        if judgesAddresses {
            guard let address = IPAddress(route.address), judge(address) else { return false }
        }
        switch engine.connections.carry(self, over: route, isSecure: isSecure || usesSecureProxy) {
        case .usable(let connection, let isReused): (self.connection, self.isReused) = (connection, isReused)
        case .unusable:
            needsNewConnection = !order.usesNewConnection
            if !needsNewConnection { failure = error(.malformed, "the server answered before it was asked") }
            return false
        }
        // Once more if a reused connection turned out to be closed.
        phase = .waiting
        remoteAddress = usesProxy || route.address.isEmpty ? nil : route.address
        limits.noteActivity()
        // From now on it is the stall that counts, which may be the shorter limit.
        engine.limitMovedUp(to: deadline.instant)
        return true
    }

    /// Notes that more came over the connection than responses to what was asked for.
    func foundExcess() {
        if let connection { engine.connections.noteMixed(connection) }
    }

    /// Whether servers and proxies may disagree about where the response ends.
    var hasDoubtfulFraming: Bool { framing?.isDoubtful ?? false }

    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard phase == .waiting else { return phase == .connecting || receive(trailerLine: line) }
        guard beginsInTime() else { return false }
        let progress = head.read(line)
        // Interim responses are no sign that the response comes: they end with the limits of the wait for it.
        defer { if head.status >= 200 { limits.noteActivity() } }
        switch progress {
        case .more: return true
        case .tooLarge:
            failure = tooLarge("head is")
            return false
        case .complete(let status, let fields):
            let framing = CurlFraming(head, fields)
            self.framing = framing
            if framing.isFramed, let connection {
                engine.connections.noteFramed(connection)
                self.connection = nil
            }
            var head = ResponseHead(
                status: status, fields: fields, url: order.request.url, remoteAddress: remoteAddress)
            head.connection = connection
            if let fault = head.framingFault {
                failure = error(.malformed, fault)
                return false
            }
            if engine.keepsCookies, fields["Set-Cookie"] != nil { engine.cookiesChanged() }
            return deliver(head, framing)
        }
    }

    /// Whether a response that begins can be the one to the request.
    private func beginsInTime() -> Bool {
        guard !hasBegun, let connection else { return true }
        hasBegun = true
        guard engine.connections.isEarly(connection) else { return true }
        foundExcess()
        cutShort()
        needsNewConnection = true
        return false
    }

    /// Takes a line of the trailer section: libcurl keeps each, so that there must not be any number of them.
    private func receive(trailerLine line: UnsafeRawBufferPointer) -> Bool {
        if head.readTrailer(line) { return true }
        if phase == .receiving { failure = tooLarge("trailer fields are") }
        cutShort()
        return false
    }

    private func tooLarge(_ what: String) -> FetchError {
        error(
            .headTooLarge, "the \(what) larger than \(ByteCount(Int64(order.request.limits.maxHeadSize)))")
    }

    func receive(content: UnsafeRawBufferPointer) -> Reception {
        switch phase {
        case .receiving:
            guard !content.isEmpty else { return .taken }
            // libcurl has read more than one piece before it was told to pause, and keeps the others.
            guard !limits.isPaused else { return .held }
            return decoder == nil ? deliver(content) : decode(content)
        case .draining:
            if limits.drain(content.count) { return .taken }
            cutShort()
            return .refused
        case .connecting, .waiting:
            failure = error(.malformed, "content came before a head")
            return .refused
        }
    }

    private func decode(_ content: UnsafeRawBufferPointer) -> Reception {
        guard let decoder else { return .refused }
        limits.noteActivity()
        switch decoder.decode(content) {
        case .taken: return deliverDecoded()
        case .grownTooMuch: failure = .decompressionBomb(order.request.limits, url: url)
        case .malformed: failure = error(.malformed, "the content is not coded as \(decoder.codings)")
        }
        return .refused
    }

    /// Delivers what was decoded, up to a pause or to its end.
    private func deliverDecoded(isLast: Bool = false) -> Reception {
        while isLast || !limits.isPaused, let piece = decoder?.next() {
            let reception = piece.withUnsafeBytes(deliver)
            if case .refused = reception { return .refused }
        }
        return limits.isPaused ? .takenThenPause : .taken
    }

    /// The pause is over.
    ///
    /// - Returns: what became of what had been kept meanwhile.
    func resume() -> Reception {
        limits.resume()
        return deliverDecoded()
    }

    private func deliver(_ content: UnsafeRawBufferPointer) -> Reception {
        let pace: Pace
        do {
            pace = try order.sink.receive(bytes: content)
        } catch {
            _ = stopped()
            return .refused
        }
        limits.noteActivity()
        guard case .pause(let duration) = pace, duration > .zero else { return .taken }
        limits.pause(for: duration)
        engine.limitMovedUp(to: deadline.instant)
        return .takenThenPause
    }

    private func deliver(_ head: ResponseHead, _ framing: CurlFraming) -> Bool {
        var head = head
        let length = head.contentLength
        if order.request.keepsGzip, head.codings == ["gzip"] || head.codings == ["x-gzip"] {
            head.fields["Content-Encoding"] = nil
        }
        if head.isToBeDecoded, let decoder = DecodedContent(head.codings, order.request.limits) {
            self.decoder = decoder
            head.markDecoded()
        }
        guard hasTellingEnd(head, framing, length: length) else { return false }
        do {
            switch try order.sink.receive(head: head) {
            case .deliver where head.isToBeDecoded:
                failure = .undecodable(head)
                return false
            case .deliver: phase = .receiving
            case .skip: phase = .draining
            }
        } catch {
            return stopped()
        }
        guard phase == .draining else { return true }
        limits.noteActivity()
        engine.limitMovedUp(to: deadline.instant)
        if limits.drains(length: length) { return true }
        cutShort()
        return false
    }

    /// Whether the end of content can be told from a break.
    private func hasTellingEnd(_ head: ResponseHead, _ framing: CurlFraming, length: Int64?) -> Bool {
        switch framing.end(
            status: head.status, length: length, isCoded: decoder != nil, isSecure: isSecure)
        {
        case .told: return true
        case .byCoding:
            decoder?.mayBeNothing = false
            return true
        case .byFrames: isEndUntold = true
        case .byConnection: failure = .endUntold(head)
        }
        return false
    }

    private func stopped() -> Bool {
        failure = error(.stopped, "the transfer was abandoned")
        return false
    }

    // MARK: The end

    /// Whether what made the exchange end was left on its connection by others; nothing has been delivered then.
    private func isEndedByOthers(_ code: CURLcode, _ message: String) -> Bool {
        guard !order.usesNewConnection else { return false }
        if needsNewConnection { return true }
        guard phase == .waiting, isReused, case .failure(let error) = result(code, message: message),
            error.code == .malformed || error.code == .headTooLarge
        else { return false }
        foundExcess()
        return true
    }

    /// How the exchange is to be made again, where libcurl's result says nothing of the document.
    func repetition(after code: CURLcode, message: String) -> CurlOrder? {
        // What a server that goes away has not answered it has not taken (RFC 9113 section 6.8).
        let isUntaken = code == CURLE_HTTP2 && phase == .waiting && failure == nil
        let isOfOthers = isEndedByOthers(code, message)
        guard isEndUntold || isUntaken || isOfOthers, order.repetitions < 3 else { return nil }
        var order = order
        order.begun = limits.begun
        order.repetitions += 1
        order.avoidsHTTP2 = order.avoidsHTTP2 || isEndUntold
        order.usesNewConnection = order.usesNewConnection || isOfOthers
        return order
    }

    /// How the exchange ended, given libcurl's result.
    func result(_ code: CURLcode, message: String) -> CurlResult {
        if let failure { return .failure(failure) }
        // The content was not wanted, so that it is not whole is no failure.
        if phase == .draining { return .success(()) }
        // Refusing an address is no failure if the host has another one.
        if phase != .receiving, code != CURLE_OK, let refused { return .failure(refused) }
        if let failure = CurlFailure(
            code, message: message, isHeadWhole: phase == .receiving, usesProxy: usesProxy)
        {
            return .failure(error(failure.code, failure.reason, remedy: failure.remedy))
        }
        guard let decoder else { return .success(()) }
        // A response that is whole may end before its pause does.
        if case .refused = deliverDecoded(isLast: true) {
            return .failure(failure ?? error(.stopped, "the transfer was abandoned"))
        }
        if decoder.isWhole { return .success(()) }
        return .failure(
            error(.truncated, "the content coded as \(decoder.codings) ended before its end"))
    }

    /// How the exchange ends because a limit has passed.
    func expired(_ deadline: CurlLimits.Deadline) -> CurlResult {
        limits.failure(after: deadline.limit).map {
            .failure(error($0.code, $0.reason, remedy: $0.remedy))
        } ?? .success(())
    }

    /// Fails, because libcurl does not do what the exchange needs.
    func fail(_ refusal: CurlRefusal) { failure = error(refusal) }

    /// The error for what libcurl does not do.
    func error(_ refusal: CurlRefusal) -> FetchError { refusal.error(url: url) }

    /// An error about this exchange's URL.
    func error(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) -> FetchError {
        FetchError(code, url: url, reason: reason, remedy: remedy)
    }
}
