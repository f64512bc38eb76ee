import CarrelBasics
import Foundation
import Testing

@testable import CarrelServer

/// The share of the connections that a network has.
@Suite(.timeLimit(.minutes(1))) struct ClientPlacesTests {
    private func network(_ text: String) -> String? {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Connection.network(of: $0) }
        }
    }

    @Test func `all addresses of an IPv6 network share its connections`() throws {
        let places = ClientPlaces(most: 2)
        let (one, other) = (try #require(network("2001:db8:1:2::3")), network("2001:db8:1:2:ffff::4"))
        places.take(one)
        places.take(other)
        #expect(!places.hasRoom(for: network("2001:db8:1:2::5")))
        #expect(places.hasRoom(for: network("2001:db8:1:3::3")))
        places.free(other)
        #expect(places.hasRoom(for: one))
    }

    @Test func `each IPv4 address is a network, and what is not known is none`() throws {
        let places = ClientPlaces(most: 1)
        let mapped = try #require(network("::ffff:192.0.2.1"))
        places.take(mapped)
        #expect(!places.hasRoom(for: network("::ffff:192.0.2.1")))
        #expect(places.hasRoom(for: network("::ffff:192.0.2.2")))
        places.take(nil)
        #expect(places.hasRoom(for: nil) && Connection.network(of: nil) == nil)
    }

    @Test(arguments: [20, 100, 1024, 4096, 1 << 20])
    func `connections leave files for documents and the library, and one network leaves some for others`(
        files: Int
    ) throws {
        let limits = ServerLimits.shared(files: files)
        #expect(2 * limits.connections + min(256, files / 2) <= files)
        #expect(try #require(limits.connectionsPerClient) < limits.connections)
        #expect(limits.connections == 2048 || files < 8192)
    }

    @Test func `a network that has its share gets no further connection until one of them ends`() async throws
    {
        try await ServerFixture.run(limits: ServerLimits(connectionsPerClient: 2)) { fixture async throws in
            try fixture.write("x", to: "a.txt")
            var held = try (0..<2).map { _ in try fixture.client.begin("GET /a.txt HTTP/1.1\r\n") }
            let refused = try? await fixture.client.request("/a.txt").status
            #expect(refused == nil)
            held.removeLast()
            var status: Int?
            while status == nil { status = try? await fixture.client.request("/a.txt").status }
            #expect(status == 200)
            #expect(held.count == 1)
        }
    }

    @Test func `clients that leave amid their requests take no places along`() async throws {
        try await ServerFixture.run(limits: ServerLimits(connectionsPerClient: 8)) { fixture async throws in
            try fixture.write("x", to: "a.txt")
            for _ in 0..<200 { _ = try fixture.client.begin("GET /a.txt HTTP/1.1\r\nHo") }
            // Long before a connection on which nothing comes is ended.
            let end = ContinuousClock.now + .seconds(20)
            var status: Int?
            while status == nil, ContinuousClock.now < end {
                status = try? await fixture.client.request("/a.txt").status
            }
            #expect(status == 200)
        }
    }
}
