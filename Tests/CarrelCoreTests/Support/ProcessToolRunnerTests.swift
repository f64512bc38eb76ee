import CarrelCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ProcessToolRunnerTests {
    private func invocation(
        _ tool: String, _ arguments: [String] = [], timeout: Duration = .seconds(30), limit: Int = 1 << 20
    ) -> ToolInvocation {
        ToolInvocation(tool, arguments, timeout: timeout, outputLimit: limit)
    }

    @Test func `a program's output, status and errors come back`() async throws {
        let output = try await ProcessToolRunner().run(
            invocation("sh", ["-c", "echo out; echo err >&2; exit 3"]))
        #expect(output == ToolOutput(output: Data("out\n".utf8), status: 3, errorText: "err\n"))
    }

    @Test func `arguments arrive as they are, never through a shell`() async throws {
        let argument = "$(id) `id` \"a b\" * ; |"
        let output = try await ProcessToolRunner().run(invocation("printf", ["%s", argument]))
        #expect(String(decoding: output.output, as: UTF8.self) == argument)
    }

    @Test func `standard input is empty and the environment minimal`() async throws {
        let output = try await ProcessToolRunner().run(
            invocation("sh", ["-c", "cat; env | cut -d= -f1 | grep -vE '^(_|PWD|SHLVL|OLDPWD)$' | sort"]))
        #expect(String(decoding: output.output, as: UTF8.self) == "HOME\nLANG\nPATH\n")
    }

    @Test func `a program that is not there is an error with its name`() async {
        await #expect(throws: ToolError.notFound(tool: "carrel-no-such-tool")) {
            try await ProcessToolRunner().run(invocation("carrel-no-such-tool"))
        }
        await #expect(throws: ToolError.notFound(tool: "pdftotext")) {
            try await ProcessToolRunner(searchPath: "/nowhere").run(invocation("pdftotext"))
        }
    }

    @Test func `a program that writes without end is killed at the limit`() async throws {
        let output = try await ProcessToolRunner().run(invocation("yes", limit: 100_000))
        #expect(output.isTruncated && output.output.count == 100_000)
    }

    @Test func `a program that takes too long is killed`() async {
        let slow = invocation("sleep", ["600"], timeout: .milliseconds(20))
        await #expect(throws: ToolError.timedOut(tool: "sleep", after: .milliseconds(20))) {
            try await ProcessToolRunner().run(slow)
        }
    }

    @Test func `cancelling kills the program and leaves nothing of it`() async throws {
        let mark = "\(Int.random(in: 100_000...999_999))"
        let task = Task { try await ProcessToolRunner().run(invocation("sleep", [mark])) }
        while await !isRunning(mark) { await Task.yield() }
        task.cancel()
        await #expect(throws: ToolError.cancelled) { try await task.value }
        #expect(await !isRunning(mark))
    }

    @Test func `many programs at once neither mix their outputs nor block one another`() async throws {
        try await withThrowingTaskGroup { group in
            for index in 0..<40 {
                group.addTask {
                    let output = try await ProcessToolRunner().run(invocation("echo", ["\(index)"]))
                    return String(decoding: output.output, as: UTF8.self) == "\(index)\n"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    /// Whether a process with that argument exists, zombies included.
    private func isRunning(_ argument: String) async -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.contains { name in
            guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return false }
            return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.contains(argument)
        }
    }
}
