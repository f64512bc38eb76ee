import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelSheets
import Foundation

/// Reads workbooks in one file of XML, as Excel and others wrote them before OOXML (SpreadsheetML 2003).
struct FlatWorkbook: OfficeReader {
    /// The media type of such workbooks.
    static let mediaType = "application/vnd.ms-spreadsheetml"

    private static let namespaces = [
        "urn:schemas-microsoft-com:office:spreadsheet": "ss", "urn:schemas-microsoft-com:office:excel": "x",
    ]
    private static let parts: Set<String> = ["ss:Style", "ss:Row", "x:Visible"]
    private static let namedFormats = [
        "Currency": "#,##0.00", "Euro Currency": "#,##0.00", "Fixed": "0.00", "Standard": "#,##0.00",
        "Percent": "0.00%", "Scientific": "0.00E+00",
    ]
    private static let maxColumns = 1 << 14

    private let data: Data
    private let limits: CellGrid.Limits
    private var formats: [String: NumberFormat] = [:]
    private var grid: CellGrid
    private var heading = ""
    private var isWanted = false
    private(set) var isCut = false
    private(set) var hasGaps = false

    init(_ data: Data, limits: CellGrid.Limits) {
        (self.data, self.limits) = (data, limits)
        grid = CellGrid(limits: limits, room: 0)
    }

    mutating func read(into text: inout PagesText, goesOn: () -> Bool) throws(MarkupError) -> Bool {
        var isThere = false
        let result = try MarkupReader.readXMLParts(
            data, namespaces: Self.namespaces, limits: OfficePackage.limits,
            isPart: { Self.parts.contains($0) }
        ) { part in
            switch part {
            case .start("ss:Workbook", _): isThere = true
            case .start("ss:Worksheet", let attributes): begin(attributes["ss:name"] ?? "", &text)
            case .end("ss:Worksheet"): end(&text)
            case .element(let element): take(element)
            case .start, .end: break
            }
            return goesOn()
        }
        // The end of the last one may be missing.
        end(&text)
        isCut = result.isCut || result.problem != nil
        return isThere
    }

    private mutating func begin(_ name: String, _ text: inout PagesText) {
        isWanted = text.begin()
        heading = name.singleLine.nonEmpty ?? "Sheet \(text.count)"
        grid = CellGrid(limits: limits, room: text.limit)
    }

    private mutating func end(_ text: inout PagesText) {
        guard isWanted else { return }
        text.add([.heading(level: 2, heading)] + grid.blocks)
        hasGaps = hasGaps || grid.isCut
        isWanted = false
    }

    private mutating func take(_ element: MarkupElement) {
        switch element.name {
        case "ss:Row": if isWanted { grid.add(cells(of: element)) }
        case "ss:Style":
            guard let id = element["ss:ID"], let code = element.first("ss:NumberFormat")?["ss:Format"] else {
                return
            }
            // Other formats with names are those of dates and answers, and not of numbers.
            let isName = code.prefixMatch(of: /(?:General|Long|Medium|Short|Yes|True|On)\b/) != nil
            formats[id] = NumberFormat(Self.namedFormats[code] ?? (isName ? "General" : code))
        default: if element.text.trimmed != "SheetVisible" { heading += " (hidden)" }
        }
    }

    private func cells(of row: MarkupElement) -> [(column: Int, text: String)] {
        var cells: [(column: Int, text: String)] = []
        var column = 1
        for cell in row.all("ss:Cell") {
            column = cell["ss:Index"].flatMap { Int($0) } ?? column
            guard (1...Self.maxColumns).contains(column) else { break }
            cells.append((column, text(of: cell).singleLine))
            let merged = cell["ss:MergeAcross"].flatMap { Int($0) } ?? 0
            column += 1 + max(0, min(Self.maxColumns, merged))
        }
        return cells
    }

    private func text(of cell: MarkupElement) -> String {
        guard let data = cell.first("ss:Data") else { return "" }
        let value = data.text
        switch data["ss:Type"] {
        case "Number":
            guard let number = Double(value.trimmed) else { return value }
            let format = formats[cell["ss:StyleID"] ?? "Default"] ?? NumberFormat("General")
            return format.text(number, is1904: false)
        case "DateTime": return Self.date(value.trimmed)
        case "Boolean": return value.trimmed == "1" ? "TRUE" : "FALSE"
        default: return value
        }
    }

    /// A date such as `2026-03-01T06:30:00.000` without what it does not mean: a time at midnight, or the day of a time alone.
    private static func date(_ value: String) -> String {
        guard let match = value.wholeMatch(of: /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?/) else {
            return value
        }
        let (day, time) = (String(match.output.1), String(match.output.2))
        if day == "1899-12-30" || day == "1899-12-31" { return time }
        return time == "00:00:00" ? day : "\(day) \(time)"
    }
}
