import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing

@testable import CarrelDelayProxy
@testable import CarrelServer

@Suite(.timeLimit(.minutes(1)))
struct DelayProxyServerTests {
    private let upstream: LoopbackServer

    init() throws { upstream = try LoopbackServer() }

    @Test(arguments: [false, true])
    func `another server's response comes through after the delay`(isEscaped: Bool) async throws {
        let clock = ManualClock()
        upstream.on(
            "/notes.json?year=2012&term=1",
            .document(
                "[]", entityTag: "\"7\"", mediaType: "application/json",
                fields: [("Content-Disposition", "inline"), ("X-Other", "1")]))
        try await ServerFixture.run(clock: clock) { fixture async throws in
            let url = upstream.address("/notes.json?year=2012&term=1")
            let written = isEscaped ? url.percentEncoded(keeping: \.isURLUnreserved) : url
            async let response = fixture.client.request("/delay2.php?delay=5&url=\(written)")
            try await clock.sleepers(atLeast: 1)
            #expect(upstream.requests.isEmpty)
            clock.advance(by: .seconds(5))
            let answer = try await response
            #expect(answer.status == 200)
            #expect(answer.text == "[]")
            #expect(answer.fields["Content-Type"] == "application/json")
            #expect(answer.fields["ETag"] == "\"7\"")
            #expect(answer.fields["Content-Disposition"] == "inline")
            #expect(answer.fields["X-Other"] == nil)
            #expect(clock.sleeps == [.seconds(5)])
        }
    }

    @Test func `conditions and ranges reach the other server`() async throws {
        upstream.on("/a", .document("0123456789", entityTag: "\"1\""))
        try await ServerFixture.run { fixture async throws in
            let target = "/delay2.php?url=" + upstream.address("/a")
            let same = try await fixture.client.request(target, [("If-None-Match", "\"1\"")])
            #expect(same.status == 304)
            #expect(same.fields["ETag"] == "\"1\"")
            let part = try await fixture.client.request(
                target, [("Range", "bytes=8-"), ("If-Range", "\"1\"")])
            #expect(part.status == 206)
            #expect(part.text == "89")
            #expect(part.fields["Content-Range"] == "bytes 8-9/10")
            _ = try await fixture.client.request(target, [("Cookie", "secret=1"), ("Accept", "text/html")])
            let last = try #require(upstream.requests.last)
            #expect(last.fields["Cookie"] == nil)
            #expect(last.fields["Accept"] == "text/html")
        }
    }

    @Test func `what ended with the other server's connection has no tag`() async throws {
        let fields = HTTPFields([("ETag", "\"1\""), ("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT")])
        upstream.on("/a", Reply([.head(status: 200, fields: fields), .bytes(Data("half".utf8)), .close]))
        try await ServerFixture.run { fixture async throws in
            let response = try await fixture.client.request("/delay2.php?url=" + upstream.address("/a"))
            #expect(response.status == 200 && response.text == "half")
            #expect(response.fields["ETag"] == nil && response.fields["Last-Modified"] == nil)
        }
    }

    @Test func `HEAD asks for no content`() async throws {
        upstream.on("/a", .document("0123456789"))
        try await ServerFixture.run { fixture async throws in
            let target = "/delay2.php?url=" + upstream.address("/a")
            let response = try await fixture.client.request(target, method: "HEAD")
            #expect(response.status == 200)
            #expect(response.fields["Content-Length"] == "10")
            #expect(response.content.isEmpty)
        }
    }

    @Test func `content larger than memory passes whole`() async throws {
        let content = TestBytes.make(3_000_000)
        upstream.on("/big", .document(content))
        try await ServerFixture.run { fixture async throws in
            let response = try await fixture.client.request("/delay2.php?url=" + upstream.address("/big"))
            #expect(response.content == content)
        }
    }

    @Test func `failures of the other server are told apart`() async throws {
        upstream.on("/gone", .status(410))
        upstream.on("/cut", .truncated(Data("0123456789".utf8), after: 3))
        upstream.on("/loop", .redirect(to: "/loop"))
        upstream.on("/file", .redirect(to: "file:///etc/passwd"))
        upstream.on("/big", .content(Data(count: 2000)))
        try await ServerFixture.run(limits: ServerLimits(spool: 1000)) { fixture async throws in
            for (path, status) in [
                ("/gone", 410), ("/cut", 502), ("/loop", 502), ("/file", 502), ("/big", 502),
            ] {
                let response = try await fixture.client.request("/delay2.php?url=" + upstream.address(path))
                #expect(response.status == status, "\(path)")
                #expect(!response.content.isEmpty)
            }
        }
    }

    @Test func `a server that takes too long is 504`() async throws {
        let slow = TimingOutFetcher()
        try await ServerFixture.run(fetcher: slow) { fixture async throws in
            #expect(try await fixture.client.request("/delay2.php?url=http://x.example/").status == 504)
        }
    }

    @Test(arguments: [
        ("/delay2.php", 400), ("/delay2.php?delay=601&url=http://x.example/", 400),
        ("/delay2.php?url=file:///etc/passwd", 403), ("/%64elay2.php?url=nothing", 400),
    ])
    func `a request that makes no sense is refused at once`(target: String, status: Int) async throws {
        try await ServerFixture.run(delay: RandomDelay(.seconds(9) ... .seconds(9)), clock: ManualClock()) {
            fixture async throws in
            #expect(try await fixture.client.request(target).status == status)
        }
    }

    @Test func `the server's own delay applies to files and to requests that name none`() async throws {
        let clock = ManualClock(.autoAdvancing)
        upstream.on("/a", .document("a"))
        try await ServerFixture.run(delay: RandomDelay(.seconds(2) ... .seconds(2)), clock: clock) {
            fixture async throws in
            try fixture.write("x", to: "a.txt")
            _ = try await fixture.client.request("/a.txt")
            _ = try await fixture.client.request("/delay2.php?url=" + upstream.address("/a"))
            _ = try await fixture.client.request("/delay2.php?delay=0&url=" + upstream.address("/a"))
            #expect(clock.sleeps == [.seconds(2), .seconds(2)])
            #expect(fixture.logs.elements.map(\.delay) == [.seconds(2), .seconds(2), .zero])
            #expect(fixture.logs.elements.first?.description == "200 GET /a.txt 1 B after 2s")
        }
    }
}

/// A fetcher whose server never answers in time.
private struct TimingOutFetcher: Fetcher {
    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        throw FetchError(.stalled, url: request.url.absoluteString, reason: "nothing came for 30s")
    }
}
