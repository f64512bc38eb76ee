import CarrelBasics
import CarrelServer

/// Decides what answers a request, waits, and has it answered.
struct Router: RequestHandler {
    /// Tells whose requests are answered.
    let hosts: HostCheck
    /// The delay of a request that names none.
    let delay: RandomDelay
    /// Answers requests for files, if there is a root.
    let files: StaticFiles?
    /// Answers delayed requests for other servers.
    let upstream: Upstream
    /// Waits.
    let clock: any Clock<Duration>
    /// Told of every request that was answered.
    let log: @Sendable (RequestLog) -> Void

    /// None: only GET and HEAD are answered.
    let contentLimit = 0

    /// The reply to a request that is refused by its head alone, before anything is waited for.
    func refusal(of request: ServerRequest) -> ServerReply? {
        guard let reply = hosts.refusal(of: request) ?? Self.refusal(ofMethod: request) else { return nil }
        log(request, reply, delay: .zero)
        return reply
    }

    private static func refusal(ofMethod request: ServerRequest) -> ServerReply? {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .text(405, "Only GET and HEAD are answered", [("Allow", "GET, HEAD")])
        }
        guard request.hasContent else { return nil }
        return .text(413, "No content is accepted", [("Connection", "close")])
    }

    /// The reply to any other request, after its delay.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - hasGone: whether the client has gone: the task is cancelled then, too.
    /// - Returns: the reply; 499 to a client that has gone.
    func reply(to request: ServerRequest, unless hasGone: @Sendable () -> Bool) async
        -> ServerReply
    {
        var wait = Duration.zero
        var reply: ServerReply
        do throws(DelayRequest.Refusal) {
            let delayed = request.path.percentDecoded == DelayRequest.path
            let query = delayed ? try DelayRequest(query: request.query) : nil
            var random = SystemRandomNumberGenerator()
            wait = (query?.delay ?? delay).draw(using: &random)
            reply = await self.reply(to: request, query, after: wait)
        } catch {
            reply = .text(error.status, error.reason)
        }
        if hasGone() { reply = .text(499, "The client has gone") }
        log(request, reply, delay: wait)
        return reply
    }

    private func reply(
        to request: ServerRequest, _ query: DelayRequest?, after wait: Duration
    ) async -> ServerReply {
        do {
            if wait > .zero { try await clock.sleep(for: wait) }
        } catch {
            return .text(503, "The server is stopping")
        }
        if let query { return await upstream.reply(to: request, url: query.url) }
        if let files { return await files.reply(to: request) }
        return .text(404, "Not found: no files are served, use /delay2.php?delay=SECONDS&url=URL")
    }

    private func log(_ request: ServerRequest, _ reply: ServerReply, delay: Duration) {
        let bytes = request.method == "HEAD" || reply.status == 304 ? 0 : reply.length ?? 0
        log(
            RequestLog(
                method: request.logMethod, target: request.logTarget, status: reply.status, delay: delay,
                bytes: bytes))
    }
}
