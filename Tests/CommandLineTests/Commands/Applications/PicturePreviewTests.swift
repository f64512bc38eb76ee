import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PicturePreviewTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Six by four pixels, red on the left and blue on the right, under a name that says otherwise.
    private func picture() throws -> String {
        let data =
            Data(base64Encoded: "R0lGODlhBgAEAPAAAP8AAAAA/yH5BAAAAAAALAAAAAAGAAQAAAIHhIMGGMqOCgA7") ?? Data()
        let file = workspace.folder.appending(path: "notes.pdf")
        try data.write(to: file)
        return file.path
    }

    private func show(_ file: String, _ environment: [String: String], isDrawn: Bool = true) async throws
        -> String
    {
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["preview", file], in: workspace, environment: environment)
        #expect(try await program.wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains(" B\r\n") && output.contains(isDrawn ? "\u{1B}[0m\r\n" : "Not drawn: "))
        return output
    }

    @Test func `of a scan in DjVu the dimensions are told, and the program that shows its text`() async throws
    {
        let page = "DJVUINFO\0\0\0\u{A}\0\u{64}\0\u{32}\u{18}\0\u{64}\0\u{16}\u{1}"
        try Data("AT&TFORM\0\0\0\u{16}\(page)".utf8).write(to: workspace.folder.appending(path: "a.djvu"))
        let shown = try await workspace.carrel("preview", "a.djvu")
        #expect(shown.output.contains("\nDjVu, 100 × 50 pixels\n"), "\(shown)")
        #expect(
            shown.output.contains("A program shows more of it. apt-get install djvulibre-bin"), "\(shown)")
        #expect(shown.output.contains("djvutxt {file}"), "\(shown)")
    }

    @Test func `into a file go the dimensions, and no colours`() async throws {
        let file = try picture()
        let colours = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let text = try await workspace.carrel("preview", file, environment: colours).output
        #expect(text.hasPrefix("notes.pdf\nimage/gif\n") && text.contains("\nGIF, 6 × 4 pixels\n"))
        #expect(!text.contains("\u{1B}") && !text.contains("▀") && !text.contains("Not drawn"))
        let json = try #require(try await workspace.carrel("preview", file, "--json").objects.first)
        let facts = try #require(json["metadata"] as? [String: String])
        #expect(facts["width"] == "6" && facts["height"] == "4")
        let html = try await workspace.carrel("preview", file, "--format", "html").output
        #expect(html.contains(">width</th><td dir=\"auto\">6</td>"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chafa"), "needs chafa"))
    func `a terminal with colours shows the picture in as many as it has`() async throws {
        let file = try picture()
        let full = try await show(file, ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        #expect(full.contains("\r\n\u{1B}[38;2;255;0;0;48;2;255;0;0m▀▀\u{1B}["), "\(full)")
        let palette = try await show(file, ["TERM": "screen-256color"])
        #expect(palette.contains("\r\n\u{1B}[38;5;196;48;5;196m▀▀\u{1B}["), "\(palette)")
        #expect(palette.contains("\u{1B}[38;5;21;48;5;21m▀▀\u{1B}[0m\r\n"), "\(palette)")
    }

    @Test(arguments: [
        ([:], "a terminal without TERM promises fewer than 256 colours"),
        (["TERM": "screen"], "TERM=screen promises fewer than 256 colours"),
        (["TERM": "xterm-256color", "NO_COLOR": "1"], "NO_COLOR is set"),
    ])
    func `a terminal without enough colours shows the dimensions alone, and says why`(
        environment: [String: String], reason: String
    ) async throws {
        let text = try await show(try picture(), environment, isDrawn: false)
        #expect(text.contains("GIF, 6 × 4 pixels") && !text.contains("▀"))
        #expect(text.contains("\r\nNot drawn: \(reason)"), "\(text)")
    }
}
