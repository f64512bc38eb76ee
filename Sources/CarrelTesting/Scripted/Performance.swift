import CarrelHTTP
import Dispatch
import Foundation

/// Acts out the steps of one reply towards a sink, as a client would see them.
struct Performance {
    private enum Framing: Equatable { case length(Int64), chunked, untilClose }

    private let request: FetchRequest
    private let sink: any ResponseSink
    private let clock: any Clock<Duration>
    private let queue: DispatchQueue
    private let connection: ConnectionID
    private var framing: Framing?
    private var isSkipped = false
    private var isWhole = false
    private var received: Int64 = 0
    private var elapsed = Duration.zero
    /// How long nothing of the response came.
    private var silence = Duration.zero

    /// Whether something came behind the end of the response.
    private(set) var hasExcess = false
    /// Whether the server closed the connection.
    private var isClosed = false

    init(
        request: FetchRequest, sink: any ResponseSink, connection: ConnectionID, clock: any Clock<Duration>,
        queue: DispatchQueue
    ) {
        self.request = request
        self.connection = connection
        self.sink = sink
        self.clock = clock
        self.queue = queue
    }

    /// Whether the head has come.
    var hasHead: Bool { framing != nil }

    /// Whether the connection can carry another exchange.
    var leavesConnection: Bool { isWhole && !hasExcess && !isClosed }

    /// Acts out steps until the response is whole or fails.
    mutating func act(_ steps: [Reply.Step]) async throws(FetchError) {
        for (index, step) in steps.enumerated() {
            // What is not wanted is not waited for, and what comes after the end belongs to nobody.
            if isWhole {
                isClosed = steps[index...].contains { if case .close = $0 { true } else { false } }
                hasExcess = hasExcess || steps[index...].contains(where: \.isSent)
                return
            }
            if isSkipped, !drains(step) { return }
            guard !Task.isCancelled else { throw error(.cancelled, "cancelled") }
            switch step {
            case .head(let status, let fields): try await take(status, fields)
            case .bytes(let data): try await take(data)
            case .zeros(let count, let pause): try await takeZeros(count, pause)
            case .chunk(let data): try await take(data)
            case .lastChunk: isWhole = true
            case .raw: throw error(.malformed, "not HTTP")
            case .wait(let gate): try await pass(gate)
            case .delay(let duration): try await sleep(duration)
            case .stall: try await sleep(.seconds(Int64.max / 4))
            case .close: try finish()
            case .fail(let code, let reason): throw error(code, reason)
            }
        }
        try finish()
    }

    private mutating func take(_ status: Int, _ fields: HTTPFields) async throws(FetchError) {
        let size = fields.lines.reduce(20) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard size <= request.limits.maxHeadSize else {
            throw error(.headTooLarge, "the head is larger than \(request.limits.maxHeadSize) bytes")
        }
        guard status >= 200 else { return }
        silence = .zero
        let head = head(status, fields)
        if let fault = head.framingFault { throw error(.malformed, fault) }
        let hasContent = status != 204 && status != 304 && request.method != .head
        framing =
            switch (head.contentLength, fields.transferCodings) {
            case _ where !hasContent: .length(0)
            case (_, .some): .chunked
            case (let length?, nil): .length(length)
            case (nil, nil): .untilClose
            }
        let sink = sink
        let demand = try await call { () throws(SinkStopped) in try sink.receive(head: head) }
        if case .skip = demand { isSkipped = true }
        isWhole = framing == .length(0)
    }

    /// Whether a step of a response that is not wanted is taken all the same: a short rest keeps the connection.
    private func drains(_ step: Reply.Step) -> Bool {
        guard case .length(let length) = framing, length <= 64 << 10, case .bytes = step else { return false }
        return true
    }

    private func head(_ status: Int, _ fields: HTTPFields) -> ResponseHead {
        var head = ResponseHead(status: status, fields: fields, url: request.url)
        head.connection = connection
        head.elapsed = elapsed
        return head
    }

    private mutating func take(_ data: Data) async throws(FetchError) {
        guard let framing else { throw error(.malformed, "content came before a head") }
        silence = .zero
        var rest = data
        if case .length(let length) = framing {
            rest = rest.prefix(Int(length - received))
            hasExcess = rest.count < data.count
        }
        if isSkipped { received += Int64(rest.count) }
        let sink = sink
        while !rest.isEmpty, !isSkipped {
            guard !Task.isCancelled else { throw error(.cancelled, "cancelled") }
            let piece = [UInt8](rest.prefix(64 << 10))
            let pace = try await call { () throws(SinkStopped) in
                try piece.withUnsafeBufferPointer { (bytes) throws(SinkStopped) in
                    try sink.receive(bytes: UnsafeRawBufferPointer(bytes))
                }
            }
            rest = rest.dropFirst(piece.count)
            received += Int64(piece.count)
            if case .pause(let duration) = pace { try await sleep(duration, isStall: false) }
        }
        if framing == .length(received) { isWhole = true }
    }

    private mutating func takeZeros(_ count: Int64, _ pause: Duration) async throws(FetchError) {
        var left = count
        while left > 0, !isWhole {
            let part = min(left, 64 << 10)
            try await take(Data(count: Int(part)))
            if pause > .zero { try await sleep(pause) }
            left -= part
        }
    }

    private func finish() throws(FetchError) {
        switch framing {
        case nil: throw error(.truncated, "the connection ended without a response")
        case .untilClose: return
        case .length, .chunked:
            guard isWhole || isSkipped else { throw error(.truncated, "the connection ended too early") }
        }
    }

    // MARK: Waiting

    private func pass(_ gate: Gate) async throws(FetchError) {
        do {
            try await gate.wait()
        } catch {
            throw self.error(.cancelled, "cancelled")
        }
    }

    /// Sleeps, but no longer than the limits allow.
    private mutating func sleep(_ duration: Duration, isStall: Bool = true) async throws(FetchError) {
        let limits = request.limits
        let left = limits.totalTimeout.map { $0 - elapsed }
        let patience = limits.stallTimeout - silence
        let wait = min(duration, isStall ? patience : duration, left ?? duration)
        do {
            try await clock.sleep(for: wait)
        } catch {
            throw self.error(.cancelled, "cancelled")
        }
        elapsed += wait
        if isStall { silence += wait }
        if let left, wait >= left { throw error(.totalTimeout, "not done in time") }
        if isStall, wait >= patience { throw error(.stalled, "no byte arrived") }
    }

    /// Calls the sink from the fetcher's queue.
    private func call<Answer: Sendable>(
        _ body: @escaping @Sendable () throws(SinkStopped) -> Answer
    ) async throws(FetchError) -> Answer {
        let queue = queue
        let result: Result<Answer, SinkStopped> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(SinkStopped) in try body() }) }
        }
        do {
            return try result.get()
        } catch {
            throw FetchError.stopped(request.target.text)
        }
    }

    private func error(_ code: FetchError.Code, _ reason: String) -> FetchError {
        FetchError(code, url: request.target.text, reason: reason)
    }
}

extension Reply.Step {
    /// Whether bytes are sent.
    fileprivate var isSent: Bool {
        switch self {
        case .head, .bytes, .zeros, .chunk, .lastChunk, .raw: true
        case .wait, .delay, .stall, .close, .fail: false
        }
    }
}
