import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct InterruptionTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func catalog(_ count: Int) throws -> String {
        try workspace.writeNotes((0..<count).map { ("Note \($0)", server.address("/\($0).bin")) })
    }

    /// Serves a document that stops after 500,000 bytes, and comes whole the next time.
    private func serveWithABreak(_ content: Data) {
        let fields = HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"1\"")])
        server.on(
            "/0.bin", Reply([.head(status: 200, fields: fields), .bytes(content.prefix(500_000)), .stall]),
            .document(content, entityTag: "\"1\""))
    }

    @Test(arguments: ["curl", "urlsession"])
    func `an interrupt parks what is in flight, exits with 130, and the next run continues`(fetcher: String)
        async throws
    {
        let content = TestBytes.make(900_000)
        serveWithABreak(content)
        let arguments = ["sync", try catalog(1), "--set", "download.use=\(fetcher)"]
        let process = try CarrelProcess(arguments + ["--json"], in: workspace)
        _ = try await server.requests(atLeast: 1)
        while !process.outputSoFar.contains("\"progress\"") { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        let result = try await process.wait()
        #expect(result.status == 130, "\(result.error)")
        #expect(result.output.contains("\"parked\""))
        #expect(try workspace.documents().isEmpty)
        let second = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(second.status == 0, "\(second.error)")
        #expect(try workspace.documents()["C1-0.bin"] == content)
        let range = try #require(server.requests(for: "/0.bin").last?.fields["Range"])
        #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
    }

    @Test func `a first sync that is killed leaves its catalogue to the next one`() async throws {
        server.on("/0.bin", .document("first"))
        server.on("/1.bin", Reply([.stall]), .document("second"))
        let process = try CarrelProcess(["sync", try catalog(2)], in: workspace)
        _ = try await server.requests(atLeast: 2)
        while try await workspace.carrel("catalogues", "--json").objects.first?["addedAt"] == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        process.send(SIGKILL)
        _ = try await process.wait()
        let second = try await workspace.carrel("sync")
        #expect(second.status == 0, "\(second.error)")
        #expect(try workspace.documents().count == 2)
    }

    /// What shells, terminals and `timeout` send: one signal, or two that mean the same.
    @Test(arguments: [[SIGTERM], [SIGHUP], [SIGTERM, SIGINT], [SIGTERM, SIGHUP], [SIGINT, SIGTERM]])
    func `whichever signals ask for the end, what came is kept, and the run says so`(signals: [Int32])
        async throws
    {
        let content = Data(repeating: 7, count: 600_000)
        serveWithABreak(content)
        let arguments = ["sync", try catalog(1), "--json"]
        let process = try CarrelProcess(arguments, in: workspace)
        _ = try await server.requests(atLeast: 1)
        while !process.outputSoFar.contains("\"progress\"") { try await Task.sleep(for: .milliseconds(5)) }
        for signal in signals { process.send(signal) }
        let result = try await process.wait()
        #expect(result.status == 130, "\(result.error)")
        #expect(result.objects.last?["event"] as? String == "summary", "\(result.output)")
        #expect(result.objects.last?["parked"] as? Int == 1, "\(result.output)")
        #expect(result.error.contains("interrupted"), "\(result.error)")
        let known = try await workspace.carrel("catalogues", "--json").objects
        #expect(known.first?["catalogName"] as? String == "notes", "\(known)")
        #expect(try await CarrelProcess(arguments, in: workspace).wait().status == 0)
        let range = try #require(server.requests(for: "/0.bin").last?.fields["Range"])
        #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
    }

    @Test func `an interrupted run says what became of what it began, and what it did not come to`()
        async throws
    {
        for index in 0..<8 {
            server.on(
                "/\(index).bin",
                Reply([.head(status: 200, fields: HTTPFields([("Content-Length", "9")])), .stall]))
        }
        let process = try CarrelProcess(
            ["sync", try catalog(8), "--set", "download.max-concurrent=1"], in: workspace)
        _ = try await server.requests(atLeast: 1)
        process.send(SIGINT)
        let result = try await process.wait()
        #expect(result.status == 130)
        let line =
            #/(\d) paused, (\d) not started; run again to continue .*\n/#
        let match = try #require(result.output.wholeMatch(of: line), "\(result.output)")
        #expect((Int(match.1) ?? 0) + (Int(match.2) ?? 0) == 8)
    }

    /// The limit holds for users that are not root, over all of their processes.
    @Test(
        .enabled(if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "another user needs privileges"))
    func `a signal ends a command that gets no threads, and it says why`() async throws {
        // Each waits for some seconds, so both do at once.
        let processes = try [SIGTERM, SIGHUP].map { signal in
            let becomes = "ulimit -u 3; exec setpriv --reuid \(54_000 + signal) --clear-groups \"$@\""
            return (
                signal,
                try CarrelProcess(["list"], in: workspace, starter: ["/bin/bash", "-c", becomes, "bash"])
            )
        }
        for (signal, process) in processes {
            try await process.waitUntilItHears(signal)
            process.send(signal)
        }
        for (_, process) in processes {
            let result = try await process.wait()
            #expect(result.status == 130 && result.error.contains("begin no thread"), "\(result)")
        }
    }

    @Test func `an interrupt while the profile comes through a pipe exits with 130 and says so`() async throws
    {
        let pipe = workspace.folder.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let process = try CarrelProcess(["list", "--config", pipe.path], in: workspace)
        // Opening it waits for the reader, so that this has a thread of its own.
        let writer: FileHandle? = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: try? FileHandle(forWritingTo: pipe)) }
        }
        try await process.waitUntilItHears(SIGINT)
        process.send(SIGINT)
        let result = try await process.wait()
        try writer?.close()
        #expect(result.status == 130 && result.error == "carrel: interrupted\n", "\(result)")
    }

    /// Documents of a server: some small, some of several reads, one large enough to be continued.
    private func serveDocuments(_ count: Int, largest: Int) -> [String: Data] {
        var documents: [String: Data] = [:]
        for index in 0..<count {
            let size = index == 0 ? largest : index % 3 == 0 ? largest / 10 : 3_000
            let content = TestBytes.make(size, seed: UInt64(index))
            documents["C1-\(index).bin"] = content
            server.on("/\(index).bin", .document(content, entityTag: "\"\(index)\""))
        }
        return documents
    }

    /// Starts a run and kills it at one of some moments between its start and a little after its end, which are spread
    /// evenly and come in no order.
    private func runAndKill(_ arguments: [String], moment: Int, of count: Int) async throws {
        let process = try CarrelProcess(arguments, in: workspace)
        // The moment is the point here, so nothing is waited for.
        try await Task.sleep(for: .microseconds(1000 + 120_000 * (moment * 7 % count) / count))
        process.send(SIGKILL)
        _ = try await process.wait()
    }

    private func expectWhole(_ found: [String: Data], _ expected: [String: Data], _ round: Int) {
        for (name, content) in found {
            #expect(content == expected[name], "round \(round): \(name) is not whole")
        }
    }

    /// The numbers of rounds share no factor with the steps through the moments.
    @Test(arguments: [("curl", 150), ("urlsession", 60)])
    func `killed at any moment, the next run completes the same intact library`(fetcher: String, rounds: Int)
        async throws
    {
        let expected = serveDocuments(24, largest: 2_000_000)
        let arguments = ["sync", try catalog(24), "--quiet", "--set", "download.use=\(fetcher)"]
        for round in 0..<rounds {
            if round % 5 == 0 { try? FileManager.default.removeItem(at: workspace.library) }
            try await runAndKill(arguments, moment: round, of: rounds)
            if FileManager.default.fileExists(atPath: workspace.library.path) {
                expectWhole(try workspace.documents(), expected, round)
            }
            // Several kills in a row, too.
            guard round % 2 == 0 else { continue }
            let after = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(after.status == 0, "round \(round): \(after.error)")
            #expect(try workspace.documents() == expected, "round \(round)")
            #expect(try await workspace.carrel("verify").output == "24 intact\n", "round \(round)")
            let left = try FileManager.default.contentsOfDirectory(
                atPath: workspace.library.path + "/.carrel/incoming")
            #expect(left.isEmpty, "round \(round)")
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
    func `a disk of any size that is too small, killed or not, holds whole documents only`() async throws {
        let expected = serveDocuments(24, largest: 400_000)
        let file = try catalog(24)
        for round in 0..<10 {
            let disk = try SmallDisk(
                at: workspace.folder.appending(path: "disk\(round)"), kibibytes: 200 + round / 2 * 105)
            let library = disk.path + "/library"
            let arguments = ["sync", file, "--quiet", "--library", library]
            if round % 2 == 0 {
                let run = try await CarrelProcess(arguments, in: workspace).wait()
                #expect(run.status == 5 || run.status == 0, "round \(round): \(run.error)")
            } else {
                try await runAndKill(arguments, moment: round, of: 10)
            }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
            for name in names where !name.hasPrefix(".") {
                let content = try Data(contentsOf: URL(filePath: library + "/" + name))
                #expect(content == expected[name], "round \(round): \(name) is not whole")
            }
            guard !names.isEmpty else { continue }
            let verify = try await workspace.carrel("verify", "--library", library)
            #expect(
                verify.status == 0 || verify.status == 5, "round \(round): \(verify.output)\(verify.error)")
        }
    }

    @Test func `a run that is suspended takes its bars away, and goes on where it was`() async throws {
        let gate = Gate()
        let content = Data(repeating: 7, count: 600_000)
        server.on("/0.bin", .held(by: gate, content, after: 400_000))
        let screen = try PseudoTerminal()
        let process = try screen.start(["sync", try catalog(1)], in: workspace)
        try await screen.expect("░")
        process.send(SIGTSTP)
        while !process.isStopped { try await Task.sleep(for: .milliseconds(5)) }
        let erasure = "\u{1B}[J"
        while !screen.output.hasSuffix(erasure) { try await Task.sleep(for: .milliseconds(5)) }
        let before = screen.output.count
        process.send(SIGCONT)
        while screen.output.count == before { try await Task.sleep(for: .milliseconds(5)) }
        gate.open()
        #expect(try await process.wait() == 0)
        #expect(try workspace.documents()["C1-0.bin"] == content)
    }

    /// The path of a text that is longer than a terminal.
    private func longText() throws -> String {
        try workspace.write("notes.txt", (1...40).map { "line \($0)\n" }.joined())
    }

    /// The environment with a pager of a shell's text.
    private func environment(pager: String) throws -> [String: String] {
        ["TERM": "xterm", "PAGER": try workspace.writeScript("pager", pager)]
    }

    @Test func `Ctrl-Z in a pager stops both, and other keys are the pager's`() async throws {
        let screen = try PseudoTerminal()
        let file = try longText()
        let shell = try screen.startShell(
            "\"$0\" preview '\(file)'; echo \"stopped with $?\"; fg; echo \"ended with $?\"; read line",
            in: workspace, environment: try environment(pager: "trap '' INT; cat; read line </dev/tty"))
        try await screen.expect("line 40\r\n")
        try screen.type("\u{3}")
        try screen.type("\u{1A}")
        try await screen.expect("stopped with \(128 + SIGTSTP)")
        try screen.type("\n")
        try await screen.expect("ended with 0")
        try screen.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test func `a preview of a URL that is interrupted says so, and goes on to nothing else`() async throws {
        server.on("/slow.txt", Reply([.stall]))
        let process = try CarrelProcess(
            ["preview", server.address("/slow.txt"), try longText()], in: workspace)
        _ = try await server.requests(atLeast: 1)
        process.send(SIGINT)
        let result = try await process.wait()
        #expect(result.status == 130 && result.output.isEmpty, "\(result)")
        #expect(result.error == "carrel: interrupted\n", "\(result)")
    }

    @Test func `Ctrl-C ends what comes after a pager`() async throws {
        server.on("/slow.txt", Reply([.stall]))
        let screen = try PseudoTerminal()
        let shell = try screen.startShell(
            "\"$0\" preview '\(try longText())' \(server.address("/slow.txt")); echo \"ended with $?\"; read line",
            in: workspace, environment: try environment(pager: "cat"))
        _ = try await server.requests(atLeast: 1)
        try screen.type("\u{3}")
        try await screen.expect("ended with 130")
        try screen.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test func `a signal ends a preview with its pager`() async throws {
        let screen = try PseudoTerminal()
        let process = try screen.start(
            ["preview", try longText()], in: workspace,
            environment: try environment(pager: "cat; exec sleep 600"))
        try await screen.expect("line 40\r\n")
        process.send(SIGTERM)
        #expect(try await process.wait() == 130)
    }
}
