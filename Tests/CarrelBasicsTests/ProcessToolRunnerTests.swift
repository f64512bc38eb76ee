import CarrelBasics
import CarrelTesting
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
                _ = try? FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd()
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

    @Test func `of a file that is not executable it is said that it is not`() async throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("a folder/list-courses", "#!/bin/sh\n")
        let expected = ToolError.notStarted(
            tool: program.path, reason: "it is not executable; chmod +x '\(program.path)'")
        await #expect(throws: expected) {
            try await runner.run(ToolInvocation(program.path, [], timeout: .seconds(30), outputLimit: 10))
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

    @Test(
        arguments: [
            "sleep 50 &", "setsid sleep 20 </dev/null &", "setsid sleep 20 >/dev/null 2>&1 &",
        ]) func `what a program leaves behind holds nothing up`(helper: String) async throws
    {
        let output = try await runner.run(
            shell("\(helper) echo out; exit 3", timeout: .seconds(10)))
        #expect(output.output == Data("out\n".utf8))
        #expect(output.status == 3)
    }

    @Test func `what a program leaves behind may print on, and counts against its time`() async throws {
        let late = shell("(sleep 0.2; echo late) & echo out")
        let printed = Result<Data, ToolError>.success(Data("out\nlate\n".utf8))
        #expect(await outcome(of: late, until: printed) == printed)
        let endless = shell("while :; do echo x; sleep 0.05; done & exit 0", timeout: .milliseconds(100))
        let killed = Result<Data, ToolError>.failure(
            .timedOut(tool: "sh", after: .milliseconds(100)))
        #expect(await outcome(of: endless, until: killed) == killed)
    }

    /// What a program prints that starts another: once more where that comes to print too late on a busy machine.
    private func outcome(
        of invocation: ToolInvocation, until expected: Result<Data, ToolError>
    ) async -> Result<Data, ToolError> {
        for _ in 0..<9 {
            let outcome = await result(of: invocation).map(\.output)
            if outcome == expected { return outcome }
        }
        return await result(of: invocation).map(\.output)
    }

    @Test func `cancelling kills the program at once, also one that ignores signals`() async throws {
        let folder = try TemporaryFolder()
        let task = try await started("trap '' TERM INT; while :; do sleep 60; done", in: folder.url)
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
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

    @Test func `a program that needs more memory than it may is said to`() async {
        let hungry = ToolInvocation(
            "tail", ["/dev/zero"], timeout: .seconds(50), outputLimit: 1000, memoryLimit: 64 << 20)
        #expect(await result(of: hungry) == .failure(.outOfMemory(tool: "tail", limit: 64 << 20)))
    }

    @Test func `every program has limits`() async throws {
        var invocation = shell("ulimit -c; ulimit -d; ulimit -n; ulimit -t; ulimit -f")
        invocation.memoryLimit = 100 << 20
        let text = String(decoding: try await runner.run(invocation).output, as: UTF8.self)
        #expect(text == "0\n102400\n512\n241\n131072\n")
    }

    @Test func `a program inherits no open file and no ignored signal`() async throws {
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        // dash itself opens none; the listing has one of its own.
        let listing = try await runner.run(shell("ls /proc/$$/fd; true"))
        #expect(
            ["0\n1\n2\n3\n", "0\n1\n2\n3\n10\n"].contains(String(decoding: listing.output, as: UTF8.self)))
        let signals = try await runner.run(shell("grep SigIgn /proc/$$/status"))
        let ignored = String(decoding: signals.output, as: UTF8.self).split(separator: "\t").last?.dropLast()
        // Signal 32 is the C library's own.
        #expect(ignored.flatMap { Int($0, radix: 16) }.map { $0 & 0x7FFF_FFFF } == 0)
    }

    @Test func `what a program starts is killed with it`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "number").path
        let task = try await started("sleep 1000 & echo $! > \(file); wait", in: folder.url)
        var number: pid_t?
        while number == nil, !Task.isCancelled {
            let text = (try? Data(contentsOf: URL(filePath: file))).map {
                String(decoding: $0, as: UTF8.self)
            }
            number = text.flatMap { pid_t($0.dropLast()) }
            await Task.yield()
        }
        task.cancel()
        let outcome = await task.value
        #expect(outcome == .failure(.cancelled), "\(outcome) \(folder.names())")
        let grandchild = try #require(number)
        // Who adopts it reaps it; until then it is a process without a program.
        func isRunning() -> Bool {
            let stat = try? FileHandle(forReadingFrom: URL(filePath: "/proc/\(grandchild)/stat"))
                .readToEnd()
            return stat.map { !String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? false
        }
        while isRunning(), !Task.isCancelled { await Task.yield() }
        #expect(!isRunning())
    }

    @Test func `a program starts beside thousands of open files`() async throws {
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        var limit = rlimit()
        limit.rlim_cur = rlim_t(sysconf(Int32(_SC_OPEN_MAX)))
        while files.count < 2000, files.count + 200 < Int(limit.rlim_cur) {
            files.append(open("/dev/null", O_RDONLY))
        }
        #expect(try await runner.run(shell("echo x")).output == Data("x\n".utf8))
    }
}
