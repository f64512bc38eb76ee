import CLibcurl
import CarrelHTTP

/// The thread's own state: the transfers, and the loop that moves them.
///
/// It never leaves the thread.
final class CurlEngine {
    static let stoppedReason = "the fetcher was shut down"

    private let loop: CurlLoop
    private let options: CurlOptions
    private let jar: CookieJar?
    private var idle: [CurlHandle] = []
    /// Orders beyond those that may be in flight; they are few.
    private var waiting: [CurlOrder] = []
    private let maxActive: Int
    private var active: [UInt64: CurlHandle] = [:]
    /// Servers that do not say over HTTP/2 how long a document is.
    private var origins: Set<Origin> = []
    /// What is known of the connections.
    let connections: CurlConnections
    /// No limit passes before this instant.
    private var nextDeadline = ContinuousClock.now

    init(_ loop: CurlLoop, _ options: CurlOptions) {
        self.loop = loop
        self.options = options
        connections = loop.connections
        maxActive = options.maxActive ?? .max
        let hasCookies = options.cookieFile != nil || options.keptCookies != nil
        jar = hasCookies ? CookieJar(file: options.cookieFile, kept: options.keptCookies) : nil
    }

    /// Moves transfers until the loop is stopped.
    func run() {
        guard let multi = loop.multi else { return }
        // Handles never outlive the multi handle, nor are they freed while they belong to it.
        defer { stop(multi) }
        while true {
            let mail = loop.takeMail()
            waiting += mail.orders
            for ticket in mail.cancellations { cancel(ticket, multi) }
            for look in mail.looks { look.resume(returning: connections.lookAtIdle()) }
            if mail.isStopped { return }
            startWaiting(multi)

            // A sink may hold up this turn. Limits are checked as of its start, so that what arrived
            // meanwhile and was not yet read never counts as a stall.
            let now = ContinuousClock.now
            var running: Int32 = 0
            loop.turn.begin()
            curl_multi_perform(multi, &running)
            finishEnded(multi)
            if now >= nextDeadline { expire(at: now, multi) }
            startWaiting(multi)
            guard loop.mayRest(isFull: active.count >= maxActive) else { continue }
            curl_multi_poll(multi, nil, 0, pollMilliseconds(), nil)
        }
    }

    /// Begins what waits, as far as it may.
    private func startWaiting(_ multi: UnsafeMutableRawPointer) {
        guard !waiting.isEmpty else { return }
        var next = 0
        while next < waiting.count, active.count < maxActive {
            start(waiting[next], multi)
            next += 1
        }
        waiting.removeFirst(next)
    }

    private func start(_ order: CurlOrder, _ multi: UnsafeMutableRawPointer) {
        guard !order.ticket.isCancelled else { return order.fail(.cancelled, "cancelled") }
        guard let handle = idle.popLast() ?? CurlHandle(options, jar, connections, loop.turn) else {
            return order.fail(.unreachable, "libcurl has no memory for another transfer")
        }
        var order = order
        if !origins.isEmpty, let origin = Origin(order.request.url), origins.contains(origin) {
            order.avoidsHTTP2 = true
        }
        let exchange = CurlExchange(order, engine: self)
        handle.begin(exchange)
        curl_multi_add_handle(multi, handle.easy)
        active[order.ticket.number] = handle
        limitMovedUp(to: exchange.deadline.instant)
    }

    /// Notes a limit that may pass before all others.
    func limitMovedUp(to instant: ContinuousClock.Instant) {
        nextDeadline = min(nextDeadline, instant)
    }

    /// Whether cookies are kept.
    var keepsCookies: Bool { jar != nil }

    /// Notes that a server has set a cookie.
    func cookiesChanged() { jar?.noteChange() }

    private func cancel(_ ticket: CurlTicket, _ multi: UnsafeMutableRawPointer) {
        guard let handle = active[ticket.number], let exchange = handle.exchange else {
            guard let index = waiting.firstIndex(where: { $0.ticket.number == ticket.number }) else { return }
            return waiting.remove(at: index).fail(.cancelled, "cancelled")
        }
        finish(handle, exchange, .failure(exchange.error(.cancelled, "cancelled")), multi)
    }

    private func finishEnded(_ multi: UnsafeMutableRawPointer) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard let easy = carrel_curl_ended_handle(message), let handle = CurlHandle.of(easy),
                let exchange = handle.exchange
            else { continue }
            let code = carrel_curl_result(message)
            if let order = exchange.repetition(after: code, message: handle.message) {
                again(order, handle, exchange, multi)
                continue
            }
            finish(handle, exchange, exchange.result(code, message: handle.message), multi)
        }
    }

    private func expire(at now: ContinuousClock.Instant, _ multi: UnsafeMutableRawPointer) {
        var next = now + .seconds(60)
        for handle in active.values {
            guard let exchange = handle.exchange else { continue }
            let deadline = exchange.deadline
            guard deadline.instant <= now else {
                next = min(next, deadline.instant)
                continue
            }
            if case .pause = deadline.limit {
                resume(handle, exchange, multi)
                next = min(next, exchange.deadline.instant)
            } else {
                finish(handle, exchange, exchange.expired(deadline), multi)
            }
        }
        nextDeadline = next
    }

    /// Goes on with a transfer that its sink had paused; what libcurl kept meanwhile is delivered here.
    private func resume(
        _ handle: CurlHandle, _ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer
    ) {
        switch exchange.resume() {
        case .refused:
            return finish(
                handle, exchange, exchange.result(CURLE_WRITE_ERROR, message: handle.message), multi)
        case .takenThenPause: return
        case .taken, .held: break
        }
        let code = handle.resume()
        guard code != CURLE_OK else { return }
        finish(handle, exchange, exchange.result(code, message: handle.message), multi)
    }

    /// Makes an exchange again of which nobody has seen anything.
    private func again(
        _ order: CurlOrder, _ handle: CurlHandle, _ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer
    ) {
        if exchange.isEndUntold, let origin = Origin(order.request.url) { origins.insert(origin) }
        release(handle, exchange, multi)
        start(order, multi)
    }

    private func release(
        _ handle: CurlHandle, _ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer
    ) {
        // What has not ended by itself is cut short here.
        exchange.cutShort()
        curl_multi_remove_handle(multi, handle.easy)
        connections.release(exchange)
        handle.end()
        active[exchange.order.ticket.number] = nil
        if idle.count < 64 { idle.append(handle) }
    }

    private func finish(
        _ handle: CurlHandle, _ exchange: CurlExchange, _ result: CurlResult, _ multi: UnsafeMutableRawPointer
    ) {
        release(handle, exchange, multi)
        // Before whoever waits for the last exchange learns of its end, and perhaps ends the process.
        if active.isEmpty { jar?.save() }
        exchange.order.continuation.resume(returning: result)
    }

    private func pollMilliseconds() -> Int32 {
        guard !active.isEmpty else { return 60_000 }
        let wait = ContinuousClock.now.duration(to: nextDeadline).components
        // Rounded up: a poll that ends just before a limit would be followed by one of no length.
        let roundedUp = (wait.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let milliseconds = wait.seconds * 1000 + roundedUp
        return Int32(min(max(milliseconds, 0), 60_000))
    }

    private func stop(_ multi: UnsafeMutableRawPointer) {
        for handle in active.values {
            guard let exchange = handle.exchange else { continue }
            finish(handle, exchange, .failure(exchange.error(.cancelled, Self.stoppedReason)), multi)
        }
        for order in waiting { order.fail(.cancelled, Self.stoppedReason) }
        waiting.removeAll()
        idle.removeAll()
    }
}
