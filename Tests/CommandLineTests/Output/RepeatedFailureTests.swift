import CarrelTesting
import Foundation
import Testing

/// The same trouble for many items.
@Suite(.timeLimit(.minutes(1))) struct RepeatedFailureTests {
    @Test func `what fails for one reason again and again is told with a number`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        for number in 1...20 { server.on("/\(number).pdf", .status(number == 7 ? 410 : 404)) }
        let file = try workspace.writeNotes((1...20).map { ("Note \($0)", server.address("/\($0).pdf")) })
        let arguments = ["sync", file, "--set", "download.host-failures=0"]
        let sync = try await CarrelProcess(arguments, in: workspace).wait()
        let lines = sync.error.split(separator: "\n")
        #expect(lines.filter { $0.contains("404 Not Found") }.count == 4, "\(sync.error)")
        #expect(lines.contains { $0.contains("Note 7: 410 Gone") }, "\(sync.error)")
        #expect(sync.error.contains("failed  16 more: 404 Not Found (carrel list --status failed)"))
        let verbose = try await CarrelProcess(arguments + ["--verbose"], in: workspace).wait()
        #expect(verbose.error.split(separator: "\n").filter { $0.contains("404 Not Found") }.count == 19)
    }

    @Test func `a login page in the place of many documents is told with a number`() async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let login = Data("<!doctype html><title>Sign in</title><form></form>".utf8)
        for number in 1...10 {
            server.on("/\(number).pdf", .content(login, fields: [("Content-Type", "text/html")]))
        }
        let file = try workspace.writeNotes((1...10).map { ("Note \($0)", server.address("/\($0).pdf")) })
        let sync = try await workspace.carrel("sync", file)
        let words = "an HTML page instead of a PDF document"
        #expect(sync.error.contains("set aside  7 more: \(words) (carrel quarantine list)"), "\(sync.error)")
        #expect(sync.error.split(separator: "\n").filter { $0.contains(words) }.count == 4)
    }

    @Test func `what is fetched again is not counted twice`() async throws {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let answer = Data("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
        for number in 1...10 {
            server.script.on("/\(number).pdf", [Reply([.raw(answer + answer)]), .status(404)])
        }
        let file = try workspace.writeNotes((1...10).map { ("Note \($0)", server.address("/\($0).pdf")) })
        let sync = try await workspace.carrel("sync", file)
        #expect(sync.error.contains("fetched again: "), "\(sync.error)")
        #expect(sync.error.contains("failed  7 more: 404 Not Found"), "\(sync.error)")
    }
}
