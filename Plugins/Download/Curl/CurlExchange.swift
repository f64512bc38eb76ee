import CLibcurl
import CarrelCodings
import CarrelCore
import Foundation

/// One exchange as the thread sees it: feeds the sink, keeps the limits, and says how it ended.
final class CurlExchange {
    /// A limit and the instant at which it passes.
    struct Deadline {
        enum Limit { case connect, stall, total, drain, pause }

        var instant: ContinuousClock.Instant
        var limit: Limit
    }

    /// What becomes of a piece of content.
    enum Reception { case taken, takenThenPause, held, refused }

    private enum Phase { case connecting, waiting, receiving, draining }

    /// How many unwanted bytes are read, and how long, to keep a connection.
    private static let drainLimit = 64 << 10
    private static let drainTime = Duration.milliseconds(250)

    let order: CurlOrder
    let url: String
    private var phase = Phase.connecting
    private var pausedUntil: ContinuousClock.Instant?
    private var remoteAddress: String?
    private var refused: FetchError?
    /// Whether a proxy connects in Carrel's place.
    var usesProxy = false
    private var head: HeadReader
    private var drained = 0
    /// Takes codings off; `nil` where there are none.
    private var decoder: DecodedContent?
    private var failure: FetchError?
    private let started = ContinuousClock.now
    private var lastActivity: ContinuousClock.Instant

    private unowned let engine: CurlEngine

    init(_ order: CurlOrder, engine: CurlEngine) {
        self.order = order
        self.engine = engine
        url = order.request.url.absoluteString
        head = HeadReader(limit: order.request.limits.maxHeadSize)
        lastActivity = started
    }

    /// Whether TLS is used.
    var isSecure: Bool { url.prefix(6).lowercased() == "https:" }

    /// The limit that passes first.
    var deadline: Deadline {
        let limits = order.request.limits
        var deadline =
            switch phase {
            case .connecting: Deadline(instant: started + limits.connectTimeout, limit: .connect)
            case .waiting, .receiving:
                pausedUntil.map { Deadline(instant: $0, limit: .pause) }
                    ?? Deadline(instant: lastActivity + limits.stallTimeout, limit: .stall)
            case .draining: Deadline(instant: lastActivity + Self.drainTime, limit: .drain)
            }
        if phase != .draining, let total = limits.totalTimeout, started + total < deadline.instant {
            deadline = Deadline(instant: started + total, limit: .total)
        }
        return deadline
    }

    /// The status of the head that comes or has come.
    var status: Int { head.status }

    // MARK: What libcurl reports; `false` abandons the transfer

