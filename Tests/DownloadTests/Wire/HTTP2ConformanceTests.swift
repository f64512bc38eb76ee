import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// The promises of a fetcher over TLS and HTTP/2, which a real server speaks before the scripted one.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Gateway.isAvailable, "needs nghttpx and openssl"))
struct HTTP2ConformanceTests {
    /// What the gateway answers itself, adds, or what has limits that are too short for a handshake.
    private static let excluded = [
        "content cut short is an error", "a connection that is closed without a response is an error",
        "something other than HTTP is an error",
        "a server that says nothing is stalled", "a server that stops within the content is stalled",
        "a head larger than the limit is refused, one below it is not",
        "many lines of one name are a head larger than the limit, too",
        "field lines of one name are kept apart and in order",
        // Frames say how content ends; the gateway judges what HTTP/1.1 says of it.
        "a length that is none is malformed", "two lengths that differ are malformed, in whichever order",
        "one length that is said twice is one",
        "a transfer coding other than chunks is malformed, not delivered with its framing",
        "the transfer coding of old servers that do nothing is none",
    ]

    private static let checks = FetcherConformance.checks(
        for: [.fieldLines, .contentCodings, .codedParts]
    ).filter { !excluded.contains($0.description) }

    @Test(arguments: checks)
    func `over HTTP 2, curl keeps the promises of a fetcher`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        let server = try LoopbackServer()
        try await Gateway.with(server) { gateway in
            let fetcher = try await WireCase.fetcher()
            try await check.run { .loopback(fetcher, server, reachedAt: gateway.address) }
        }
    }
}

/// A server of the program nghttpx, which speaks TLS and HTTP/2 before a plain one.
struct Gateway {
    static let program = ["/usr/bin/nghttpx", "/usr/sbin/nghttpx", "/usr/local/bin/nghttpx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether both programs that it needs are there.
    static let isAvailable = program != nil && TLSServer.program != nil

    /// Its URL, without a slash at its end.
    let address: String
    private let program: ServerProgram

    /// Starts a gateway, for as long as the body runs.
    ///
    /// - Throws: what the body throws, and where it cannot be started.
    static func with(_ server: LoopbackServer, _ body: (Gateway) async throws -> Void) async throws {
        var gateway: Gateway?
        for _ in 0..<10 where gateway == nil { gateway = try await start(before: server) }
        let started = try requireValue(gateway, "a port for nghttpx")
        defer { started.program.end() }
        try await body(started)
    }

    private static func start(before server: LoopbackServer) async throws -> Gateway? {
        let free = try LoopbackServer()
        let port = free.port
        free.stop()
        let certificates = try await Certificates.made()
        let program = try await ServerProgram.start(
            try requireValue(program, "nghttpx"),
            [
                "--conf=/dev/null", "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(server.port)",
                "--single-process", "--workers=1", "--no-ocsp", "--log-level=NOTICE",
                "--accesslog-file=/dev/null",
                certificates.key.path, certificates.chain(.good).path,
            ], saying: "Listening on", on: .errors)
        return program.map { Gateway(address: "https://localhost:\(port)", program: $0) }
    }
}
