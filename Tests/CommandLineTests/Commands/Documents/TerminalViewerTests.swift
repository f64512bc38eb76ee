import CarrelTesting
import Foundation
import Testing

/// A viewer in `CARREL_OPENER` that reads the keys of the terminal.
@Suite(.timeLimit(.minutes(1))) struct TerminalViewerTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        _ = try await workspace.carrel("sync", "--quiet", course.url)
    }

    /// An environment with a viewer that sets the terminal, and reads a line from it.
    private func environment() throws -> [String: String] {
        let viewer = """
            stty sane </dev/tty; echo ready; read -r line </dev/tty; echo "$1: $line" > "$HOME/read"
            """
        return ["TERM": "xterm", "CARREL_OPENER": try workspace.writeScript("viewer", viewer)]
    }

    private var document: String { workspace.library.path + "/COMP304-week1.txt" }

    @Test func `open lends it the terminal until it ends, also after Ctrl-Z`() async throws {
        let terminal = try PseudoTerminal()
        let shell = try terminal.startShell(
            "\"$0\" open COMP304/1; echo \"ended with $?\"; read line", in: workspace,
            environment: try environment())
        try await terminal.expect("ready")
        try terminal.type("\u{1A}")
        try terminal.type("a line\n")
        try await terminal.expect("ended with 0")
        #expect(try workspace.text("read") == "\(document): a line\n")
        try terminal.type("\n")
        #expect(try await shell.wait() == 0)
        #expect(try await workspace.carrel("recent").output.contains("Week 1"))
    }

    @Test func `browse lends it the terminal, and draws its screen anew`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let shell = try terminal.startShell(
            "\"$0\" browse; echo \"ended with $?\"; read line", in: workspace,
            environment: try environment())
        try await terminal.expect("Week 1")
        try terminal.type("o")
        try await terminal.expect("ready")
        #expect(terminal.output.contains("\u{1B}[?1049l"))
        try terminal.type("a line\n")
        let screen = "\u{1B}[?1049h"
        while terminal.output.components(separatedBy: screen).count < 3 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try workspace.text("read") == "\(document): a line\n")
        try terminal.type("q")
        try await terminal.expect("ended with 0")
        #expect(terminal.isInLineMode)
        try terminal.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test func `where there is no terminal to lend it says so, and nothing counts as read`() async throws {
        let terminal = try PseudoTerminal()
        let viewer = try workspace.writeScript("viewer", "kill -STOP $$\n")
        let program = try terminal.start(
            ["--wait", CarrelProcess.executable, "open", "COMP304/1"], of: "/usr/bin/setsid", in: workspace,
            environment: ["TERM": "xterm", "CARREL_OPENER": viewer])
        #expect(try await program.wait() == 1)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("needs a terminal") && output.contains(document), "\(output)")
        #expect(try await workspace.carrel("recent").output.isEmpty)
    }
}
