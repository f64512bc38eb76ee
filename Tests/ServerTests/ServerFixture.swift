import CarrelBasics
import CarrelDelayProxy
import CarrelHTTP
import CarrelServer
import CarrelTesting
import CurlFetching
import Foundation

/// A running server with a folder of files and a client.
struct ServerFixture: Sendable {
    let server: DelayProxyServer
    let client: RawClient
    let root: URL
    let logs: Recorder<RequestLog>

    /// Runs a body against a server and stops it.
    static func run(
        delay: RandomDelay = .none, clock: any Clock<Duration> = ManualClock(.autoAdvancing),
        limits: ServerLimits = ServerLimits(), fetcher: any Fetcher = CurlFetcher(),
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "carrel-server-\(UUID().uuidString)")
        let root = folder.appending(path: "root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logs = Recorder<RequestLog>()
        let server = DelayProxyServer(
            configuration: .init(delay: delay, root: root, limits: limits), fetcher: fetcher, clock: clock,
            log: { logs.append($0) })
        let address = try server.start()
        let fixture = ServerFixture(
            server: server, client: RawClient(port: address.port), root: root, logs: logs)
        do {
            try await body(fixture)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Puts a file below the root.
    func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
