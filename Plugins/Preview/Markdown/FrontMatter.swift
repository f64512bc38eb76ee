import CarrelBasics
import Foundation

/// The facts that stand before a Markdown document, between lines of dashes (YAML) or of plus signs (TOML).
struct FrontMatter {
    /// The facts by their names in lower case, those of one line and lists of such.
    private(set) var facts: [String: String] = [:]
    /// The document behind them.
    let body: Substring

    private static let maxLines = 200
    private static let maxFacts = 32

    init(_ text: String) {
        let text = text[...]
        for (mark, separator) in [("---", ":"), ("+++", "=")] where text.hasPrefix(mark + "\n") {
            let lines = text.split(
                separator: "\n", maxSplits: Self.maxLines + 1, omittingEmptySubsequences: false)
            guard
                let end = lines.dropFirst().prefix(Self.maxLines).firstIndex(where: {
                    $0 == mark || $0 == "..."
                })
            else { continue }
            facts = Self.facts(lines[1..<end], separator: Character(separator))
            guard !facts.isEmpty else { continue }
            body = lines[end].endIndex < text.endIndex ? text[text.index(after: lines[end].endIndex)...] : ""
            return
        }
        body = text
    }

    private static func facts(_ lines: ArraySlice<Substring>, separator: Character) -> [String: String] {
        var facts: [String: String] = [:]
        var list: (name: String, values: [String])?
        for line in lines where facts.count < maxFacts {
            if let open = list, case let item = String(line).trimmed,
                item.hasPrefix("- ") || item.hasPrefix("-\t")
            {
                list = (open.name, open.values + [value(item.dropFirst(2))])
                facts[open.name] = list?.values.joined(separator: ", ")
                continue
            }
            guard let first = line.first, first.isLetter, let mark = line.firstIndex(of: separator) else {
                continue
            }
            // In this order: a small letter may be one of Latin where the large one is not.
            let name = String(line[..<mark]).lowercased().singleLine
            guard !name.isEmpty, name.utf8.count <= 40,
                name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
            else { continue }
            let text = value(line[line.index(after: mark)...])
            list = (name, [])
            if !text.isEmpty, text != "|", text != ">" { facts[name] = text.singleLine }
        }
        return facts
    }

    /// A value without quotes; the items of a list in brackets with commas between them.
    private static func value(_ text: Substring) -> String {
        let text = String(text).trimmed
        guard text.hasPrefix("["), text.hasSuffix("]") else { return unquoted(text) }
        return text.dropFirst().dropLast().split(separator: ",").map { unquoted(String($0).trimmed) }
            .joined(separator: ", ")
    }

    private static func unquoted(_ text: String) -> String {
        let isQuoted = ["\"", "'"].contains { text.hasPrefix($0) && text.hasSuffix($0) }
        return isQuoted && text != "\"" && text != "'" ? String(text.dropFirst().dropLast()) : text
    }
}
