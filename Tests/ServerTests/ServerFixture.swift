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
    var root: URL { folder.url.appending(path: "root") }
    let logs: Recorder<RequestLog>
    private let folder: TemporaryFolder

    /// Runs a body against a server and stops it.
    static func run(
        delay: RandomDelay = .none, clock: any Clock<Duration> = ManualClock(.autoAdvancing),
        limits: ServerLimits = ServerLimits(), fetcher: any Fetcher = CurlFetcher(),
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let root = folder.url.appending(path: "root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let logs = Recorder<RequestLog>()
        let server = DelayProxyServer(
            configuration: .init(delay: delay, root: root, limits: limits), fetcher: fetcher, clock: clock,
            log: { logs.append($0) })
        let address = try server.start()
        let fixture = ServerFixture(
            server: server, client: RawClient(port: address.port), logs: logs, folder: folder)
        do {
            try await body(fixture)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Puts a file below the root.
    func write(_ text: String, to path: String) throws { try folder.write("root/\(path)", text) }
}
