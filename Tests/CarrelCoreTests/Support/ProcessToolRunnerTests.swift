import CarrelCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessToolRunnerTests {
    private let runner = ProcessToolRunner()

    private func shell(
        _ script: String, timeout: Duration = .seconds(30), outputLimit: Int = 1 << 20
    ) -> ToolInvocation {
        ToolInvocation("sh", ["-c", script], timeout: timeout, outputLimit: outputLimit)
    }

    /// Starts a program and waits until it has made a file, which shows that it runs.
    private func started(
        _ script: String, in folder: URL
    ) async throws -> Task<Result<ToolOutput, ToolError>, Never> {
        let pipe = folder.appending(path: "started").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let invocation = shell("echo $$ > \(pipe); \(script)")
        let task = Task { await result(of: invocation) }
        // Opening a named pipe waits for the other side; on a thread of its own.
        await withCheckedContinuation { (opened: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                _ = FileManager.default.contents(atPath: pipe)
                opened.resume()
            }
        }
        return task
    }

    private func result(of invocation: ToolInvocation) async -> Result<ToolOutput, ToolError> {
        do {
            return .success(try await runner.run(invocation))
        } catch {
            return .failure(error)
        }
    }

    private func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test func `a program's output, errors and status are returned`() async throws {
        let output = try await runner.run(shell("echo out; echo err >&2; exit 3"))
        #expect(String(decoding: output.output, as: UTF8.self) == "out\n")
        #expect(output.errorText == "err\n")
        #expect(output.status == 3)
        #expect(!output.isTruncated)
    }

    @Test func `arguments are passed as they are`() async throws {
        let arguments = ["a b", "$HOME", "*", "", "é;|"]
        let output = try await runner.run(
            ToolInvocation(
                "printf", ["[%s]"] + arguments, timeout: .seconds(30), outputLimit: 1000))
        #expect(String(decoding: output.output, as: UTF8.self) == arguments.map { "[\($0)]" }.joined())
    }

    @Test func `the environment is minimal and there is no input`() async throws {
        let runner = ProcessToolRunner(environment: ["PATH": "/usr/bin:/bin", "HOME": "/h", "SECRET": "x"])
        let output = try await runner.run(
            ToolInvocation("env", [], timeout: .seconds(30), outputLimit: 1000))
        let names = String(decoding: output.output, as: UTF8.self).split(separator: "\n")
        #expect(names.sorted() == ["HOME=/h", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"])
        #expect(try await runner.run(shell("cat")).output.isEmpty)
    }

    @Test(arguments: ["no-such-program-here", "/no/such/program", "../sh", "/etc"])
    func `a program that does not exist is not found`(tool: String) async {
        await #expect(throws: ToolError.notFound(tool: tool)) {
            try await runner.run(ToolInvocation(tool, [], timeout: .seconds(30), outputLimit: 10))
        }
    }

    @Test func `a program that writes too much is killed at the limit`() async throws {
        let output = try await runner.run(shell("yes", outputLimit: 10_000))
        #expect(output.output.count == 10_000)
        #expect(output.isTruncated)
        #expect(output.status == 128 + SIGKILL)
    }

    @Test func `output as long as the limit is not truncated`() async throws {
        let output = try await runner.run(shell("printf 12345", outputLimit: 5))
        #expect(output.output.count == 5)
        #expect(!output.isTruncated)
    }

    @Test func `only the end of long errors is kept`() async throws {
        let output = try await runner.run(
            shell("head -c 100000 /dev/zero | tr '\\0' x >&2; printf END >&2"))
        #expect(output.errorText.utf8.count == 4096)
        #expect(output.errorText.hasSuffix("xEND"))
    }

    @Test func `a program that takes too long is killed`() async {
        await #expect(throws: ToolError.timedOut(tool: "sh", after: .milliseconds(100))) {
            try await runner.run(shell("exec sleep 60", timeout: .milliseconds(100)))
        }
    }

    @Test func `a program that has closed its output is still waited for`() async throws {
        let output = try await runner.run(shell("exec >&- 2>&-; sleep 0.05; exit 7"))
        #expect(output.status == 7)
    }

    @Test func `what a program leaves behind counts against its time and is killed with it`() async {
        await #expect(throws: ToolError.timedOut(tool: "sh", after: .milliseconds(200))) {
            try await runner.run(shell("sleep 60 & exit 0", timeout: .milliseconds(200)))
        }
    }

    @Test func `cancelling kills the program at once, also one that ignores signals`() async throws {
        try await withFolder { folder in
            let task = try await started("trap '' TERM INT; while :; do sleep 60; done", in: folder)
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
        }
    }

    @Test func `a cancelled task starts nothing`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await result(of: shell("exit 0"))
        }
        #expect(await task.value == .failure(.cancelled))
    }

    @Test func `many programs at once leave no process behind`() async throws {
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 0..<20 {
                group.addTask { try await runner.run(shell("exit \(number)")).status }
            }
            var statuses: Set<Int32> = []
            for try await status in group { statuses.insert(status) }
            #expect(statuses == Set(0..<20))
        }
    }
}
