import CarrelBasics
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SecretTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reader(
        _ environment: [String: String] = [:], tools: any ToolRunner
    ) -> SecretReader {
        SecretReader(PluginContext(tools: tools, workingDirectory: folder.url, environment: environment))
    }

    private func failure(_ reader: SecretReader, _ secret: Secret) async -> String? {
        do {
            return "read: \(try await reader.value(of: secret))"
        } catch {
            return error.reason
        }
    }

    @Test func `the three places are read from a profile's text`() {
        #expect(Secret("env:TOKEN") == .environment("TOKEN"))
        #expect(Secret("file:~/a b") == .file("~/a b"))
        #expect(Secret("command:pass show  notes") == .command(["pass", "show", "notes"]))
    }

    @Test func `a word of a command may be in quotes`() {
        let secret = Secret("command:pass show 'my notes' \"it's\"")
        #expect(secret == .command(["pass", "show", "my notes", "it's"]))
        #expect(secret?.configText == #""command:pass show 'my notes' 'it'\\''s'""#)
    }

    @Test(arguments: [
        "", "hunter2", "env:", "file:", "command:", "command: ", "command:pass 'x", "env:A=b", "ENV:A",
        "token:x",
    ])
    func `a secret itself is not one`(text: String) {
        #expect(Secret(text) == nil)
    }

    @Test func `a variable, a file's first line and a program's first line are read`() async throws {
        try folder.write("token", "in a file\r\nmore")
        let tools = ScriptedToolRunner(["pass": .output(ToolOutput(output: Data("printed\n".utf8)))])
        let reader = reader(["T": "variable"], tools: tools)
        #expect(try await reader.value(of: .environment("T")) == "variable")
        #expect(try await reader.value(of: .file("token")) == "in a file")
        for _ in 0..<3 {
            #expect(try await reader.value(of: .command(["pass", "show", "x"])) == "printed")
        }
        #expect(tools.invocations.map(\.arguments) == [["show", "x"]])
        // A command that never ends must not hold up everything that needs the secret.
        #expect(tools.invocations.first?.timeout == .seconds(30))
    }

    @Test func `what cannot be read says where, and nothing of what was read`() async {
        let tools = ScriptedToolRunner([
            "fails": .output(ToolOutput(output: Data("hidden".utf8), status: 3)),
            "slow": .failure(.timedOut(tool: "slow", after: .seconds(30))),
        ])
        let reader = reader(["EMPTY": "", "ODD": "hid\u{1}den"], tools: tools)
        #expect(await failure(reader, .environment("GONE")) == "the variable GONE is not set")
        #expect(await failure(reader, .environment("EMPTY")) == "the variable EMPTY is empty")
        #expect(
            await failure(reader, .environment("ODD"))
                == "the first line of the variable ODD is not plain text")
        #expect(await failure(reader, .file("gone"))?.hasSuffix("gone cannot be read") == true)
        #expect(await failure(reader, .command(["fails"])) == "fails ended with status 3")
        #expect(await failure(reader, .command(["none"])) == "there is no program none")
        #expect(await failure(reader, .command(["slow"])) == "slow took longer than 30s")
    }

    @Test func `cancelling ends the wait for a program, and the next one asks again`() async throws {
        let reader = reader(tools: ScriptedToolRunner(["pass": .stall]))
        for _ in 0..<2 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await failure(reader, .command(["pass"]))
            }
            #expect(await task.value == "cancelled")
        }
    }
}
