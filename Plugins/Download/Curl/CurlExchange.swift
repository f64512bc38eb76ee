import CarrelBasics
import CarrelHTTP
import Foundation

/// One exchange as the thread sees it: feeds the sink, keeps the limits, and says how it ended.
final class CurlExchange {
    /// What becomes of a piece of content.
    enum Reception { case taken, takenThenPause, held, refused }

    let order: CurlOrder
    let url: String
    /// Whether TLS is used.
    let isSecure: Bool
    var phase = CurlLimits.Phase.connecting
    var limits: CurlLimits
    private var remoteAddress: String?
    var refused: FetchError?
    /// Whether a proxy connects in Carrel's place, and whether TLS is spoken to it.
    var usesProxy = false
    var usesSecureProxy = false
    /// Whether that proxy has answered for a connection to the server; of interest once the exchange has ended.
    var hasTunnel = false
    /// The connection that carries it, and whether it carried others before.
    private(set) var connection: ConnectionID?
    /// The connection that carries it together with others, over HTTP/2.
    private(set) var sharedConnection: ConnectionID?
    var isReused = false
    var needsNewConnection = false
    /// Whether the connection speaks HTTP/2; `nil` if only the status line tells.
    private var speaksHTTP2: Bool?
    private var wasCutShort = false
    /// Whether something waited on the connection when it was closed: behind a response that has ended, a surplus.
    private(set) var leavesInput = false
    private var hasBegun = false
    private var head: HeadReader
    /// The loop's turn in which a part of the head came last.
    private var lastTurn = 0
    private var framing: CurlFraming?
    /// The length of the content before codings are taken off, if the head gives it.
    var contentLength: Int64?
    /// How much of it is still to come, where libcurl does not count it.
    var uncounted: Int64?
    /// How much of the content has come, before codings are taken off.
    var received: Int64 = 0
    /// How much must come, because it came over HTTP/1.1.
    var leastLength: Int64?
    /// Takes codings off; `nil` if there are none.
    var decoder: DecodedContent?
    /// A response whose coding may be the file itself; the sink has its head as soon as that is clear.
    var undecided: CodedFile?
    var failure: FetchError?
    /// Whether libcurl could not tell the end of the content from a break.
    var isEndUntold = false

    unowned let engine: CurlEngine

    init(_ order: CurlOrder, engine: CurlEngine) {
        self.order = order
        self.engine = engine
        url = order.request.target.text
        isSecure = url.utf8.count > 5 && zip("https:".utf8, url.utf8).allSatisfy { $0 == $1.lowercased }
        head = HeadReader(limit: order.request.limits.maxHeadSize)
        limits = CurlLimits(
            order.request.limits, begun: order.begun, isInBatch: order.collector?.isCollecting == true)
    }

    /// The limit that passes first.
    var deadline: CurlLimits.Deadline { limits.deadline(in: phase) }

    /// Whether HTTP/2's word counts for the end of a document whose length is not given.
    var trustsFrames: Bool { order.version == .trusted || order.isLast }

    /// Whether the head has come and was taken.
    var isHeadWhole: Bool { phase == .receiving || phase == .counting || phase == .draining }

    /// Whether only interim responses have come.
    var hasOnlyInterim: Bool { phase == .waiting && (100..<200).contains(head.status) }

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
    func connected(
        over route: CurlConnections.Route, tls: UnsafeMutableRawPointer?, speaksHTTP2: Bool?
    ) -> Bool {
        self.speaksHTTP2 = speaksHTTP2
        if judgesAddresses {
            guard let address = IPAddress(route.address), judge(address) else { return false }
        }
        switch engine.connections.carry(
            self, over: route, isSecure: isSecure || usesSecureProxy, tls: tls, isFramed: speaksHTTP2)
        {
        case .usable(let connection, let isReused):
            (self.connection, self.isReused) = (connection, isReused)
            sharedConnection = speaksHTTP2 == true ? connection : nil
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

    /// Whether it still has the connection on which TLS is spoken.
    var holdsConnection: Bool { engine.holdsConnection(self) }

    /// Notes that content was sent, so that nothing stalls.
    func noteSent() { limits.noteActivity() }

    /// Fails, because the content that it sends cannot be read.
    func cannotSend() { failure = error(.stopped, "what was to be sent can no longer be read") }

    /// Notes that more came over the connection than responses to what was asked for.
    func foundExcess() {
        if let connection { engine.connections.noteMixed(connection) }
    }

    /// libcurl is about to close the connection.
    func connectionCloses() {
        if let connection, !isCutShort { leavesInput = engine.connections.lookLast(at: connection) }
    }

    /// Whether servers and proxies may disagree about where the response ends.
    var hasDoubtfulFraming: Bool { framing?.isDoubtful ?? false }

    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard phase == .waiting else { return phase == .connecting || receive(trailerLine: line) }
        guard beginsInTime() else { return false }
        let progress = head.read(line)
        // Interim responses are not a sign that the response comes: they end with the limits of the wait for it.
        defer { if head.status >= 200 { noteHeadActivity() } }
        switch progress {
        case .more: return true
        case .tooLarge:
            failure = tooLarge("head is")
            return false
        case .malformed:
            // A proxy in between may read it otherwise than whoever comes after it (RFC 9112 section 5.1).
            failure = error(.malformed, "the server wrote a space between the name of a field and its colon")
            return false
        case .complete(let status, let fields):
            let framing = CurlFraming(head, fields, speaksHTTP2: speaksHTTP2)
            self.framing = framing
            if framing.isFramed, let connection {
                engine.connections.noteFramed(connection)
                self.connection = nil
            }
            var head = ResponseHead(
                status: status, fields: fields, target: order.request.target, remoteAddress: remoteAddress)
            head.connection = connection
            head.elapsed = limits.begun.duration(to: .now)
            head.endsWithConnection = framing.endsWithConnection(head, trustsFrames: trustsFrames)
            if let fault = head.framingFault {
                failure = error(.malformed, fault, remedy: ConnectionMessage.tellServer)
                return false
            }
            if engine.keepsCookies, fields.contains("Set-Cookie") { engine.cookiesChanged() }
            let isTaken = deliver(head, framing)
            // The sink may have taken its time.
            limits.noteActivity()
            return isTaken && !countContent(of: status, framing)
        }
    }

    /// Notes that a part of the head has come: its lines mostly come together, and one look at the clock is enough.
    private func noteHeadActivity() {
        guard engine.turns != lastTurn else { return }
        lastTurn = engine.turns
        limits.noteActivity()
        noteHeard()
    }

    /// Notes that something came over the connection, if others use it, too.
    func noteHeard() {
        if let sharedConnection { engine.connections.noteHeard(sharedConnection) }
    }

    /// Whether a response that begins can be the one to the request.
    private func beginsInTime() -> Bool {
        guard !hasBegun, let connection else { return true }
        hasBegun = true
        // A server may refuse content before it has read all of it (RFC 9110 section 9.3).
        guard order.request.content == nil else { return true }
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

    // MARK: Errors

    /// Fails, because libcurl does not do what the exchange needs.
    func fail(_ refusal: CurlRefusal) { failure = error(refusal) }

    /// The error for what libcurl does not do.
    func error(_ refusal: CurlRefusal) -> FetchError { refusal.error(url: url) }

    /// An error about this exchange's URL.
    func error(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) -> FetchError {
        FetchError(code, url: url, reason: reason, remedy: remedy)
    }
}
