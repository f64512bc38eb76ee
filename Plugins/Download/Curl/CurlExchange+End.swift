import CLibcurl
import CarrelBasics
import CarrelHTTP

/// How an exchange ended, and whether it is made again.
extension CurlExchange {
    /// Whether what made the exchange end was left on its connection by others; nothing has been delivered then.
    private func isEndedByOthers(_ code: CURLcode, _ message: String) -> Bool {
        guard !order.usesNewConnection else { return false }
        if needsNewConnection { return true }
        guard phase == .waiting, isReused, case .failure(let error) = result(code, message: message) else {
            return false
        }
        return error.isOfHead
    }

    /// When a server that has never answered over HTTP/1.1 is taken to know nothing but HTTP/2; `nil` if it may know it.
    private func unknownVersionCounts(_ code: CURLcode, _ message: String) -> ContinuousClock.Instant? {
        guard order.version == .http1, failure == nil, !isHeadWhole, !engine.spoken.isHTTP1(for: order) else {
            return nil
        }
        return switch code {
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: ContinuousClock.now
        case CURLE_SSL_CONNECT_ERROR where message.contains("no application protocol"): ContinuousClock.now
        // A server that has just too much to do ends connections, too.
        case CURLE_SSL_CONNECT_ERROR, CURLE_GOT_NOTHING, CURLE_RECV_ERROR:
            engine.spoken.refusalCounts(for: order)
        default: nil
        }
    }

    /// How the exchange is to be made again, where libcurl's result says nothing of the document.
    func repetition(after code: CURLcode, message: String) -> CurlOrder? {
        // What a server that goes away has not answered it has not taken (RFC 9113 section 6.8).
        let isUntaken = code == CURLE_HTTP2 && phase == .waiting && failure == nil
        let isOfOthers = isEndedByOthers(code, message)
        let unknownVersion = unknownVersionCounts(code, message)
        let isUnknownVersion = unknownVersion.map { $0 <= .now } ?? false
        let isUntold = isEndUntold || isUnknownVersion
        let isToCome = isUntold || isUntaken || unknownVersion != nil
        // A new connection is made once.
        guard isOfOthers || isToCome && !order.isLast else { return nil }
        var order = order
        order.begun = limits.begun
        order.repetitions += 1
        order.notBefore = unknownVersion
        if isUntold { order.version = order.version == .any ? .http1 : .trusted }
        if phase == .counting { order.countedLength = received }
        if isUnknownVersion { engine.spoken.noteUnwanted(for: order) }
        if isOfOthers {
            order.usesNewConnection = true
            order.suspected = suspicion(code, message)
        }
        return order
    }

    /// What the connection brought, unless nothing of it was read.
    private func suspicion(_ code: CURLcode, _ message: String) -> CurlOrder.Suspicion? {
        guard !needsNewConnection, let connection, case .failure(let error) = result(code, message: message)
        else { return nil }
        return CurlOrder.Suspicion(connection: connection, code: error.code, reason: error.reason)
    }

    /// How the exchange ended, given libcurl's result.
    func result(_ told: CURLcode, message: String) -> CurlResult {
        if let failure { return .failure(failure) }
        // What is short may not tell before its end.
        let isCoded = undecided?.isAround(isEnded: true) ?? false
        if undecided != nil, case .refused = decide(isCoded: isCoded), phase != .draining {
            return .failure(failure ?? .stopped(url))
        }
        // The content was not wanted, so that it is not whole is not a failure.
        if phase == .draining { return .success(()) }
        // Refusing an address is not a failure if the host has another one.
        if phase != .receiving, told != CURLE_OK, let refused { return .failure(refused) }
        let code: CURLcode
        switch counted(told) {
        case .success(let counted): code = counted
        case .failure(let error): return .failure(error)
        }
        if let failure = CurlFailure.message(
            of: code, message: message, isHeadWhole: phase == .receiving, usesProxy: usesProxy,
            isOfProxy: usesSecureProxy && !hasTunnel)
        {
            return .failure(error(failure))
        }
        if let leastLength, received < leastLength {
            return .failure(error(CurlFailure.shorterOverHTTP2))
        }
        guard let decoder else { return .success(()) }
        // A response that is whole may end before its pause does.
        if case .refused = deliverDecoded(isLast: true) {
            return .failure(failure ?? .stopped(url))
        }
        if decoder.isWhole { return .success(()) }
        return .failure(
            error(.truncated, "the content coded as \(decoder.codings) ended before its end"))
    }

    /// Notes that the system gave no socket; for another address of the host it may.
    func failedToOpen(_ code: Int32) {
        if let failure = ConnectionMessage(socketError: code) { refused = error(failure) }
    }

    private func error(_ failure: ConnectionMessage) -> FetchError {
        error(failure.code, failure.reason, remedy: failure.remedy)
    }

    /// Notes that HTTP/1.1 told nothing of the document beyond HTTP/2, now that this has told as much.
    func settleVersion(_ result: CurlResult) {
        if order.countedLength != nil, case .success = result { engine.spoken.noteUntold(for: order) }
    }

    /// Notes the connection that brought another's response, now that it is known what the own one is.
    func settleSuspicion(_ result: CurlResult) {
        guard let suspected = order.suspected else { return }
        // The same fault over a connection of its own is the server's.
        if case .failure(let error) = result, phase == .waiting, error.code == suspected.code,
            error.reason == suspected.reason
        {
            return
        }
        engine.connections.noteMixed(suspected.connection)
    }

    /// How the exchange ends because a limit has passed.
    func expired(_ deadline: CurlLimits.Deadline) -> CurlResult {
        guard var passed = limits.failure(after: deadline.limit) else { return .success(()) }
        // They do not prolong the wait, but they have come.
        if deadline.limit == .stall, hasOnlyInterim { passed.reason += " but interim responses" }
        return .failure(error(passed))
    }
}

extension FetchError {
    /// Whether the head of the response could not be taken.
    fileprivate var isOfHead: Bool { code == .malformed || code == .headTooLarge }
}
