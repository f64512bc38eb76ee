import CarrelCore
import Dispatch
import Foundation

/// Acts out the steps of one reply towards a sink, as a client would see them.
struct Performance {
    private enum Framing: Equatable { case length(Int64), chunked, untilClose }

    private let request: FetchRequest
    private let sink: any ResponseSink
    private let clock: any Clock<Duration>
    private let queue: DispatchQueue
    private var framing: Framing?
    private var isSkipped = false
    private var isWhole = false
    private var received: Int64 = 0
    private var elapsed = Duration.zero

    init(request: FetchRequest, sink: any ResponseSink, clock: any Clock<Duration>, queue: DispatchQueue) {
        self.request = request
        self.sink = sink
        self.clock = clock
        self.queue = queue
    }

    /// Acts out steps until the response is whole or fails.
    mutating func act(_ steps: [Reply.Step]) async throws(FetchError) {
        for step in steps {
            // What is not wanted is not waited for, and what comes after the end belongs to nobody.
            if isSkipped || isWhole { return }
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
        let head = ResponseHead(status: status, fields: fields, url: request.url)
        let hasContent = status != 204 && status != 304
        framing =
            switch (head.contentLength, fields["Transfer-Encoding"]) {
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

    private mutating func take(_ data: Data) async throws(FetchError) {
        guard let framing else { throw error(.malformed, "content came before a head") }
        var rest = data
        if case .length(let length) = framing { rest = rest.prefix(Int(length - received)) }
        let sink = sink
        while !rest.isEmpty {
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
        let wait = min(duration, isStall ? limits.stallTimeout : duration, left ?? duration)
        do {
            try await clock.sleep(for: wait)
        } catch {
            throw self.error(.cancelled, "cancelled")
        }
        elapsed += wait
        if let left, wait >= left { throw error(.totalTimeout, "not done in time") }
        if isStall, wait >= limits.stallTimeout { throw error(.stalled, "no byte arrived") }
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
            throw self.error(.stopped, "the transfer was abandoned")
        }
    }

    private func error(_ code: FetchError.Code, _ reason: String) -> FetchError {
        FetchError(code, url: request.url.absoluteString, reason: reason)
    }
}
