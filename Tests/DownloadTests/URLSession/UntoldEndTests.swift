import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import URLSessionFetching

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Heads as Foundation on Linux reports them: it takes a TLS connection that was cut off for one that has ended.
@Suite(.timeLimit(.minutes(1))) struct UntoldEndTests {
    private let sink = CollectingSink()

    private func exchange(_ url: String, usesProxy: Bool = false) throws -> URLSessionExchange {
        URLSessionExchange(
            FetchRequest(url: try #require(URL(string: url))), sink, watchdog: Watchdog(BoundedQueue()),
            usesProxy: usesProxy)
    }

    private func head(_ status: Int, _ fields: [String: String] = [:]) throws -> URLResponse {
        try #require(
            HTTPURLResponse(
                url: URL(filePath: "/"), statusCode: status, httpVersion: nil, headerFields: fields))
    }

    private func outcome(of exchange: URLSessionExchange) async -> Outcome {
        await withCheckedContinuation { exchange.end.begin($0) }
    }

    private func error(of exchange: URLSessionExchange) async -> FetchError? {
        guard case .failure(let error) = await outcome(of: exchange) else { return nil }
        return error
    }

    @Test func `a document over https whose end nothing tells is refused`() async throws {
        let exchange = try exchange("https://notes.test/doc")
        exchange.receive(try head(200))
        let error = await error(of: exchange)
        #expect(error?.code == .endUntold && error?.remedy?.contains("curl") == true)
        #expect(error?.isTransient == false && sink.head == nil)
    }

    @Test(arguments: [["Content-Length": "2"], ["Transfer-Encoding": "chunked"]])
    func `a document over https with a length or chunks is taken`(fields: [String: String]) async throws {
        let exchange = try exchange("https://notes.test/doc")
        exchange.receive(try head(200, fields))
        exchange.receive(Data("ok".utf8))
        exchange.complete(nil, lastResponse: nil)
        #expect(await error(of: exchange) == nil && sink.content == Data("ok".utf8))
    }

    @Test(arguments: [[:], ["Transfer-Encoding": "identity"]] as [[String: String]])
    func `a document over http whose end nothing tells has no validators`(fields: [String: String]) throws {
        let exchange = try exchange("http://notes.test/doc")
        exchange.receive(try head(200, fields.merging(["ETag": "\"1\""]) { old, _ in old }))
        #expect(sink.head?.status == 200 && sink.head?.validators.isEmpty == true)
    }

    @Test(arguments: [["Content-Length": "2"], ["Transfer-Encoding": "chunked"]])
    func `a document over http with a length or chunks has validators`(fields: [String: String]) throws {
        let exchange = try exchange("http://notes.test/doc")
        exchange.receive(try head(200, fields.merging(["ETag": "\"1\""]) { old, _ in old }))
        #expect(sink.head?.validators.entityTag == "\"1\"")
    }

    @Test func `a proxy's answer to CONNECT is not the server's`() async throws {
        let exchange = try exchange("https://notes.test/doc", usesProxy: true)
        exchange.receive(try head(200))
        #expect(sink.head == nil)
        exchange.receive(try head(404, ["Content-Length": "4"]))
        exchange.receive(Data("gone".utf8))
        exchange.complete(nil, lastResponse: nil)
        #expect(await error(of: exchange) == nil)
        #expect(sink.result.heads.map(\.status) == [404] && sink.content == Data("gone".utf8))
    }

    @Test func `content right after a proxy's answer belongs to nothing`() async throws {
        let exchange = try exchange("https://notes.test/doc", usesProxy: true)
        exchange.receive(try head(200))
        exchange.receive(Data("<html>".utf8))
        #expect(await error(of: exchange)?.code == .endUntold && sink.content.isEmpty)
    }

    @Test func `a proxy's answer alone is no document`() async throws {
        let exchange = try exchange("https://notes.test/doc", usesProxy: true)
        let answer = try head(200)
        exchange.receive(answer)
        exchange.complete(nil, lastResponse: answer)
        #expect(await error(of: exchange)?.code == .endUntold && sink.head == nil)
    }

    @Test func `a second head is never mixed with the first`() async throws {
        let exchange = try exchange("https://notes.test/doc", usesProxy: true)
        exchange.receive(try head(200, ["Content-Length": "4"]))
        exchange.receive(try head(200, ["Content-Length": "2"]))
        #expect(await error(of: exchange)?.code == .malformed && sink.result.heads.count == 1)
    }
}
#endif
