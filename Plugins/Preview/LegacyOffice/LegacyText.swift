import CarrelBasics
import CarrelModel
import Foundation

/// Turns what catdoc's programs write into Markdown.
enum LegacyText {
    /// The paragraphs of a document, which are lines.
    static func document(_ output: String) -> [MarkdownText.Block] {
        output.split(whereSeparator: \.isNewline).compactMap { line in
            let words = withoutFields(String(line)).singleLine
            return words.isEmpty ? nil : .paragraph(words)
        }
    }

    /// What computes a field is written before its result.
    private static func withoutFields(_ line: String) -> String {
        guard
            line.contains("HYPERLINK") || line.contains("MERGEFORMAT") || line.contains("PAGE")
                || line.contains("TOC ")
        else { return line }
        return line.replacing(/\bHYPERLINK( +\\[a-z])* +"[^"]*"( +\\[a-z]( +"[^"]*")?)*/, with: " ")
            .replacing(/\bPAGEREF +\S+( +\\[a-z])*/, with: " ")
            .replacing(/\bTOC( +\\[a-z]( +"[^"]*")?)+/, with: " ")
            .replacing(
                /\b(PAGE|NUMPAGES|TITLE|AUTHOR|FILENAME|DATE|TIME|SUBJECT)( +\\\* +MERGEFORMAT)/, with: " ")
    }

    /// The lines of a slide.
    static func slide(_ output: Substring, number: Int) -> [MarkdownText.Block] {
        let lines = output.split(whereSeparator: \.isNewline).map { String($0).singleLine }.filter {
            !$0.isEmpty
        }
        return lines.isEmpty ? [] : [.heading(level: 2, "Slide \(number)")] + lines.map { .paragraph($0) }
    }
}
