import CarrelTesting
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
        /// Commands, each with everything that it prints.
        case session([Exchange])
    }

    /// A command and what it prints: `[1]` in a line of its own is an exit status other than 0.
    struct Exchange {
        var command: String
        var output: [String]
    }

    /// The fenced blocks in the page's order.
    let steps: [Step]

    /// Reads a page below the project's folder.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - change: what is other than the page says, such as ports.
    /// - Throws: the error of the system.
    init(_ path: String, changing change: (String) -> String = { $0 }) throws {
        let text = change(
            String(decoding: try Data(contentsOf: Project.folder.appending(path: path)), as: UTF8.self))
        steps = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { block in
            let lines = block.element.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            let content = Array(lines.dropFirst().dropLast())
            return switch lines.first {
            case "sh": .commands(content.joined(separator: "\n"))
            case "console": .session(Self.exchanges(content))
            case "toml": .profile(content.joined(separator: "\n"))
            default: .output(content)
            }
        }
    }

    private static func exchanges(_ lines: [String]) -> [Exchange] {
        lines.reduce(into: []) { exchanges, line in
            if line.hasPrefix("$ ") {
                exchanges.append(Exchange(command: String(line.dropFirst(2)), output: []))
            } else if !exchanges.isEmpty {
                exchanges[exchanges.count - 1].output.append(line)
            }
        }
    }

    /// Where an output is not the lines of a page: those that it lacks, and those that it has beside them.
    ///
    /// `…` stands for anything within a line. How wide columns are is left open, and so is the order of the lines: what is
    /// done side by side ends as it comes.
    static func differences(_ expected: [String], _ output: String) -> [String] {
        var lines = output.split(separator: "\n").map(plain)
        var differences: [String] = []
        for line in expected where !line.isEmpty {
            let parts = plain(line[...]).components(separatedBy: "…")
            if let found = lines.firstIndex(where: { isWhole($0, parts) }) {
                lines.remove(at: found)
            } else {
                differences.append("lacks: \(line)")
            }
        }
        return differences + lines.map { "has: \($0)" }
    }

    private static func plain(_ line: Substring) -> String {
        String(line.replacing(/\ {2,}/, with: "  "))
    }

    /// Whether a line begins with the first part, ends with the last one, and holds the others between them.
    private static func isWhole(_ line: String, _ parts: [String]) -> Bool {
        guard parts.count > 1 else { return line == parts.first }
        return line.hasPrefix(parts[0]) && line.hasSuffix(parts[parts.count - 1]) && matches(line, parts)
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
