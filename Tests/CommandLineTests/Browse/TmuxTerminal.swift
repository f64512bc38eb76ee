import CarrelTesting
import Foundation

/// A terminal of tmux: what a program draws is read as text, as a person sees it.
///
/// It ends with the test.
final class TmuxTerminal: Sendable {
    private let socket: String
    // Its folder is there as long as the program.
    private let workspace: Workspace

    /// Starts the program in a terminal of its own.
    ///
    /// - Parameters:
    ///   - arguments: the program's arguments.
    ///   - columns: the width.
    ///   - lines: the height.
    ///   - workspace: where it runs.
    /// - Throws: an error if there is no tmux.
    init(_ arguments: [String], columns: Int, lines: Int, in workspace: Workspace) async throws {
        self.workspace = workspace
        socket = workspace.folder.appending(path: "tmux").path
        let words = ([CarrelProcess.executable] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let home = workspace.folder.path
        // What it ends with is read behind what it drew.
        try await tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(lines)", "-c", home,
            "env -u TMUX HOME='\(home)' \(words); echo \"ended with $?\"; exec sleep 600")
    }

    deinit {
        // To its end: the folder with the socket goes next.
        _ = try? TestProgram.run("tmux", "-S", socket, "kill-server")
    }

    /// What is seen.
    var screen: String { get async throws { try await tmux("capture-pane", "-p") } }

    /// The line where the cursor stands.
    var cursorLine: String {
        get async throws {
            let line = Int(try await tmux("display-message", "-p", "#{cursor_y}")) ?? 0
            let lines = try await screen.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.indices.contains(line) ? String(lines[line]) : ""
        }
    }

    /// The process that the terminal started.
    var process: Int32 {
        get async throws { Int32(try await tmux("display-message", "-p", "#{pane_pid}")) ?? 0 }
    }

    /// Presses keys by their names, such as `Enter`, `C-d` or `j`.
    func press(_ keys: String...) async throws {
        for key in keys { try await tmux("send-keys", key) }
    }

    /// Types a text.
    func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

    /// Gives the terminal another size.
    func resize(columns: Int, lines: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(lines)")
    }

    /// Closes the terminal.
    func close() async throws { try await tmux("kill-server") }

    /// Waits until a text is seen, or no longer.
    @discardableResult
    func expect(_ text: String, isThere: Bool = true) async throws -> String {
        while true {
            let screen = try await screen
            if screen.contains(text) == isThere { return screen }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @discardableResult private func tmux(_ arguments: String...) async throws -> String {
        let output = Pipe()
        let program = try TestProgram(
            "/usr/bin/env", ["tmux", "-S", socket] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"],
            output: output.fileHandleForWriting)
        try output.fileHandleForWriting.close()
        // What it writes fits into the pipe.
        guard try await program.wait() == 0 else { throw CocoaError(.featureUnsupported) }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
