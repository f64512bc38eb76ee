import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows source code.
public struct SourcePreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "source", summary: "Shows source code, with its language and the number of its lines", revision: 3
    ) { _, _ in SourcePreviewer() }

    // The lines of as much are counted.
    private static let size = 4 << 20

    /// Reads the file.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.usefulRead(atLeast: Self.size))
        let language = Self.language(of: document.mediaType, file.text)
        var facts = ["language": language]
        if file.isWhole { facts["lines"] = String(file.lineCount) }
        let (beginning, isPart) = file.text.prefix(utf8: limits.maxText)
        let body = beginning.trimmingCharacters(in: .newlines)
        guard !body.isEmpty else {
            return file.preview(shown: "", isPart: isPart, facts: facts, limits: limits)
        }
        // A fence is longer than any in the file, also behind what is shown.
        let fence = MarkdownText.fence(around: file.text)
        return file.preview(
            summary: Self.opening(beginning),
            shown: "\(fence)\(language)\n\(body)" + (isPart ? "" : "\n\(fence)"),
            form: .markdown, isPart: isPart, facts: facts, limits: limits)
    }

    /// The name of a language as code in Markdown is marked.
    private static func language(of type: MediaType, _ text: String) -> String {
        let name = type.essence.split(separator: "/").last.map(String.init) ?? ""
        let plain = name.hasPrefix("x-") ? String(name.dropFirst(2)) : name
        return plain == "objectivec" && !isObjectiveC(text) ? "matlab" : names[plain] ?? plain
    }

    /// Files of Matlab and Octave have the same extension, and no line that begins like these; a comment of Objective-C may begin
    /// like one of theirs.
    private static func isObjectiveC(_ text: String) -> Bool {
        text.split(separator: "\n", maxSplits: 200).prefix(200).contains { line in
            ["#import", "#include", "@", "//", "/*"].contains { line.hasPrefix($0) }
        }
    }

    private static let names = [
        "c++": "cpp", "objectivec": "objc", "batch": "bat", "asm": "nasm", "tex": "latex", "vb": "vbnet",
        "httpd-php": "php", "shellscript": "sh",
    ]

    /// The comment that it begins with, without its marks.
    private static func opening(_ text: String) -> String? {
        var words: [String] = []
        for line in text.split(separator: "\n").prefix(40) {
            let line = String(line).trimmed
            if line.hasPrefix("#!") { continue }
            guard let mark = marks.first(where: { line.hasPrefix($0) }) else { break }
            let rest = line.dropFirst(mark.count).trimmingCharacters(
                in: CharacterSet(charactersIn: " \t*/#-;%\"'"))
            if !rest.isEmpty { words.append(rest) }
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static let marks = [
        "///", "//", "/**", "/*", "*/", "* ", "##", "# ", "--", ";;", "%", "\"\"\"", "(*", "{-",
    ]
}
