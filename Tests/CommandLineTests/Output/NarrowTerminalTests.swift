import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What fits a terminal's width and height, and is broken between words.
@Suite(.timeLimit(.minutes(2))) struct NarrowTerminalTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    /// The lines of a command on a terminal.
    private func lines(_ arguments: [String], columns: UInt16) async throws -> [String] {
        let terminal = try PseudoTerminal(columns: columns)
        // Without TERM: no colours, no signs.
        _ = try await terminal.start(arguments + ["-q"], in: workspace, environment: [:]).wait()
        return try await terminal.outputToTheEnd().split(separator: "\r\n").map(String.init)
    }

    private func catalog() throws -> String {
        let title = "A title of many words that goes on and on to the end of a long line"
        return try workspace.write(
            "notes.json",
            """
            [{"moduleCode": "COMP304", "moduleTitle": "Reasoning",
              "moduleNotes": [{"\(title)": "\(server.address("/a.txt"))"}, {"Short": "\(server.address("/b.pdf"))"}]}]
            """)
    }

    @Test(arguments: [UInt16(60), 80]) func `a plan breaks its reasons between words`(columns: UInt16)
        async throws
    {
        let lines = try await lines(
            ["plan", try catalog(), "--set", "plan.use=on-demand"], columns: columns)
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        let words = lines.joined(separator: " ").split(separator: " ")
        #expect(words.contains("fetched") && words.contains("asked"), "\(lines)")
    }

    @Test
    func `of what is fetched a narrow terminal shows how much has come, also where nobody knows of how much`()
        async throws
    {
        let (gate, half) = (Gate(), Data(repeating: 7, count: 300_000))
        server.on("/0.bin", .held(by: gate, half + half, after: half.count))
        let chunked = HTTPFields([("Transfer-Encoding", "chunked")])
        server.on(
            "/1.bin",
            Reply([.head(status: 200, fields: chunked), .chunk(half), .wait(gate), .chunk(half), .lastChunk]))
        let catalog = try workspace.writeNotes((0..<2).map { ("Note \($0)", server.address("/\($0).bin")) })
        let screen = try PseudoTerminal(columns: 24)
        let process = try screen.start(["sync", catalog], in: workspace)
        for part in [/Note 0 +[0-9]+ %/, /Note 1 +[0-9.]+ KiB/] {
            while screen.output.firstMatch(of: part) == nil { try await Task.sleep(for: .milliseconds(5)) }
        }
        gate.open()
        #expect(try await process.wait() == 0)
    }

    @Test func `a failure in a list breaks between words`() async throws {
        server.on("/a.txt", .content("text", fields: [("Content-Type", "text/plain")]))
        server.on(
            "/b.pdf",
            .content(
                "<!DOCTYPE html><title>Log in</title>",
                fields: [("Content-Type", "application/pdf")]))
        _ = try await workspace.carrel("sync", try catalog())
        let lines = try await lines(["list", "COMP304"], columns: 44)
        #expect(lines.allSatisfy { $0.count <= 44 } && lines.count > 2, "\(lines)")
        #expect(lines.joined(separator: " ").contains("PDF"), "\(lines)")
        #expect(try await workspace.carrel("list", "COMP304").output.split(separator: "\n").count == 2)
    }

    @Test(arguments: [("xterm", true), ("dumb", false), ("", false)])
    func `a long text is shown page by page only on a terminal that moves its cursor`(
        name: String, isPaged: Bool
    ) async throws {
        let file = try workspace.write("notes.txt", (1...40).map { "line \($0)\n" }.joined())
        let pager = try workspace.writeScript("pager", "echo 'page by page'; cat\n")
        let terminal = try PseudoTerminal()
        let program = try terminal.start(
            ["preview", file], in: workspace, environment: ["TERM": name, "PAGER": pager])
        #expect(try await program.wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("line 40") && output.contains("page by page") == isPaged, "\(output)")
    }

    @Test func `what comes on standard input is shown page by page, too, where there are keys`() async throws
    {
        try workspace.write("notes.txt", (1...40).map { "line \($0)\n" }.joined())
        let pager = try workspace.writeScript("pager", "echo 'page by page'; cat\n")
        let terminal = try PseudoTerminal()
        let shell = try terminal.startShell(
            "cat notes.txt | \"$0\" preview -; echo \"ended with $?\"; read line", in: workspace,
            environment: ["TERM": "xterm", "PAGER": pager])
        try await terminal.expect("ended with 0")
        #expect(terminal.output.contains("page by page"), "\(terminal.output)")
        try terminal.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test func `a preview breaks its lines between words, but no word and nothing that fits`() async throws {
        let link = "http://notes.example/" + String(repeating: "x", count: 60)
        let text = "The water below the moon is dark and deep, and nobody swims in it.\n  short\n\(link)\n"
        let file = try workspace.write("notes.txt", text)
        let shown = try await lines(["preview", file], columns: 30)
        #expect(shown.contains("The water below the moon is") && shown.contains("  short"), "\(shown)")
        #expect(shown.contains(link), "\(shown)")
        let wide = try await lines(["preview", file, "--width", "40"], columns: 30)
        #expect(wide.contains("The water below the moon is dark and"), "\(wide)")
        #expect(try await workspace.carrel("preview", file).output.contains(text))
    }

    @Test(arguments: [["--help"], ["list", "--help"], ["quarantine", "--help"], ["sync", "--help"]])
    func `help fits the terminal, and 80 columns elsewhere`(arguments: [String]) async throws {
        let file = try await CarrelProcess(arguments, in: workspace).wait().output
        #expect(file.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(file)")
        let terminal = try PseudoTerminal(columns: 50)
        _ = try await terminal.start(arguments, in: workspace).wait()
        let narrow = try await terminal.outputToTheEnd()
        #expect(narrow.contains("help"))
        #expect(narrow.split(separator: "\r\n").allSatisfy { $0.count <= 50 }, "\(narrow)")
    }

    @Test func `bars never take more lines than the terminal has`() async throws {
        for index in 0..<9 {
            server.on(
                "/\(index).bin",
                Reply([
                    .head(status: 200, fields: HTTPFields([("Content-Length", "900000")])),
                    .bytes(Data(count: 300_000)), .stall,
                ]))
        }
        let file = try workspace.writeNotes((0..<9).map { ("Note \($0)", server.address("/\($0).bin")) })
        let terminal = try PseudoTerminal(rows: 6)
        let program = try terminal.start(
            ["sync", file, "--set", "download.max-concurrent=9"], in: workspace)
        // Four bars and the line of totals.
        try await terminal.expect("\u{1B}[5A")
        program.send(SIGINT)
        _ = try await program.wait()
        let heights = try await terminal.outputToTheEnd().matches(of: /\[(\d+)A/).compactMap { Int($0.1) }
        #expect(heights.max() == 5, "\(heights)")
    }
}
