import CLibcurl
import CarrelHTTP
import Foundation

/// The thread's own state: the transfers, and the loop that moves them.
///
/// It never leaves the thread.
final class CurlEngine {
    static let stoppedReason = "the fetcher was shut down"

    private let loop: CurlLoop
    private let multi: CurlMulti
    private let options: CurlOptions
    /// The cookies, or why there are none although they are wanted: every exchange fails then.
    private let jar: Result<CookieJar?, CurlRefusal>
    private var active: [UInt64: CurlHandle] = [:]
    /// Orders that wait until they may be made again.
    private var postponed: [UInt64: CurlOrder] = [:]
    /// The version of HTTP that is spoken with some servers.
    var spoken = SpokenVersions()
    /// What is known of the connections.
    var connections: CurlConnections { multi.connections }
    /// How often the loop has gone round.
    private(set) var turns = 0
    /// Whether an exchange has begun since libcurl was last asked to move them.
    private var hasBegun = false
    /// No limit passes before this instant.
    private var nextDeadline = ContinuousClock.now

    init(_ loop: CurlLoop, _ multi: CurlMulti, _ options: CurlOptions) {
        (self.loop, self.multi, self.options) = (loop, multi, options)
        jar = Result { () throws(CurlRefusal) in try CookieJar.make(options) }
    }

    /// Moves transfers until the loop is stopped.
    func run() {
        // Handles never outlive the multi handle, nor are they freed while they belong to it.
        defer { stop() }
        while true {
            // First, for they bring orders.
            loop.runJobs()
            let mail = loop.takeMail()
            for order in mail.orders { start(order) }
            for batch in mail.batches { start(batch) }
            for attachment in mail.attachments { attach(attachment) }
            for ticket in mail.cancellations { cancel(ticket) }
            for look in mail.looks { look.resume(returning: connections.lookAtIdle()) }
            if mail.isStopped { return loop.runJobs() }

            // A sink may hold up this turn. Limits are checked as of its start, so that what arrived
            // meanwhile and was not yet read never counts as a stall.
            let now = ContinuousClock.now
            turns += 1
            hasBegun = false
            multi.turn.begin()
            attempt { () throws(CurlRefusal) in try multi.perform() }
            finishEnded()
            if now >= nextDeadline { expire(at: now) }
            // libcurl has something to do at once for what has begun in this turn.
            guard !hasBegun, loop.mayRest() else { continue }
            attempt { () throws(CurlRefusal) in try multi.poll(milliseconds: pollMilliseconds()) }
        }
    }