    /// Whether a connection to an address may be made.
    func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard judgesAddresses else { return true }
        guard let address = carrel_curl_socket_address(address).flatMap({ IPAddress($0) }) else {
            return false
        }
        return judge(address)
    }

    private var judgesAddresses: Bool { !usesProxy && order.request.limits.addresses != .any }

    private func judge(_ address: IPAddress) -> Bool {
        if order.request.limits.addresses.allows(address) { return true }
        refused = .refused(address, url: url)
        return false
    }

    /// A connection is there and the request is about to be sent.
    ///
    /// - Returns: whether it may be: a connection that another request made may be reused.
    func connected(to address: String?) -> Bool {
        if judgesAddresses {
            guard let address = address.flatMap({ IPAddress($0) }), judge(address) else { return false }
        }
        // Once more if a reused connection turned out to be closed.
        phase = .waiting
        remoteAddress = usesProxy ? nil : address
        lastActivity = .now
        return true
    }

    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        // After the head come only the trailer fields of a chunked content, which nobody asked for.
        guard phase == .waiting else { return true }
        defer { lastActivity = .now }
        switch head.read(line) {
        case .more: return true
        case .tooLarge:
            failure = error(
                .headTooLarge, "the head is larger than \(ByteCount(Int64(order.request.limits.maxHeadSize)))"
            )
            return false
        case .complete(let status, let fields):
            if engine.keepsCookies, fields["Set-Cookie"] != nil { engine.cookiesChanged() }
            return deliver(
                ResponseHead(
                    status: status, fields: fields, url: order.request.url, remoteAddress: remoteAddress))
        }
    }

    func receive(content: UnsafeRawBufferPointer) -> Reception {
        switch phase {
        case .receiving:
            guard !content.isEmpty else { return .taken }
            // libcurl has read more than one piece before it was told to pause, and keeps the others.
            guard pausedUntil == nil else { return .held }
            return decoder == nil ? deliver(content) : decode(content)
        case .draining:
            drained += content.count
            return drained <= Self.drainLimit ? .taken : .refused
        case .connecting, .waiting:
            failure = error(.malformed, "content came before a head")
            return .refused
        }
    }

    private func decode(_ content: UnsafeRawBufferPointer) -> Reception {
        guard let decoder else { return .refused }
        lastActivity = .now
        switch decoder.decode(content) {
        case .taken: return deliverDecoded()
        case .grownTooMuch: failure = .decompressionBomb(order.request.limits, url: url)
        case .malformed: failure = error(.malformed, "the content is not coded as \(decoder.codings)")
        }
        return .refused
    }

    /// Delivers what was decoded, up to a pause or to its end.
    private func deliverDecoded(isLast: Bool = false) -> Reception {
        while isLast || pausedUntil == nil, let piece = decoder?.next() {
            let reception = piece.withUnsafeBytes(deliver)
            if case .refused = reception { return .refused }
        }
        return pausedUntil == nil ? .taken : .takenThenPause
    }

    /// The pause is over.
    ///
    /// - Returns: what became of what had been kept meanwhile.
    func resume() -> Reception {
        pausedUntil = nil
        lastActivity = .now
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
        lastActivity = .now
        guard case .pause(let duration) = pace, duration > .zero else { return .taken }
        pausedUntil = lastActivity + duration
        engine.limitMovedUp(to: deadline.instant)
        return .takenThenPause
    }

    private func deliver(_ head: ResponseHead) -> Bool {
        var head = head
        let length = head.contentLength
        if order.request.keepsGzip, head.codings == ["gzip"] || head.codings == ["x-gzip"] {
            head.fields["Content-Encoding"] = nil
        }
        if head.isToBeDecoded, let decoder = DecodedContent(head.codings, order.request.limits) {
            self.decoder = decoder
            head.markDecoded()
        }
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
        lastActivity = .now
        engine.limitMovedUp(to: deadline.instant)
        return length.map { $0 <= Self.drainLimit } ?? true
    }

    private func stopped() -> Bool {
        failure = error(.stopped, "the transfer was abandoned")
        return false
    }

    // MARK: The end

    /// How the exchange ended, given libcurl's result.
    func result(_ code: CURLcode, message: String) -> CurlResult {
        if let failure { return .failure(failure) }
        // The content was not wanted, so that it is not whole is no failure.
        if phase == .draining { return .success(()) }
        // Refusing an address is no failure if the host has another one.
        if phase != .receiving, code != CURLE_OK, let refused { return .failure(refused) }
        if let failure = CurlFailure(code, message: message, isHeadWhole: phase == .receiving) {
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
    func expired(_ deadline: Deadline) -> CurlResult {
        let limits = order.request.limits
        switch deadline.limit {
        case .drain, .pause: return .success(())
        case .connect:
            return .failure(
                error(
                    .connectTimeout, "no connection within \(limits.connectTimeout.durationText)",
                    remedy: CurlFailure.connectRemedy))
        case .stall:
            return .failure(
                error(
                    .stalled, "no byte arrived for \(limits.stallTimeout.durationText)",
                    remedy: "Try again later, or raise download.stall-timeout"))
        case .total:
            return .failure(
                error(
                    .totalTimeout, "not done within \((limits.totalTimeout ?? .zero).durationText)",
                    remedy: "Raise download.total-timeout"))
        }
    }

    /// An error about this exchange's URL.
    func error(_ code: FetchError.Code, _ reason: String, remedy: String? = nil) -> FetchError {
        FetchError(code, url: url, reason: reason, remedy: remedy)
    }
}
