import CarrelTesting
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

    private struct File {
        var path: String
        var text: String
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// Whether something is in it: the C library tells in no time.
        func has(_ text: String) -> Bool { strstr(self.text, text) != nil }
    }

    /// The sources and pages of the project.
    private static let read = Result {
        let top = try FileManager.default.contentsOfDirectory(atPath: Project.folder.path)
        let paths =
            try ["Sources", "Plugins", "docs", "Config"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(
                    atPath: Project.folder.appending(path: folder).path
                )
                .map { "\(folder)/\($0)" }
            } + top.filter { $0 != "Package.swift" }
        return try paths.filter { ["swift", "md", "toml"].contains(URL(filePath: $0).pathExtension) }.map {
            path in
            File(
                path: path,
                text: try String(contentsOf: Project.folder.appending(path: path), encoding: .utf8))
        }
    }

    private static func files(_ type: String = "") throws -> [File] {
        try read.get().filter { $0.path.hasSuffix(type) }
    }

    @Test func `nothing is said in words that nobody would use`() throws {
        let phrases = Self.phrases.map { ($0.0.lowercased(), $0.1) }
        for file in try Self.files() {
            let whole = file.text.lowercased()
            for (phrase, plain) in phrases where strstr(whole, phrase) != nil {
                for (number, line) in file.lines.enumerated() where line.lowercased().contains(phrase) {
                    Issue.record("\(file.path):\(number + 1): “\(phrase)”; better: \(plain)")
                }
            }
        }
    }

    @Test func `nothing is said to be no thing`() throws {
        let quantities = [
            "longer", "more", "less", "other", "larger", "smaller", "worse", "better", "such", "one",
        ]
        let said = #/\b(\w+) (?:is|are) no (\w+)/#
        for file in try Self.files() where file.has("is no ") || file.has("are no ") {
            for (number, line) in file.lines.enumerated() {
                // A regular expression takes much longer to find that there is nothing.
                guard line.contains("is no ") || line.contains("are no ") else { continue }
                for match in line.matches(of: said) {
                    let isPlain = match.1.lowercased() == "there" || quantities.contains(String(match.2))
                    #expect(isPlain, "\(file.path):\(number + 1): “\(match.0)”; better: is not a")
                }
            }
        }
    }

    @Test func `it is a catalogue in texts, and a catalog in identifiers`() throws {
        let word = #/\b[Cc]atalogs?\b/#
        let codeInProse = #/`[^`]*`/#
        let codeInComment = #/`[^`]*`|- (Parameter )?catalogs?:/#
        let declared = #/\b(let|var|case|func|struct|class|enum|protocol|actor) \w*[Cc]atalogue/#
        let text = #/"([A-Za-z][^"\\]* [^"\\]*)"/#
        let ofSQL = #/SQL(ite)?\//#
        // A regular expression takes much longer to find that there is nothing.
        func mayHaveWord(_ line: Substring) -> Bool {
            line.contains("atalog") && line.replacing("atalogue", with: "").contains("atalog")
        }
        for file in try Self.files(".md") {
            var isCode = false
            for (number, line) in file.lines.enumerated() {
                if line.hasPrefix("```") { isCode.toggle() }
                guard !isCode, !line.hasPrefix("    "), mayHaveWord(line) else { continue }
                #expect(!line.replacing(codeInProse, with: "").contains(word), "\(file.path):\(number + 1)")
            }
        }
        for file in try Self.files(".swift") where file.has("atalog") {
            let isOfSQL = file.path.contains(ofSQL)
            for (number, line) in file.lines.enumerated() where line.contains("atalog") {
                let place = "\(file.path):\(number + 1)"
                let code = line.drop { $0 == " " }
                if code.hasPrefix("//") {
                    guard mayHaveWord(code) else { continue }
                    #expect(!code.replacing(codeInComment, with: "").contains(word), "\(place)")
                    continue
                }
                #expect(!code.contains("atalogue") || !code.contains(declared), "\(place)")
                guard !isOfSQL, code.contains("\""), mayHaveWord(code) else { continue }
                for text in code.matches(of: text) {
                    #expect(!text.1.contains(word), "\(place): \(text.1)")
                }
            }
        }
    }

    /// Initialisers aside: what they make is their type.
    @Test func `every public declaration says what it is`() throws {
        let declaration = #/\s*public (?!init|extension|import).*/#
        for file in try Self.files(".swift") where file.has("public ") {
            let lines = file.lines
            for (number, line) in lines.enumerated()
            where line.contains("public ") && line.wholeMatch(of: declaration) != nil {
                let before = lines[..<number].last { !$0.drop(while: { $0 == " " }).hasPrefix("@") } ?? ""
                let isDocumented = before.drop(while: { $0 == " " }).hasPrefix("///")
                #expect(isDocumented, "\(file.path):\(number + 1)")
            }
        }
    }
}
