import CarrelHTTP
import CurlFetching
import Foundation
import Testing

@testable import CarrelTesting

/// Responses that are not those to their requests.
@Suite(.timeLimit(.minutes(1))) struct EarlyResponseTests {
    @Test func `a response that begins before the server has the request is not its response`() async throws {
        let listener = try Socket.listen()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        Thread { Self.serve(listener) }.start()
        // More than a connection takes that nobody reads from.
        let fetcher = CurlFetcher(CurlOptions(userAgent: String(repeating: "x", count: 900_000)))
        let (first, second) = (CollectingSink(), CollectingSink())
        try await fetcher.exchange(FetchRequest(url: url), into: first)
        try await fetcher.exchange(FetchRequest(url: url), into: second)
        #expect(first.content == Data("one".utf8))
        #expect(second.content == Data("two".utf8))
        #expect(second.result.violations.isEmpty && second.result.heads.count == 1)
        let connection = try #require(first.head?.connection)
        #expect(second.head?.connection != connection)
        #expect(await fetcher.mixedConnections() == [connection])
    }

    @Test(arguments: [true, false])
    func `a connection is thought to be mixed unless the same fault comes over a new one`(
        isSame: Bool
    ) async throws {
        let listener = try Socket.listen()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let odd = "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello"
        let other = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzzz\r\n"
        Thread { Self.serve(listener, odd, isSame ? odd : other) }.start()
        let fetcher = CurlFetcher()
        let first = CollectingSink()
        try await fetcher.exchange(FetchRequest(url: url), into: first)
        let connection = try #require(first.head?.connection)
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.exchange(FetchRequest(url: url), into: CollectingSink())
        }
        #expect(error?.code == .malformed)
        #expect(await fetcher.mixedConnections() == (isSame ? [] : [connection]))
    }

    /// Answers once, then with a fault; then with another one on another connection.
    private static func serve(_ listener: Socket, _ fault: String, _ second: String) {
        defer { listener.close() }
        guard let used = listener.accept(), readRequest(used) else { return }
        answer("one", used)
        guard readRequest(used) else { return }
        send(fault, used)
        guard let new = listener.accept() else { return }
        used.close()
        if readRequest(new) { send(second, new) }
        while new.receive() != nil {}
        new.close()
    }

    /// Answers once, then again when the next request has only begun to come; then answers on another connection.
    private static func serve(_ listener: Socket) {
        defer { listener.close() }
        guard let used = listener.accept(), readRequest(used) else { return }
        answer("one", used)
        guard used.receive() != nil else { return }
        answer("stray", used)
        guard let new = listener.accept() else { return }
        used.close()
        if readRequest(new) { answer("two", new) }
        while new.receive() != nil {}
        new.close()
    }

    private static func readRequest(_ socket: Socket) -> Bool {
        var end: [UInt8] = []
        while let bytes = socket.receive() {
            end = (end + bytes).suffix(4)
            if end.elementsEqual("\r\n\r\n".utf8) { return true }
        }
        return false
    }

    private static func answer(_ text: String, _ socket: Socket) {
        send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)", socket)
    }

    private static func send(_ response: String, _ socket: Socket) {
        _ = Array(response.utf8).withUnsafeBytes { socket.send($0) }
    }
}
