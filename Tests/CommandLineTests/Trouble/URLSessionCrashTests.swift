import CarrelTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
/// Foundation on Linux stops the process where a connection ends within a head: `urlsession` cannot prevent that.
@Suite(.timeLimit(.minutes(2))) struct URLSessionCrashTests {
    @Test func `a process that Foundation stops loses nothing of the library`() async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let names = (0..<20).map { "doc\($0).txt" }
        var expected: [String: Data] = [:]
        for (index, name) in names.enumerated() {
            expected[name] = TestBytes.make(20_000 + index, seed: UInt64(index + 1))
            server.on("/\(name)", .document(expected[name] ?? Data(), entityTag: "\"1\""))
        }
        // Ends after the status line and before the blank line, with neither a length nor chunks.
        server.on("/doc13.txt", .raw("HTTP/1.1 200 OK\r\nETag: \"1"))
        let links = names.map { "<a href=\"\(server.address("/\($0)"))\">\($0)</a>" }.joined()
        let file = try workspace.write("notes.html", "<title>Notes</title>\(links)")
        let run = [
            "sync", file, "--set", "store.name={basename}", "--set", "download.retries=0", "--set",
            "parse.use=html-links", "--set",
        ]
        let stopped = try await CarrelProcess(
            run + ["download.use=urlsession"], in: workspace,
            environment: ["SWIFT_BACKTRACE": "enable=no"]
        ).wait()
        #expect(stopped.status != 0)
        for (name, content) in try workspace.documents() { #expect(content == expected[name], "\(name)") }

        // What was recorded is there and whole, and the next run brings the rest.
        server.on("/doc13.txt", .document(expected["doc13.txt"] ?? Data(), entityTag: "\"1\""))
        let verified = try await workspace.carrel("verify")
        #expect(verified.status == 0, "\(verified.error)")
        let next = try await CarrelProcess(
            run + ["download.use=curl"], in: workspace
        ).wait()
        #expect(next.status == 0, "\(next.error)")
        #expect(try workspace.documents() == expected)
        #expect(try await workspace.carrel("verify").status == 0)
    }
}
#endif
