import CarrelTesting
import Foundation
import Testing

/// Pictures on terminals that show pictures.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chafa"), "needs chafa"))
struct TerminalPictureTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func picture() throws -> String {
        let data =
            Data(base64Encoded: "R0lGODlhBgAEAPAAAP8AAAAA/yH5BAAAAAAALAAAAAAGAAQAAAIHhIMGGMqOCgA7") ?? Data()
        let file = workspace.folder.appending(path: "a.gif")
        try data.write(to: file)
        return file.path
    }

    /// What a terminal gets, which answers the question for its attributes, if there is an answer.
    private func show(
        _ environment: [String: String], answer: String? = nil, _ options: [String] = []
    ) async throws -> String {
        let terminal = try PseudoTerminal()
        let program = try terminal.start(
            ["preview", try picture()] + options, in: workspace, environment: environment)
        if let answer {
            try await terminal.expect("\u{1B}[c")
            try terminal.type(answer)
        }
        #expect(try await program.wait() == 0)
        #expect(terminal.isInLineMode)
        return try await terminal.outputToTheEnd()
    }

    private let full = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

    @Test func `a terminal that says so when it is asked gets Sixel`() async throws {
        let output = try await show(full, answer: "\u{1B}[?62;4;22c")
        #expect(
            output.contains("\u{1B}P0;1;0q\"1;1;8;") && output.contains("\u{1B}\\"),
            "\(output.debugDescription)")
        #expect(!output.contains("▀") && !output.contains("?62;4"))
    }

    @Test(arguments: ["\u{1B}[?62;22c", "x"])
    func `one that says no, or nothing, gets blocks`(answer: String) async throws {
        let output = try await show(full, answer: answer)
        #expect(output.contains("▀") && !output.contains("\u{1B}P"), "\(output.debugDescription)")
    }

    @Test func `Kitty and iTerm2 get theirs without a question`() async throws {
        let kitty = try await show(["TERM": "xterm-kitty"])
        #expect(kitty.contains("\u{1B}_Ga=T,q=2,f=32,s=8,v="), "\(kitty.debugDescription)")
        #expect(kitty.contains("m=0;") && !kitty.contains("\u{1B}[c") && !kitty.contains("Not drawn"))
        let iterm = try await show(full.merging(["TERM_PROGRAM": "iTerm.app"]) { $1 })
        #expect(iterm.contains("\u{1B}]1337;File=inline=1;size="), "\(iterm.debugDescription)")
    }

    @Test func `within tmux, and in a profile that says so, there are blocks`() async throws {
        let shared = try await show(full.merging(["TMUX": "/tmp/x,1,0", "KITTY_WINDOW_ID": "1"]) { $1 })
        #expect(shared.contains("▀") && !shared.contains("\u{1B}[c"))
        let asked = try await show(
            full.merging(["KITTY_WINDOW_ID": "1"]) { $1 }, ["--set", "preview.pictures=blocks"])
        #expect(asked.contains("▀") && !asked.contains("\u{1B}_G"))
    }

    @Test func `without a terminal nothing is asked, and nothing drawn`() async throws {
        let result = try await workspace.carrel(
            "preview", try picture(), "--set", "preview.pictures=sixel", environment: full)
        #expect(result.output.contains("GIF, 6 × 4 pixels") && !result.output.contains("\u{1B}"))
        let plain = try await show(full.merging(["NO_COLOR": "1"]) { $1 })
        #expect(plain.contains("Not drawn: NO_COLOR is set") && !plain.contains("\u{1B}"))
    }
}
