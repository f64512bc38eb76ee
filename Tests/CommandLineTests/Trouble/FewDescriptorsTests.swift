import CarrelBasics
import CarrelTesting
import Testing

/// A system that lets a process open few files.
@Suite(.timeLimit(.minutes(2))) struct FewDescriptorsTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws { (workspace, server) = (try Workspace(), try LoopbackServer()) }

    /// Starts the program where so many files may be open.
    private func start(_ arguments: [String], files: Int) throws -> CarrelProcess {
        try CarrelProcess(
            arguments, in: workspace, starter: ["/bin/bash", "-c", "ulimit -n \(files); exec \"$@\"", "bash"])
    }

    @Test func `a program that can open too few files to begin says so`() async throws {
        server.on("/a.txt", .text("A"))
        let catalog = try workspace.writeNotes([("A", server.address("/a.txt"))])
        // What the tests are started by may leave it a few files more.
        for limit in 10...48 {
            let result = try await start(["sync", catalog, "--library", "L\(limit)"], files: limit).wait()
            let isRefused = result.error.hasPrefix("carrel: the system lets it open ")
            #expect(limit > 30 || isRefused, "\(limit): \(result.error)")
            #expect(result.status == (isRefused ? 5 : 0), "\(limit): \(result.error)")
        }
    }

    @Test func `downloads for which no file can be opened are told apart, and not held against their host`()
        async throws
    {
        let gate = Gate()
        let notes = (1...60).map { number in
            server.on("/\(number).txt", .held(by: gate, "A"))
            return ("\(number)", server.address("/\(number).txt"))
        }
        let settings = ["retries=0", "max-concurrent=60", "max-per-host=60"].flatMap {
            ["--set", "download.\($0)"]
        }
        let process = try start(["sync", try workspace.writeNotes(notes)] + settings, files: 48)
        while !process.errorSoFar.contains("failed") { try await Task.sleep(for: .milliseconds(5)) }
        gate.open()
        let result = try await process.wait()
        #expect(
            result.status == 1 && result.error.contains("no connection can be opened: Too many open files"))
        #expect(
            !result.error.contains("skipped") && !result.error.contains("cannot connect"), "\(result.error)")
    }
}
