import Foundation
import Testing

/// How messages, help, documentation and comments are worded.
struct PlainWordsTests {
    /// Phrases that nobody would say to a colleague, each with what says it plainly.
    private static let phrases = [
        ("so many", "that many, or the number itself"), ("left away", "left out"),
        ("of which", "a new sentence"),
        ("no more", "no longer"), ("of no effect", "does nothing"), ("has no place", "leave it out"),
        ("is not allowed", "what is allowed"), ("noted in the catalogue", "warning:"),
        ("an operand is missing", "which item?"),
        ("what came is not what was promised", "what the server sent"),
        ("/// Makes a value.", "nothing"),
    ]

    /// The sources and pages of the project, by their paths.
    private static func files() throws -> [(path: String, lines: [Substring])] {
        let all = try #require(FileManager.default.enumerator(atPath: Project.folder.path))
        return try all.compactMap { $0 as? String }.filter { path in
            let folders = ["Sources/", "Plugins/", "docs/", "Config/"]
            return ["swift", "md", "toml"].contains(URL(filePath: path).pathExtension)
                && (folders.contains(where: path.hasPrefix) || !path.contains("/") && path != "Package.swift")
        }.map { path in
            let text = try String(contentsOf: Project.folder.appending(path: path), encoding: .utf8)
            return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    @Test func `nothing is said in words that nobody would use`() throws {
        for (path, lines) in try Self.files() {
            for (number, line) in lines.enumerated() {
                let text = line.lowercased()
                for (phrase, plain) in Self.phrases where text.contains(phrase.lowercased()) {
                    Issue.record("\(path):\(number + 1): “\(phrase)”; better: \(plain)")
                }
            }
        }
    }

    /// Initialisers aside: what they make is their type.
    @Test func `every public declaration says what it is`() throws {
        let declaration = #/\s*public (?!init|extension|import).*/#
        for (path, lines) in try Self.files() where path.hasSuffix(".swift") {
            for (number, line) in lines.enumerated() where line.wholeMatch(of: declaration) != nil {
                let before = lines[..<number].last { !$0.drop(while: { $0 == " " }).hasPrefix("@") } ?? ""
                let isDocumented = before.drop(while: { $0 == " " }).hasPrefix("///")
                #expect(isDocumented, "\(path):\(number + 1)")
            }
        }
    }
}
