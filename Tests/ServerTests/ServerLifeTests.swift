import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing

@testable import CarrelDelayProxy
@testable import CarrelServer

@Suite(.timeLimit(.minutes(1)))
struct ServerLifeTests {
    @Test func `hundreds of requests wait at once`() async throws {
        let clock = ManualClock()
        try await ServerFixture.run(delay: RandomDelay(.seconds(60) ... .seconds(60)), clock: clock) {
            fixture async throws in
            try fixture.write("x", to: "a.txt")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 { group.addTask { try await fixture.client.request("/a.txt").status } }
                try await clock.sleepers(atLeast: 200)
                clock.advance(by: .seconds(60))
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 200))
        }
    }

    @Test func `stopping answers those who wait`() async throws {
        let clock = ManualClock()
        try await ServerFixture.run(delay: RandomDelay(.seconds(60) ... .seconds(60)), clock: clock) {
            fixture async throws in
            async let waiting = try? fixture.client.request("/a.txt")
            try await clock.sleepers(atLeast: 1)
            await fixture.server.stop()
            // The reply may be cut off by the end of the connection; it must not hang.
            if let response = await waiting { #expect(response.status == 503) }
        }
    }

    @Test func `stopping ends a fetch that hangs`() async throws {
        let upstream = try LoopbackServer()
        upstream.on("/stall", Reply([.stall]))
        try await ServerFixture.run { fixture async throws in
            async let waiting = try? fixture.client.request("/delay2.php?url=" + upstream.address("/stall"))
            try await upstream.requests(atLeast: 1, for: "/stall")
            await fixture.server.stop()
            _ = await waiting
        }
    }

    @Test func `a client that goes away while it waits frees its place at once`() async throws {
        let clock = ManualClock()
        let limits = ServerLimits(connections: 4)
        let hour = RandomDelay(.seconds(3600) ... .seconds(3600))
        try await ServerFixture.run(delay: hour, clock: clock, limits: limits) { fixture async throws in
            try fixture.write("x", to: "a.txt")
            let request = "GET /a.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for round in 1...3 {
                var connections = try (0..<4).map { _ in try fixture.client.begin(request) }
                try await clock.sleepers(atLeast: 4)
                connections.removeAll()
                // Nobody advances the clock.
                _ = try await fixture.logs.wait(atLeast: 4 * round)
            }
            #expect(fixture.logs.elements.map(\.status) == Array(repeating: 499, count: 12))
            async let next = fixture.client.request("/a.txt")
            try await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(3600))
            #expect(try await next.status == 200)
        }
    }

    @Test func `what is fetched for a client that goes away is given up`() async throws {
        let upstream = try LoopbackServer()
        upstream.on("/stall", Reply([.stall]))
        try await ServerFixture.run { fixture async throws in
            let target = "/delay2.php?url=" + upstream.address("/stall")
            var connection: OpenFile? = try fixture.client.begin(
                "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await upstream.requests(atLeast: 1, for: "/stall")
            _ = connection
            connection = nil
            #expect(try await fixture.logs.wait(atLeast: 1).first?.status == 499)
        }
    }

    @Test func `a request that follows another one before its reply is no end`() async throws {
        let clock = ManualClock()
        try await ServerFixture.run(delay: RandomDelay(.seconds(60) ... .seconds(60)), clock: clock) {
            fixture async throws in
            try fixture.write("x", to: "a.txt")
            let request = "GET /a.txt HTTP/1.1\r\nHost: localhost\r\n"
            async let answer = fixture.client.exchange(
                request + "\r\n" + request + "Connection: close\r\n\r\n")
            for count in 1...2 {
                try await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(60))
                _ = try await fixture.logs.wait(atLeast: count)
            }
            _ = try await answer
            #expect(fixture.logs.elements.map(\.status) == [200, 200])
        }
    }

    @Test func `a stopped server refuses connections and can start again`() async throws {
        try await ServerFixture.run { fixture async throws in
            await fixture.server.stop()
            await #expect(throws: (any Error).self) { try await fixture.client.request("/") }
            let address = try fixture.server.start()
            #expect(try await RawClient(port: address.port).request("/").status == 200)
        }
    }

    @Test func `a port that is taken is an error with a remedy`() async throws {
        try await ServerFixture.run { fixture async throws in
            let address = ListenAddress(port: fixture.client.port)
            let second = DelayProxyServer(configuration: .init(address: address), fetcher: CurlFetcher())
            #expect { try second.start() } throws: { error in
                (error as? ServerError)?.remedy?.contains("another port") == true
            }
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "BREW"])
    func `other methods are 405`(method: String) async throws {
        try await ServerFixture.run { fixture async throws in
            let response = try await fixture.client.request("/", method: method, [("Content-Length", "0")])
            #expect(response.status == 405)
            #expect(response.fields["Allow"] == "GET, HEAD")
        }
    }

    @Test func `content in a request is refused`() async throws {
        try await ServerFixture.run { fixture async throws in
            #expect(try await fixture.client.request("/", [("Content-Length", "1000000")]).status == 413)
            #expect(try await fixture.client.request("/", [("Transfer-Encoding", "chunked")]).status == 413)
        }
    }

    @Test(arguments: [
        "Content-Length: 0\r\nContent-Length: 5", "Content-Length: 5\r\nX: y\r\ncontent-length: 4",
        "Content-Length: 0\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
    ])
    func `a request whose end is not certain is refused, and its connection ends`(lines: String) async throws
    {
        try await ServerFixture.run { fixture async throws in
            // The answer ends where the server closes the connection.
            let answer = try await fixture.client.exchange(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n\r\n")
            #expect(RawResponse(answer)?.status == 400)
        }
    }

    @Test func `a head without end is refused`() async throws {
        try await ServerFixture.run { fixture async throws in
            let long = String(repeating: "x", count: 200_000)
            let answer = try await fixture.client.exchange(
                "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: \(long)\r\n\r\n")
            #expect(RawResponse(answer).map { $0.status >= 400 } ?? true)
            #expect(try await fixture.client.request("/").status == 200)
        }
    }

    @Test(arguments: [
        "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /%00 HTTP/1.0\r\n\r\n",
    ])
    func `rubbish does no harm`(text: String) async throws {
        try await ServerFixture.run { fixture async throws in
            async let rubbish = try? fixture.client.exchange(text + "x\r\n\r\n")
            #expect(try await fixture.client.request("/").status == 200)
            await fixture.server.stop()
            _ = await rubbish
        }
    }

    @Test func `two requests on one connection are both answered`() async throws {
        try await ServerFixture.run { fixture async throws in
            try fixture.write("one", to: "1.txt")
            try fixture.write("two", to: "2.txt")
            let answer = try await fixture.client.exchange(
                "GET /1.txt HTTP/1.1\r\nHost: localhost\r\n\r\nGET /2.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            let text = String(decoding: answer, as: UTF8.self)
            #expect(text.contains("one") && text.hasSuffix("two"))
        }
    }
}
