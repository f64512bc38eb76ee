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
        ("/// Makes a value.", "nothing"), ("where there is none", "if there is none"),
        ("where it is not set", "without it"), ("`nil` where", "`nil` if"), ("empty where", "empty if"),
        ("no files of this machine", "not files on this machine"), ("fetched anew", "fetched again"),
        ("goes the way of", "takes the same steps as"),
        ("that there is:", "that exists:"),
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

    @Test func `nothing is said to be no thing`() throws {
        let quantities = [
            "longer", "more", "less", "other", "larger", "smaller", "worse", "better", "such", "one",
        ]
        for (path, lines) in try Self.files() {
            for (number, line) in lines.enumerated() {
                // A regular expression takes much longer to find that there is nothing.
                guard line.contains("is no ") || line.contains("are no ") else { continue }
                for match in line.matches(of: #/\b(\w+) (?:is|are) no (\w+)/#) {
                    let isPlain = match.1.lowercased() == "there" || quantities.contains(String(match.2))
                    #expect(isPlain, "\(path):\(number + 1): “\(match.0)”; better: is not a")
                }
            }
        }
    }

    @Test func `it is a catalogue in texts, and a catalog in identifiers`() throws {
        for (path, lines) in try Self.files() where path.hasSuffix(".md") {
            var isCode = false
            for (number, line) in lines.enumerated() {
                if line.hasPrefix("```") { isCode.toggle() }
                guard line.lowercased().contains("catalog") else { continue }
                let prose = line.replacing(#/`[^`]*`/#, with: "")
                let isProse = !isCode && !line.hasPrefix("    ")
                #expect(!isProse || !prose.contains(#/\b[Cc]atalogs?\b/#), "\(path):\(number + 1)")
            }
        }
        for (path, lines) in try Self.files() where path.hasSuffix(".swift") {
            for (number, line) in lines.enumerated() {
                guard line.lowercased().contains("catalog") else { continue }
                let place = "\(path):\(number + 1)"
                let code = line.drop { $0 == " " }
                if code.hasPrefix("//") {
                    let prose = code.replacing(#/`[^`]*`|- (Parameter )?catalogs?:/#, with: "")
                    #expect(!prose.contains(#/\b[Cc]atalogs?\b/#), "\(place)")
                } else {
                    let declared = #/\b(let|var|case|func|struct|class|enum|protocol|actor) \w*[Cc]atalogue/#
                    #expect(!code.contains(declared), "\(place)")
                    for text in code.matches(of: #/"([A-Za-z][^"\\]* [^"\\]*)"/#) {
                        let isPlain = !text.1.contains(#/\b[Cc]atalogs?\b/#) || path.contains(#/SQL(ite)?\//#)
                        #expect(isPlain, "\(place): \(text.1)")
                    }
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
