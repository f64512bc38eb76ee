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

    /// How xls2csv is to write dates and times: behind a mark, because a text may look like one.
    static let dateFormat = "\u{1}%Y-%m-%d %H:%M:%S"

    private static let dates = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
        .year().month().day().time(includingFractionalSeconds: false)

    /// A value; a date without a time that is midnight, and a time without the day that stands for none.
    private static func value(_ cell: String, dateMode: Int?) -> String {
        guard cell.first == "\u{1}", var date = try? dates.parse(String(cell.dropFirst())) else {
            return cell
        }
        // From the beginning of 1904 to the day before the first that a workbook counts.
        if dateMode == 0 { date.addTimeInterval(-1462 * 86_400) }
        var text = dates.format(date)
        let isSince1904 = (dateMode ?? 0) != 0
        // Those since 1900 are counted as if there had been a 29 February in it.
        if !isSince1904, ("1899-12-31"..<"1900-03-01").contains(text) {
            text = dates.format(date.addingTimeInterval(86_400))
        }
        if text.hasPrefix(isSince1904 ? "1904-01-01 " : "1899-12-30 ") { return String(text.dropFirst(11)) }
        return text.hasSuffix(" 00:00:00") ? String(text.dropLast(9)) : text
    }

    /// The table of a sheet, from lines of values in quotes with commas between them.
    static func sheet(
        _ output: Substring, title: String, limit: Int, dateMode: Int?
    ) -> [MarkdownText.Block] {
        var rows: [[String]] = []
        var (row, cell): ([String], String) = ([], "")
        var isQuoted = false
        for character in output {
            switch character {
            case "\"":
                // Two in a row are one within the value.
                if !isQuoted, !cell.isEmpty { cell.append(character) }
                isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case _ where character.isNewline && !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.append(character)
            }
            if rows.count > limit { break }
        }
        if !row.isEmpty || !cell.isEmpty { rows.append(row + [cell]) }
        let filled = rows.filter { $0.contains { !$0.isEmpty } }
        guard !filled.isEmpty else { return [] }
        let left = filled.map { $0.prefix { $0.isEmpty }.count }.min() ?? 0
        var blocks: [MarkdownText.Block] = [
            .heading(level: 2, title),
            .table(filled.prefix(limit).map { $0.dropFirst(left).map { value($0, dateMode: dateMode) } }),
        ]
        if filled.count > limit { blocks.append(.paragraph("Left out: more rows.")) }
        return blocks
    }
}
