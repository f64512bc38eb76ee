import Foundation

/// A page of the documentation that is to be followed from its beginning to its end.
struct PageOfCommands {
    /// What a fenced block is.
    enum Step {
        /// Commands for a shell.
        case commands(String)
        /// What `carrel.toml` is from now on.
        case profile(String)
        /// Lines of what the commands before it print.
        case output([String])
    }

    /// The fenced blocks in the page's order.
    let steps: [Step]

    /// Reads a page below the project's folder.
    init(_ path: String) throws {
        let text = String(
            decoding: try Data(contentsOf: Project.folder.appending(path: path)), as: UTF8.self)
        steps = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { block in
            let lines = block.element.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            let content = Array(lines.dropFirst().dropLast())
            return switch lines.first {
            case "sh": .commands(content.joined(separator: "\n"))
            case "toml": .profile(content.joined(separator: "\n"))
            default: .output(content)
            }
        }
    }

    /// The lines of a block that an output does not hold; `…` stands for anything within a line.
    ///
    /// Their order is left open: what is done side by side ends as it comes.
    static func missing(_ expected: [String], in output: String) -> [String] {
        var lines = output.split(separator: "\n").map(String.init)
        return expected.filter { line in
            let parts = line.components(separatedBy: "…")
            guard let found = lines.firstIndex(where: { matches($0, parts) }) else { return true }
            lines.remove(at: found)
            return false
        }
    }

    private static func matches(_ line: String, _ parts: [String]) -> Bool {
        var rest = line[...]
        for part in parts where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
