import CarrelBasics
import CarrelHTTP
import CarrelServer
import CarrelTesting
import Foundation
import Testing

/// What a handler of requests gets, and what becomes of its replies.
@Suite(.timeLimit(.minutes(1)))
struct RequestHandlerTests {
    @Test
    func `a handler gets the content of a request, up to its limit`() async throws {
        try await Self.serving(
            Handler(contentLimit: 200_000) { request in
                .text(
                    200,
                    "\(request.method) \(request.content.count) \(String(decoding: request.content.prefix(5), as: UTF8.self))"
                )
            }
        ) { client in
            let content = String(repeating: "carrel", count: 30_000)
            let whole = try await client.post("/", content)
            #expect(whole.text == "POST 180000 carre\n")
            let larger = try await client.post("/", content + content)
            #expect(larger.status == 413 && larger.fields["Content-Type"] == "application/problem+json")
        }
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func `behind a 304 the next response follows at once`(length: Int64?) async throws {
        try await Self.serving(
            Handler { request in
                request.path == "/same"
                    ? ServerReply(304, HTTPFields([("ETag", "\"a\"")]), content: .absent(length: length))
                    : .text(200, "next")
            }
        ) { client in
            let requests = ["/same HTTP/1.1\r\n", "/next HTTP/1.1\r\nConnection: close\r\n"]
                .map { "GET \($0)Host: 127.0.0.1\r\n\r\n" }
            let answer = String(decoding: try await client.exchange(requests.joined()), as: UTF8.self)
            let heads = answer.split(separator: "\r\n\r\n")
            #expect(heads.count == 3 && heads[0].hasPrefix("HTTP/1.1 304 "), "\(answer)")
            #expect(!heads[0].lowercased().contains("transfer-encoding"), "\(answer)")
            #expect(heads[1].hasPrefix("HTTP/1.1 200 ") && heads[2] == "next\n", "\(answer)")
        }
    }

    @Test
    func `what the server refuses by itself looks as what its handler refuses`() async throws {
        try await Self.serving(Handler { _ in .text(200, "") }) { client in
            let lengths = "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"
            let answer = try await client.exchange("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + lengths)
            let response = try #require(RawResponse(answer))
            #expect(response.status == 400 && response.fields["Content-Type"] == "application/problem+json")
        }
    }

    @Test
    func `a file that is cut short while it is sent ends the connection`() async throws {
        let folder = try TemporaryFolder()
        let written = try folder.write("cut", String(repeating: "a", count: 100_000))
        let file = OpenFile(open(written.path, O_RDONLY | O_CLOEXEC))
        try await Self.serving(
            Handler { _ in ServerReply(200, content: .file(file, offset: 10, count: 1 << 20)) }
        ) { client in
            // The answer ends where the server closes the connection, which it would also keep for another request.
            let answer = try await client.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(RawResponse(answer)?.content.count == 99_990)
        }
    }

    @Test
    func `a stream is sent as it is made, and ends`() async throws {
        let stream = ReplyStream(limit: 1 << 20)
        try await Self.serving(Handler { _ in Self.reply(stream) }) { client in
            async let response = client.request("/")
            // The first part before anybody asks, the others whenever the connection waits.
            for number in 1...200 {
                #expect(stream.send(Array("line \(number)\n".utf8)))
                await Task.yield()
            }
            stream.end()
            #expect(!stream.send([1]))
            let text = try await response.dechunked
            #expect(text == (1...200).map { "line \($0)\n" }.joined())
        }
    }

    @Test
    func `a client that goes away ends the stream`() async throws {
        let stream = ReplyStream(limit: 1 << 20)
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        stream.onClose { continuation.finish() }
        try await Self.serving(Handler { _ in Self.reply(stream) }) { client in
            var connection: OpenFile? = try client.begin("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(connection != nil)
            #expect(stream.send(Array("hello\n".utf8)))
            connection = nil
            // Only a write tells that nobody reads.
            let writing = Task {
                while stream.send(Array(": still there\n".utf8)) {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            for await _ in closed {}
            _ = await writing.result
        }
    }

    @Test
    func `a stream that is made for a client that has gone ends at once`() async throws {
        let (stream, gate) = (ReplyStream(limit: 1 << 20), Gate())
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        stream.onClose { continuation.finish() }
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let handler = Handler { _ in
            asking.finish()
            try? await gate.wait()
            return Self.reply(stream)
        }
        try await Self.serving(handler) { client in
            var connection: OpenFile? = try client.begin("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(connection != nil)
            for await _ in asked {}
            connection = nil
            gate.open()
            // Only a write tells that nobody reads.
            let writing = Task {
                while stream.send(Array(": still there\n".utf8)) {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            for await _ in closed {}
            _ = await writing.result
        }
    }

    @Test
    func `a client that reads nothing is cut off`() async throws {
        let stream = ReplyStream(limit: 4096)
        #expect(stream.send([UInt8](repeating: 0x61, count: 4096)))
        #expect(!stream.send([0x61]))
        #expect(!stream.send([0x61]))
    }

    @Test
    func `who sends to a slow client can wait for room instead`() async throws {
        let stream = ReplyStream(limit: 4096)
        #expect(stream.send([UInt8](repeating: 0x61, count: 2048)))
        let sending = Task {
            for _ in 1...100 {
                await stream.room()
                guard stream.send([UInt8](repeating: 0x62, count: 2048)) else { return false }
            }
            stream.end()
            return true
        }
        try await Self.serving(Handler { _ in Self.reply(stream) }) { client in
            let text = try await client.request("/").dechunked
            #expect(text.utf8.count == 2048 * 101)
        }
        #expect(await sending.value, "nothing was left unread beyond the limit")
        await stream.room()
    }

    @Test
    func `a server that stops ends its streams`() async throws {
        let stream = ReplyStream(limit: 1 << 20)
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        stream.onClose { continuation.finish() }
        let reading = try await Self.serving(Handler { _ in Self.reply(stream) }) { client in
            let reading = Task { try await client.request("/") }
            #expect(stream.send(Array("hello\n".utf8)))
            while !stream.isRead { await Task.yield() }
            return reading
        }
        for await _ in closed {}
        #expect(try await reading.value.text.contains("hello"))
    }

    private static func reply(_ stream: ReplyStream) -> ServerReply {
        ServerReply(200, HTTPFields([("Content-Type", "text/event-stream")]), content: .stream(stream))
    }

    private static func serving<Value>(
        _ handler: Handler, _ body: (RawClient) async throws -> Value
    ) async throws -> Value {
        let socket = try ListeningSocket(ListenAddress())
        let daemon = try Daemon.start(socket, limits: ServerLimits(), handler)
        do {
            let value = try await body(RawClient(port: socket.address.port))
            await daemon.stop()
            return value
        } catch {
            await daemon.stop()
            throw error
        }
    }
}

private struct Handler: RequestHandler {
    var contentLimit = 0
    let answer: @Sendable (ServerRequest) async -> ServerReply

    func refusal(of request: ServerRequest) -> ServerReply? { nil }

    func refused(_ refusal: ServerReply, for request: ServerRequest) -> ServerReply {
        var refusal = refusal
        refusal.fields["Content-Type"] = "application/problem+json"
        return refusal
    }

    func reply(to request: ServerRequest, unless hasGone: @Sendable () -> Bool) async -> ServerReply {
        await answer(request)
    }
}

extension RawClient {
    fileprivate func post(_ target: String, _ content: String) async throws -> RawResponse {
        let bytes = try await exchange(
            "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)"
        )
        guard let response = RawResponse(bytes) else { throw POSIXError(.EBADMSG) }
        return response
    }
}

extension RawResponse {
    /// The content without the lengths of its chunks.
    fileprivate var dechunked: String {
        guard fields["Transfer-Encoding"] == "chunked" else { return text }
        var rest = Substring(text)
        var content = ""
        while let end = rest.firstRange(of: "\r\n"), let count = Int(rest[..<end.lowerBound], radix: 16),
            count > 0
        {
            let start = end.upperBound
            guard let stop = rest.utf8.index(start, offsetBy: count, limitedBy: rest.endIndex) else { break }
            content += rest[start..<stop]
            rest = rest[stop...].dropFirst(1)
        }
        return content
    }
}