    /// Does what moves all transfers; where it cannot be done, they end.
    private func attempt(_ work: () throws(CurlRefusal) -> Void) {
        do {
            try work()
        } catch {
            endAll { $0.error(error) }
            // Whatever it is, it is not a reason to turn without a rest.
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    private func endAll(_ error: (CurlExchange) -> FetchError) {
        for handle in active.values {
            guard let exchange = handle.exchange else { continue }
            finish(handle, exchange, .failure(error(exchange)))
        }
    }

    private func start(_ order: CurlOrder) {
        guard !order.ticket.isCancelled else {
            return refuse(order, order.error(.cancelled, "cancelled"))
        }
        if let instant = order.notBefore, instant > .now {
            postponed[order.ticket.number] = order
            return limitMovedUp(to: instant)
        }
        var order = order
        spoken.choose(for: &order)
        let exchange = CurlExchange(order, engine: self)
        let handle: CurlHandle
        do throws(CurlRefusal) {
            handle = try CurlHandle(exchange, options, try jar.get(), for: multi)
            try multi.add(handle.easy)
        } catch {
            return refuse(order, error.error(url: exchange.url))
        }
        active[order.ticket.number] = handle
        hasBegun = true
        limitMovedUp(to: exchange.deadline.instant)
    }

    /// Concludes an exchange that is not made.
    private func refuse(_ order: CurlOrder, _ error: FetchError) {
        // Nobody finds out any longer whose the response was.
        if let suspected = order.suspected { connections.noteMixed(suspected.connection) }
        conclude(order, .failure(error))
    }

    /// Notes a limit that may pass before all others.
    func limitMovedUp(to instant: ContinuousClock.Instant) {
        nextDeadline = min(nextDeadline, instant)
    }

    /// Whether libcurl has not let go of the connection of an exchange over TLS.
    func holdsConnection(_ exchange: CurlExchange) -> Bool {
        active[exchange.order.ticket.number]?.easy.tls != nil
    }

    /// Whether cookies are kept.
    var keepsCookies: Bool { cookies != nil }

    /// Notes that a server has set a cookie.
    func cookiesChanged() { cookies?.noteChange() }

    private var cookies: CookieJar? { (try? jar.get()) ?? nil }

    private func cancel(_ ticket: CurlTicket) {
        if let order = postponed.removeValue(forKey: ticket.number) {
            return refuse(order, order.error(.cancelled, "cancelled"))
        }
        guard let handle = active[ticket.number], let exchange = handle.exchange else { return }
        finish(handle, exchange, .failure(exchange.error(.cancelled, "cancelled")))
    }

    private func finishEnded() {
        while let (handle, code) = multi.nextEnded() {
            guard let exchange = handle.exchange else { continue }
            let message = handle.easy.message
            if exchange.usesSecureProxy { exchange.hasTunnel = handle.easy.hasTunnel }
            if code == CURLE_OK, exchange.leavesInput { exchange.foundExcess() }
            if let order = exchange.repetition(after: code, message: message) {
                again(order, handle, exchange)
                continue
            }
            finish(handle, exchange, exchange.result(code, message: message))
        }
    }

    private func expire(at now: ContinuousClock.Instant) {
        // What begins meanwhile may move it up.
        nextDeadline = now + .seconds(60)
        for handle in active.values {
            if let exchange = handle.exchange, exchange.deadline.instant <= now {
                pass(exchange.deadline, handle, exchange)
            }
            if let exchange = handle.exchange { limitMovedUp(to: exchange.deadline.instant) }
        }
        let waiting = postponed.values
        postponed = [:]
        for order in waiting { start(order) }
    }

    /// Does what a limit that has passed asks for.
    private func pass(_ deadline: CurlLimits.Deadline, _ handle: CurlHandle, _ exchange: CurlExchange) {
        switch deadline.limit {
        // Without a sink its content would be kept in memory, however much it is.
        case .pause where exchange.order.collector?.isHeld == true: exchange.waitForSink()
        case .pause: goOn(handle, exchange, exchange.resume())
        case .batch: exchange.handOver()
        case .connect, .stall, .total, .drain:
            giveUpConnection(of: exchange, after: deadline.limit)
            // A server may leave its connections open over HTTP/1.1.
            if deadline.limit == .stall, exchange.phase == .counting,
                let order = exchange.repetition(after: CURLE_OK, message: "")
            {
                again(order, handle, exchange)
            } else {
                finish(handle, exchange, exchange.expired(deadline))
            }
        }
    }

    /// Sends nothing further over a connection on which an exchange waits in vain, and nothing else comes either.
    private func giveUpConnection(of exchange: CurlExchange, after limit: CurlLimits.Deadline.Limit) {
        guard limit == .stall || limit == .total && exchange.phase == .waiting,
            let connection = exchange.sharedConnection,
            !connections.isHeard(connection, after: exchange.limits.lastActivity)
        else { return }
        connections.giveUp(connection)
    }

    /// Ends a connection that was given up once nobody uses it: libcurl would go on offering it.
    private func endConnection(of exchange: CurlExchange) {
        guard let connection = exchange.sharedConnection, connections.isGivenUp(connection),
            !active.values.contains(where: { $0.exchange?.sharedConnection == connection })
        else { return }
        connections.end(connection)
    }

    /// Has libcurl deliver what it kept, unless the sink wants nothing further, or nothing yet.
    private func goOn(_ handle: CurlHandle, _ exchange: CurlExchange, _ reception: CurlExchange.Reception) {
        switch reception {
        case .refused:
            return finish(
                handle, exchange, exchange.result(CURLE_WRITE_ERROR, message: handle.easy.message))
        case .takenThenPause: return
        case .taken, .held: break
        }
        let code = handle.easy.resume()
        guard code != CURLE_OK else { return }
        finish(handle, exchange, exchange.result(code, message: handle.easy.message))
    }

    /// Makes an exchange again that nobody has seen anything of.
    private func again(_ order: CurlOrder, _ handle: CurlHandle, _ exchange: CurlExchange) {
        release(handle, exchange)
        start(order)
    }

    private func release(_ handle: CurlHandle, _ exchange: CurlExchange) {
        // What has not ended by itself is cut short here.
        exchange.cutShort()
        multi.remove(handle.easy)
        connections.release(exchange)
        active[exchange.order.ticket.number] = nil
        endConnection(of: exchange)
        handle.end()
    }

    private func finish(_ handle: CurlHandle, _ exchange: CurlExchange, _ result: CurlResult) {
        exchange.settleVersion(result)
        exchange.settleSuspicion(result)
        release(handle, exchange)
        // Before whoever waits for the last exchange learns of its end, and perhaps ends the process.
        if active.isEmpty { cookies?.save() }
        conclude(exchange.order, result)
    }

    /// Says how an exchange ended; of a batch, the next one follows at once.
    private func conclude(_ order: CurlOrder, _ result: CurlResult) {
        switch order.receiver {
        case .task(let continuation): continuation.resume(returning: result)
        case .batch(let collector):
            guard let next = collector.ended(result) else { return }
            start(CurlOrder(request: next, sink: collector, ticket: order.ticket, receiver: order.receiver))
        }
    }

    // MARK: Batches

    private func start(_ batch: CurlBatchOrder) {
        let collector = CurlCollector(batch)
        start(
            CurlOrder(
                request: batch.requests[0], sink: collector, ticket: batch.ticket,
                receiver: .batch(collector)))
    }

    /// Goes on with an exchange that a batch handed over.
    private func attach(_ attachment: CurlAttachment) {
        switch attachment.collector.attach(attachment.sink, attachment.continuation) {
        case .ended(let collected):
            attachment.continuation.resume(returning: collected.deliver(to: attachment.sink))
        case .nothing: break
        case .begun(let head, let content):
            guard let handle = active[attachment.ticket.number], let exchange = handle.exchange else {
                return attachment.deliver()
            }
            goOn(handle, exchange, exchange.begin(head, content))
        }
    }

    private func pollMilliseconds() -> Int32 {
        guard !active.isEmpty || !postponed.isEmpty else { return 60_000 }
        let wait = ContinuousClock.now.duration(to: nextDeadline).components
        // Rounded up: a poll that ends just before a limit would be followed by one of no length.
        let roundedUp = (wait.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let milliseconds = wait.seconds * 1000 + roundedUp
        return Int32(min(max(milliseconds, 0), 60_000))
    }

    private func stop() {
        endAll { $0.error(.cancelled, Self.stoppedReason) }
        for order in postponed.values { refuse(order, order.error(.cancelled, Self.stoppedReason)) }
    }
}
