import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A run goes on whether anybody reads its events or not.
@Suite(.timeLimit(.minutes(3))) struct UnreadOutputTests {
    private static let count = 300

    private let workspace: Workspace
    private let server: LoopbackServer
    private let catalog: String

    /// A catalogue of small documents with titles so long that the events of each are more than 10 KiB.
    init() throws {
        let server = try LoopbackServer()
        (workspace, self.server) = (try Workspace(), server)
        let title = String(repeating: "x", count: 4000)
        for index in 0..<Self.count {
            server.on("/\(index).txt", .document("Document \(index)", mediaType: "text/plain"))
        }
        catalog = try workspace.writeNotes(
            (0..<Self.count).map { ("\($0) \(title)", server.address("/\($0).txt")) })
    }

    // MARK: Programs

    /// A sync whose standard output is a pipe that nobody reads until the test does.
    private struct UnreadRun {
        let program: TestProgram
        let reader: FileHandle

        init(
            _ arguments: [String], in workspace: Workspace, environment: [String: String] = [:],
            errors: FileHandle = .nullDevice
        ) throws {
            let pipe = Pipe()
            program = try workspace.start(
                CarrelProcess.executable, arguments,
                environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path].merging(environment) {
                    $1
                },
                output: pipe.fileHandleForWriting, errors: errors)
            try pipe.fileHandleForWriting.close()
            reader = pipe.fileHandleForReading
        }

        /// The events, up to the end of the output.
        func events() async throws -> [String] {
            let data = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { [reader] in
                    continuation.resume(with: Result { try reader.readToEnd() ?? Data() })
                }
            }
            return try data.split(separator: UInt8(ascii: "\n")).map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                return try #require(object?["event"] as? String)
            }
        }
    }

    private func sync(_ environment: [String: String] = [:]) async throws -> UnreadRun {
        let run = try UnreadRun(
            ["sync", catalog, "--json", "--set", "store.name={basename}"], in: workspace,
            environment: environment)
        try await server.requests(atLeast: 1)
        return run
    }

    /// Waits until the run has let go of its library, and says what is in it.
    private func verified() async throws -> String {
        try await workspace.carrel("verify", "--repair", "--wait").output
    }

    private func bash(_ command: String) async throws -> ToolOutput {
        let program = "set -o pipefail; cd '\(workspace.folder.path)'; export HOME=$PWD; " + command
        return try await ProcessToolRunner().run(
            ToolInvocation("bash", ["-c", program], timeout: .seconds(60), outputLimit: 1 << 20))
    }

    private var run: String {
        "'\(CarrelProcess.executable)' sync '\(catalog)' --json --set store.name={basename}"
    }

    private func expectEverything(_ events: [String]) {
        #expect(events.first == "begin" && events.last == "summary")
        for event in ["planned", "started", "stored"] {
            #expect(events.count { $0 == event } == Self.count, "\(event)")
        }
    }

    // MARK: Tests

    @Test(arguments: [nil, "/nonexistent"])
    func `everything is stored while nobody reads, and every event comes when somebody does`(
        temporary: String?
    ) async throws {
        let run = try await sync(temporary.map { ["TMPDIR": $0] } ?? [:])
        #expect(try await verified() == "\(Self.count) intact\n")
        #expect(run.program.status == nil)
        expectEverything(try await run.events())
        #expect(try await run.program.wait() == 0)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
    func `a full disk for temporary files holds nothing up and loses nothing`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 900)
        let run = try await sync(["TMPDIR": disk.path])
        #expect(try await verified() == "\(Self.count) intact\n")
        expectEverything(try await run.events())
        #expect(try await run.program.wait() == 0)
    }

    @Test func `everything is tried while nobody reads which items failed, and every line comes`()
        async throws
    {
        // Of each reason three are told; one that is not the host's fault.
        let statuses = [400, 402, 403, 404, 405, 406, 409, 410, 412, 414]
        for index in 0..<Self.count {
            server.on("/\(index).txt", .status(statuses[index % statuses.count]))
        }
        let pipe = Pipe()
        // So that it is full after a few lines.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, Self.setPipeSize, 4096)
        let program = try workspace.start(
            CarrelProcess.executable, ["sync", catalog],
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path],
            errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        _ = try await server.requests(atLeast: Self.count)
        let text = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try pipe.fileHandleForReading.readToEnd() ?? Data() })
            }
        }
        #expect(text.count > 8192)
        let lines = text.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count { $0.starts(with: "failed ".utf8) } == 4 * statuses.count)
        #expect(lines.count { $0.starts(with: "failed  27 more: ".utf8) } == statuses.count)
        #expect(try await program.wait() == 1)
    }

    /// `F_SETPIPE_SZ`, which is GNU's.
    private static let setPipeSize: Int32 = 1031

    @Test func `a reader that goes away early neither stops the run nor makes it fail`() async throws {
        let result = try await bash("\(run) | head -n 1")
        #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
        #expect(String(decoding: result.output, as: UTF8.self) == "{\"event\":\"begin\",\"version\":2}\n")
        #expect(try await verified() == "\(Self.count) intact\n")
    }

    @Test(arguments: [(">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")])
    func `output that cannot be written is reported once everything is stored`(to: String, reason: String)
        async throws
    {
        let version = try await bash("'\(CarrelProcess.products.path)/carrel' --version \(to)")
        #expect(version.status == 1 && version.errorText.contains(reason), "\(version.errorText)")
        let result = try await bash("\(run) \(to)")
        #expect(result.status == 1)
        #expect(result.errorText == "carrel: standard output could not be written: \(reason)\n")
        // Had a document taken the place of what was closed, lines would be in it.
        #expect(try await verified() == "\(Self.count) intact\n")
        let texts = Set(try workspace.documents().values.map { String(decoding: $0, as: UTF8.self) })
        #expect(texts == Set((0..<Self.count).map { "Document \($0)" }))
    }

    @Test func `answers to a language model's program that cannot be written are reported`() async throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let mcp = try await bash(
            "echo '\(ping)' | '\(CarrelProcess.products.path)/carrel' mcp > /dev/full")
        let message = "carrel: standard output could not be written: No space left on device\n"
        #expect(mcp.status == 1 && mcp.errorText == message, "\(mcp.errorText)")
    }

    @Test func `output that could not be written is reported after an interrupt, too`() async throws {
        server.on(
            "/0.txt", Reply([.head(status: 200, fields: HTTPFields([("Content-Length", "9")])), .stall]))
        let errors = URL(filePath: try workspace.write("errors", ""))
        let program = try workspace.start(
            CarrelProcess.executable, ["sync", "--json", catalog],
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path],
            output: FileHandle(forWritingTo: URL(filePath: "/dev/full")),
            errors: FileHandle(forWritingTo: errors))
        try await server.requests(atLeast: 1, for: "/0.txt")
        program.send(SIGTERM)
        #expect(try await program.wait() == 130)
        let text = try workspace.text("errors")
        #expect(text.contains("standard output could not be written: No space left on device"), "\(text)")
    }

    @Test
    func `the first interrupt ends the run and leaves its events to the reader, a third ends the program`()
        async throws
    {
        server.on(
            "/\(Self.count - 1).txt",
            Reply([.head(status: 200, fields: HTTPFields([("Content-Length", "9")])), .stall]))
        for interrupts in 1...2 {
            let run = try await sync()
            try await server.requests(atLeast: interrupts, for: "/\(Self.count - 1).txt")
            run.program.send(SIGINT)
            #expect(try await verified().hasSuffix(" intact\n"))
            #expect(run.program.status == nil)
            if interrupts == 2 {
                // The next may be taken for the same one again, a third may not.
                for signal in [SIGTERM, SIGHUP] { run.program.send(signal) }
                #expect(try await run.program.wait() == 130)
            } else {
                let events = try await run.events()
                #expect(events.contains("parked") && events.last == "summary")
                #expect(try await run.program.wait() == 130)
            }
        }
    }

    @Test func `a run without anything to do ends`() async throws {
        for _ in 0..<15 {
            let result = try await workspace.carrel("sync", "--json", "missing.json")
            #expect(result.status == 4)
            #expect(result.objects.map { $0["event"] as? String } == ["begin", "error"], "\(result.output)")
        }
    }

    @Test func `an interrupted run whose reader has stopped says whom it waits for`() async throws {
        let pipe = Pipe()
        let run = try UnreadRun(
            ["sync", catalog, "--json", "--set", "store.name={basename}"], in: workspace,
            errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        try await server.requests(atLeast: 1)
        #expect(try await verified() == "\(Self.count) intact\n")
        run.program.send(SIGINT)
        let said = pipe.fileHandleForReading.availableData
        #expect(
            String(decoding: said, as: UTF8.self)
                == "waiting for the reader of standard output; Ctrl-C again ends it\n")
        _ = try await run.events()
        _ = try await run.program.wait()
    }

    @Test func `an interrupted list whose reader has stopped says whom it waits for, too`() async throws {
        _ = try await workspace.carrel("sync", catalog, "--set", "plan.use=on-demand")
        let pipe = Pipe()
        let run = try UnreadRun(
            ["list", "--all", "--json"], in: workspace, errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        #expect(try run.reader.read(upToCount: 1)?.count == 1)
        run.program.send(SIGINT)
        let said = pipe.fileHandleForReading.availableData
        #expect(
            String(decoding: said, as: UTF8.self)
                == "waiting for the reader of standard output; Ctrl-C again ends it\n")
        _ = try run.reader.readToEnd()
        _ = try await run.program.wait()
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `who does not ask twice ends a run whose reader has stopped`(signal: Int32) async throws {
        let run = try await sync()
        #expect(try await verified() == "\(Self.count) intact\n")
        #expect(run.program.status == nil)
        run.program.send(signal)
        #expect(try await run.program.wait() == 130)
        withExtendedLifetime(run) {}
    }
}
