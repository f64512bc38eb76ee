import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTables
import CarrelTextReading
import Foundation

/// Shows tables of text.
public struct TablePreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "table", summary: "Reads tables in CSV and TSV: their first rows, and how large they are",
        revision: 7
    ) { _, _ in TablePreviewer() }

    // More columns than that nobody reads beside each other.
    private static let maxColumns = 200

    /// Reads the table.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead)
        let isTabs = document.mediaType.essence == "text/tab-separated-values"
        let (mark, content, _) = TableSeparator.find(in: file.text.utf8, expected: isTabs ? 0x09 : nil)
        var table = try read(TableReader(content, separator: mark), document, limits)
        // One quote that is not closed would make a cell of all that follows.
        let doubt = file.isWhole ? table.doubt : nil
        if let doubt {
            table = try read(
                TableReader(content, separator: mark, quotesEnd: doubt.place), document, limits)
        }
        guard table.rows > 0 else { return file.preview(shown: "", limits: limits) }
        var facts = [
            "columns": String(table.columns), "delimiter": Self.names[mark] ?? String(UnicodeScalar(mark)),
        ]
        if file.isWhole { facts["rows"] = String(table.rows) }
        var preview = file.preview(
            summary: table.head.joined(separator: ", "), shown: table.text, form: .markdown,
            isPart: table.isPart,
            facts: facts, limits: limits)
        if let doubt {
            preview.notes = [
                "A quote is not closed: from row \(doubt.row) on all are shown as they stand, and keep no cell together"
            ]
        }
        return preview
    }

    private struct Table {
        var head: [String] = []
        var text = ""
        var rows = 0
        var columns = 0
        /// Whether some rows or columns, or a part of a cell, are not in the text.
        var isPart = false
        /// Where quotes begin that keep too much together, for one of them is never closed.
        var doubt: (place: Int, row: Int)?
    }

    private func read(
        _ source: TableReader, _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(PreviewError) -> Table {
        var table = Table()
        var (reader, widths) = (source, source)
        while let count = widths.skip() {
            table.columns = max(table.columns, count)
            table.rows += 1
            if table.doubt == nil, let place = widths.doubtfulQuote { table.doubt = (place, table.rows) }
            if table.rows % 4096 == 0 { try document.checkCancelled() }
        }
        if !widths.isBroken { table.doubt = nil }
        let width = min(table.columns, Self.maxColumns)
        table.isPart = table.columns > width
        var rows: [[String]] = []
        var size = 0
        while size <= limits.maxText, let row = reader.next(most: width) {
            // Lines between the parts of a table.
            if row == [""], width > 1 { continue }
            let cells = row.map { cell in
                let (text, isCut) = cell.prefix(utf8: 2000)
                table.isPart = table.isPart || isCut
                return text
            }
            rows.append(cells + Array(repeating: "", count: width - cells.count))
            size += cells.reduce(width) { $0 + $1.utf8.count }
        }
        table.isPart = table.isPart || reader.skip() != nil
        table.head = rows.first.map { $0.filter { !$0.isEmpty } } ?? []
        table.text = MarkdownText([.table(rows.map { $0.map(MarkdownText.literal) })]).text
        return table
    }

    private static let names: [UInt8: String] = [0x2C: "comma", 0x3B: "semicolon", 0x09: "tab", 0x7C: "bar"]
}
