import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows tables of comma-separated values: a line a row, with bars between the cells.
public struct TablePreviewer: Previewer {
    /// The plug-in.
    public static let plugin = Plugin<any Previewer>("csv-table", summary: "Reads comma-separated values") {
        _, _ in TablePreviewer()
    }

    /// Makes a previewer.
    public init() {}

    /// Reads the table up to the limit.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.maxRead)
        guard !Task.isCancelled else { throw PreviewError.cancelled(document.file) }
        let rows = Self.rows(String(decoding: data, as: UTF8.self).readable)
        let table = rows.map { $0.joined(separator: " | ") }.joined(separator: "\n").readable
        let (text, isCut) = table.prefix(utf8: limits.maxText)
        var facts = ["columns": String(rows.first?.count ?? 0)]
        if isWhole { facts["rows"] = String(rows.count) }
        return Preview(
            summary: rows.first?.joined(separator: ", ").leadingSummary(), text: text,
            isTruncated: isCut || !isWhole, mediaType: document.mediaType, metadata: facts)
    }

    /// The cells: quotes keep commas and line ends, and two quotes within quotes are one.
    private static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var wasQuote = false
        for character in text {
            switch character {
            case "\"":
                isQuoted.toggle()
                if isQuoted, wasQuote { cell.append(character) }
            case "," where !isQuoted, "\n" where !isQuoted:
                row.append(cell.singleLine)
                cell = ""
                guard character == "\n" else { break }
                if row != [""] { rows.append(row) }
                row = []
            default: cell.append(character)
            }
            wasQuote = character == "\""
        }
        row.append(cell.singleLine)
        return row == [""] ? rows : rows + [row]
    }
}
