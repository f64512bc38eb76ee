import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CommandPreviewing
import Foundation
import Testing

private let dicom = MediaType("application/dicom") ?? .octetStream

/// What commands of `[preview.command]` are run with, and what becomes of what they write.
@Suite(.timeLimit(.minutes(2)))
struct CommandPreviewerTests {
    @Test func `the document takes the place of {file}, in a room of its own and within limits`() async throws
    {
        let tools = ScriptedToolRunner(["tell": .output(ToolOutput(output: Data("says this".utf8)))])
        let previewer = try CommandProgram.previewer(
            ["tell", "-in", "{file}", "-v"], ["memory": .string("1 GiB"), "processes": .integer(3)],
            tools: tools)
        let shown = try await preview(
            Data("x".utf8), as: dicom, with: previewer,
            limits: PreviewLimits(maxText: 4, timeout: .seconds(7)))
        #expect(shown.text == "says" && shown.isTruncated && shown.form == .plain && shown.mediaType == dicom)
        let invocation = try #require(tools.invocations.first)
        #expect(invocation.arguments.count == 3 && invocation.arguments[0] == "-in")
        #expect(invocation.arguments[1].hasPrefix("/") && invocation.arguments[2] == "-v")
        #expect(invocation.reads?.map(\.roomPath) == [invocation.arguments[1]])
        #expect(invocation.timeout == .seconds(7) && invocation.memoryLimit == 1 << 30)
        #expect(invocation.processes == 3 && invocation.outputLimit == 4 * 2 + 4096)
    }

    @Test func `without {file} the document comes last`() async throws {
        let tools = ScriptedToolRunner(["tell": .output(ToolOutput(output: Data("a".utf8)))])
        let previewer = try CommandProgram.previewer(["tell", "-v"], tools: tools)
        _ = try await preview(Data("x".utf8), as: dicom, with: previewer)
        let arguments = try #require(tools.invocations.first).arguments
        #expect(arguments.count == 2 && arguments[0] == "-v" && arguments[1].hasPrefix("/"))
    }

    @Test(arguments: ["a{file}", "--in={file}"])
    func `{file} within a word is refused`(word: String) throws {
        let setting = try #require(CommandPreviewer.plugin.settings.first { $0.name == "command" })
        #expect(setting.decode(.string("tell \(word)")) == nil)
        #expect(setting.decode(.string("\(word) x")) == nil)
        #expect(setting.decode(.string("tell '{ not a placeholder }'")) != nil)
    }

    @Test func `a program is a path where it has a slash, and sees what reads lists`() async throws {
        let outer = try TemporaryFolder()
        let part = try outer.write("a command/module/part", "from the module")
        let program = try outer.write("a command/show", "#!/bin/sh\ncat \"$1\" '\(part.path)'\n")
        let folder = program.deletingLastPathComponent()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let reads: [String: ConfigValue] = ["reads": .array([.string("module")])]
        let previewer = try CommandProgram.previewer(["./show"], reads, folder: folder)
        let shown = try await preview(Data("the document, ".utf8), as: dicom, with: previewer)
        #expect(shown.text == "the document, from the module")
        #expect(throws: PluginError.self) {
            try CommandProgram.previewer(["./show"], ["reads": .array([.string("nothing")])], folder: folder)
        }
    }

    @Test func `Markdown is said to be Markdown, and text of any encoding is read`() async throws {
        let markdown = try CommandProgram.script("cat \"$1\"", ["output": .string("markdown")])
        let shown = try await preview(Data("# Cells\n\u{1B}[31mred".utf8), as: dicom, with: markdown)
        #expect(shown.form == .markdown && shown.text == "# Cells\nred")
        let text = try CommandProgram.script("printf 'caf\\351 au lait\\n'")
        #expect(try await preview(Data("x".utf8), as: dicom, with: text).text == "café au lait\n")
    }

    @Test func `a program that fails says why in its own words`() async throws {
        let failing = try CommandProgram.script("echo >&2; echo \"not a scan\" >&2; exit 3")
        let error = await previewError(Data("x".utf8), as: dicom, with: failing)
        #expect(error?.code == .malformed && error?.reason == "sh ended with status 3: not a scan")
        // As a program in Python does.
        let lines = "echo 'Traceback:' >&2; echo ' at line 3' >&2; echo 'ValueError: no pixels' >&2"
        let tracing = try CommandProgram.script("\(lines); exit 1")
        let reason = await previewError(Data("x".utf8), as: dicom, with: tracing)?.reason
        #expect(reason == "sh ended with status 1: ValueError: no pixels")
        let missing = try CommandProgram.previewer(["carrel-no-such-program"])
        let other = await previewError(Data("x".utf8), as: dicom, with: missing)
        #expect(other?.code == .toolMissing && other?.reason.contains("carrel-no-such-program") == true)
    }

    // MARK: Hostile programs

    @Test func `endless output is cut at what is wanted`() async throws {
        let endless = try CommandProgram.previewer(["yes"])
        let shown = try await preview(
            Data("x".utf8), as: dicom, with: endless, limits: PreviewLimits(maxText: 1000))
        #expect(shown.isTruncated && shown.text.utf8.count <= 1000 && shown.text.utf8.count > 900)
        let json = try CommandProgram.previewer(["yes"], ["output": .string("json")])
        let error = await previewError(
            Data("x".utf8), as: dicom, with: json, limits: PreviewLimits(maxText: 1000))
        #expect(error?.code == .malformed && error?.reason.hasPrefix("yes wrote more than") == true)
    }

    @Test func `a program that hangs is killed at its timeout`() async throws {
        let hanging = try CommandProgram.script("sleep 1000 & sleep 1000", ["timeout": .string("300ms")])
        let error = await previewError(Data("x".utf8), as: dicom, with: hanging)
        #expect(error?.code == .timedOut && error?.reason == "sh took longer than 300ms")
        #expect(error?.remedy == "Raise preview.timeout and preview.command.dicom.timeout")
    }

    @Test func `a program that crashes is no preview`() async throws {
        let crashing = try CommandProgram.script("kill -SEGV $$")
        let error = await previewError(Data("x".utf8), as: dicom, with: crashing)
        #expect(error?.code == .malformed && error?.reason.contains("sh crashed") == true, "\(error as Any)")
    }

    @Test func `a program that multiplies itself is bounded and ended`() async throws {
        // 63 processes at most, should nothing end them.
        let bomb = try CommandProgram.script(
            "bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; sleep 40; }; bomb 5",
            ["processes": .integer(8), "timeout": .string("20s")])
        let start = ContinuousClock.now
        let error = await previewError(Data("x".utf8), as: dicom, with: bomb)
        #expect(error != nil && ContinuousClock.now - start < .seconds(35), "\(error as Any)")
    }

    @Test func `a cancelled preview ends the program`() async throws {
        let tools = ScriptedToolRunner(["tell": .stall])
        let previewer = try CommandProgram.previewer(["tell"], tools: tools)
        let task = Task { await previewError(Data("x".utf8), as: dicom, with: previewer) }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }
}
