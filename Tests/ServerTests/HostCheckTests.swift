import CarrelDelayProxy
import CarrelServer
import CarrelTesting
import Foundation
import Testing

/// A page in a browser must not reach what the proxy reaches, by whatever name it calls it.
@Suite(.timeLimit(.minutes(1)))
struct HostCheckTests {
    private let upstream: LoopbackServer

    init() throws {
        upstream = try LoopbackServer()
        upstream.on("/effect", .content("done"))
    }

    private func request(
        _ fixture: ServerFixture, host: String?, _ fields: [(String, String)] = [], version: String = "1.1",
        prefix: String = ""
    ) async throws -> RawResponse {
        let lines = (host.map { [("Host", $0)] } ?? []) + fields
        let head = lines.map { "\($0.0): \($0.1)\r\n" }.joined()
        let target = "\(prefix)/delay2.php?url=\(upstream.address("/effect"))"
        let answer = try await fixture.client.exchange(
            "GET \(target) HTTP/\(version)\r\n\(head)Connection: close\r\n\r\n")
        return try #require(RawResponse(answer))
    }

    @Test(arguments: ["evil.test", "evil.test:PORT", "127.0.0.1.evil.test", "localhost.evil.test"])
    func `a host that is not the server's is misdirected`(host: String) async throws {
        try await ServerFixture.run { fixture async throws in
            let name = host.replacing("PORT", with: "\(fixture.client.port)")
            let response = try await request(fixture, host: name)
            #expect(response.status == 421)
            #expect(response.text.contains("--host"))
            #expect(upstream.requests.isEmpty)
            #expect(fixture.logs.elements.map(\.status) == [421])
        }
    }

    @Test(arguments: ["", ":80", "a b", "evil.test@localhost", "localhost/evil.test"])
    func `a request whose host names nothing is malformed`(host: String) async throws {
        try await ServerFixture.run { fixture async throws in
            #expect(try await request(fixture, host: host).status == 400)
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST.", "localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "192.168.7.9",
        "a.localhost",
    ])
    func `addresses and this machine's own name are the server's`(host: String) async throws {
        try await ServerFixture.run { fixture async throws in
            let name = host.replacing("PORT", with: "\(fixture.client.port)")
            #expect(try await request(fixture, host: name).status == 200)
        }
    }

    @Test func `a request without a host is no browser's`() async throws {
        try await ServerFixture.run { fixture async throws in
            #expect(try await request(fixture, host: nil, version: "1.0").status == 200)
            // Since HTTP/1.1 every client names one.
            #expect(try await request(fixture, host: nil).status == 400)
        }
    }

    @Test func `neither a second host nor one in the target gets past the check`() async throws {
        try await ServerFixture.run { fixture async throws in
            let second = try await request(fixture, host: "localhost", [("Host", "evil.test")])
            #expect(second.status >= 400)
            let absolute = try await request(fixture, host: "localhost", prefix: "http://evil.test")
            #expect(absolute.status == 421)
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ("Origin", "http://evil.test"), ("Origin", "null"), ("Origin", "http://localhost:1"),
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ])
    func `a page of another origin is refused`(name: String, value: String) async throws {
        try await ServerFixture.run { fixture async throws in
            let response = try await request(
                fixture, host: "localhost:\(fixture.client.port)", [(name, value)])
            #expect(response.status == 403)
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ("Origin", "http://localhost:PORT"), ("Origin", "https://localhost:PORT"),
        ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "none"),
    ])
    func `the server's own pages and whoever types its address are answered`(
        name: String, value: String
    ) async throws {
        try await ServerFixture.run { fixture async throws in
            let port = "\(fixture.client.port)"
            let response = try await request(
                fixture, host: "localhost:\(port)", [(name, value.replacing("PORT", with: port))])
            #expect(response.status == 200)
        }
    }
}
