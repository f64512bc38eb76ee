import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What a terminal shows while something keeps the user waiting.
@Suite(.timeLimit(.minutes(1))) struct SpinnerTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        (workspace, server) = (try Workspace(), try LoopbackServer())
        server.on("/page.html", .document("<a href=\"a.txt\">A</a>", mediaType: "text/html"))
        server.on("/a.txt", .document("a", mediaType: "text/plain"))
    }

    private func sync(on terminal: PseudoTerminal, _ options: String...) async throws {
        let program = try terminal.start(
            ["sync", server.address("/page.html")] + options, in: workspace)
        #expect(try await program.wait() == 0)
    }

    @Test func `what takes long has a sign that says what is waited for, and leaves nothing behind`()
        async throws
    {
        let page = Data("<a href=\"a.txt\">A</a>".utf8)
        let gate = Gate()
        server.on("/page.html", .content(page, fields: [("Content-Type", "text/html")]).behind(gate))
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["sync", server.address("/page.html")], in: workspace)
        try await terminal.expect("⠋ waiting for the catalogue from 127.0.0.1")
        gate.open()
        #expect(try await program.wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("1 new · "))
        let last = try #require(output.range(of: "waiting for the catalogue", options: .backwards))
        #expect(output[last.upperBound...].contains("\r\u{1B}[K"))
    }

    @Test func `a delay that the profile asks for is called so, before the catalogue and its documents`()
        async throws
    {
        let terminal = try PseudoTerminal()
        // Long enough for a line on a busy machine, whatever is left of the delay by then.
        try await sync(on: terminal, "--set", "download.delay=6s")
        let output = try await terminal.outputToTheEnd()
        #expect(
            output.contains(/waiting for the catalogue: next request in [1-6] s \(download\.delay\)/),
            "\(output)")
        #expect(output.contains(/0 of 1 · 0 B · next request in [1-6] s \(download\.delay\)/), "\(output)")
    }

    @Test func `between documents the line says how many came and when the next is asked for`() async throws {
        for name in 1...8 {
            server.on("/\(name).txt", .document("\(name)", mediaType: "text/plain"))
        }
        let links = (1...8).map { "<a href=\"\($0).txt\">N\($0)</a>" }.joined(separator: " ")
        server.on("/page.html", .document(Data(links.utf8), mediaType: "text/html"))
        let terminal = try PseudoTerminal(columns: 120)
        try await sync(
            on: terminal, "--set", "download.request-rate=1", "--set", "download.max-concurrent=1")
        let output = try await terminal.outputToTheEnd()
        // Some of these seconds may pass unseen on a busy machine.
        let line = /[1-7] of 8 · [1-7] B · next request in 1 s \(download\.request-rate\)/
        let first = try #require(output.firstRange(of: line), "\(output)")
        #expect(!output[first.upperBound...].contains("waiting for the catalogue"), "\(output)")
    }

    @Test func `a server that asks to wait is waited for by name`() async throws {
        server.on("/a.txt", .status(429, retryAfter: "6"), .document("a", mediaType: "text/plain"))
        let terminal = try PseudoTerminal(columns: 120)
        try await sync(on: terminal)
        let output = try await terminal.outputToTheEnd()
        let line = "0 of 1 · 0 B · 127.0.0.1:\(server.port) asked to wait, for another "
        #expect(output.contains(line), "\(output)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func `a run in the background draws nothing over what is in front`() async throws {
        let terminal = try PseudoTerminal()
        let sync = "\(CarrelProcess.executable) sync \(server.address("/page.html"))"
        // With job control, so that what is behind has a process group of its own.
        let shell = "bash -mc '\(sync) --set download.delay=700ms & wait'"
        let program = try terminal.start(["-qec", shell, "/dev/null"], of: "/usr/bin/script", in: workspace)
        #expect(try await program.wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("1 new · ") && !output.contains("waiting"), "\(output)")
    }

    @Test func `a quiet run has none`() async throws {
        let terminal = try PseudoTerminal()
        try await sync(on: terminal, "--quiet", "--set", "download.delay=400ms")
        let output = try await terminal.outputToTheEnd()
        #expect(try workspace.documents().count == 1 && !output.contains("waiting"))
    }

    @Test func `into a file goes no sign`() async throws {
        let result = try await workspace.carrel(
            "sync", server.address("/page.html"), "--set", "download.delay=500ms",
            environment: ["TERM": "xterm"])
        #expect(result.status == 0 && !(result.output + result.error).contains("waiting"))
    }
}
