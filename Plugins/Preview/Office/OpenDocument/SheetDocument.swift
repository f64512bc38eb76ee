import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelSheets
import Foundation

/// Reads workbooks of OpenDocument (ODS), packaged or in one file.
struct SheetDocument: OfficeReader {
    private let data: Data
    private var reader: OpenDocumentReader
    private let limits: CellGrid.Limits
    private var grid: CellGrid
    private var heading = ""
    private var extras: [Block] = []
    private var row = 0
    private var isWanted = false
    private(set) var isCut = false
    private(set) var hasGaps = false

    /// Makes a reader of `content.xml`, or of a whole document: then there is none in a package.
    init(_ data: Data, _ package: OfficePackage?, limits: CellGrid.Limits) {
        self.data = data
        reader = OpenDocumentReader(package: package)
        self.limits = limits
        grid = CellGrid(limits: limits, room: 0)
    }

    mutating func read(into text: inout PagesText, goesOn: () -> Bool) throws(MarkupError) -> Bool {
        var isThere = false
        let parts: Set<String> = [
            "table:table-row", "table:shapes", "office:automatic-styles", "office:styles",
        ]
        let result = try MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openDocument, limits: OfficePackage.limits,
            isPart: { parts.contains($0) }
        ) { part in
            switch part {
            case .start("office:spreadsheet", _): isThere = true
            // Copies of what other workbooks hold are left out.
            case .start("table:table", let attributes) where attributes["table:style-name"] != "ta_extref":
                begin(attributes, &text)
            case .end("table:table"): end(&text)
            case .element(let element): take(element)
            case .start, .end: break
            }
            return goesOn()
        }
        isCut = result.isCut || result.problem != nil
        return isThere
    }

    private mutating func begin(_ attributes: [String: String], _ text: inout PagesText) {
        isWanted = text.begin()
        let name = (attributes["table:name"] ?? "").singleLine
        let hidden = reader.styles.isHidden(page: attributes["table:style-name"]) ? " (hidden)" : ""
        heading = (name.isEmpty ? "Sheet \(text.count)" : name) + hidden
        (grid, extras, row) = (CellGrid(limits: limits, room: text.limit), [], 0)
    }

    private mutating func end(_ text: inout PagesText) {
        guard isWanted else { return }
        text.add([.heading(level: 2, heading)] + grid.blocks + extras)
        hasGaps = hasGaps || grid.isCut
        isWanted = false
    }

    private mutating func take(_ element: MarkupElement) {
        switch element.name {
        case "table:table-row": if isWanted { take(row: element) }
        case "table:shapes":
            if isWanted { extras += reader.blocks(of: element.elements) }
        default: reader.styles.read(element)
        }
    }

    private mutating func take(row element: MarkupElement) {
        let repeats = element["table:number-rows-repeated"].flatMap { Int($0) } ?? 1
        defer { row = min(1 << 30, row &+ max(1, min(1 << 24, repeats))) }
        var cells: [(column: Int, text: String)] = []
        var column = 0
        for cell in element.elements
        where cell.name == "table:table-cell" || cell.name == "table:covered-table-cell" {
            let count = max(1, min(1 << 20, cell["table:number-columns-repeated"].flatMap { Int($0) } ?? 1))
            let words = text(of: cell, column: column)
            // A value that fills the rest of a row is a decoration.
            if !words.isEmpty { for index in 0..<min(count, 64) { cells.append((column + index, words)) } }
            column += count
            if column > 1 << 20 { break }
        }
        guard !cells.isEmpty else { return }
        for _ in 0..<max(1, min(repeats, 64)) { grid.add(cells) }
    }

    private mutating func text(of cell: MarkupElement, column: Int) -> String {
        var lines: [String] = []
        for element in cell.elements {
            switch element.name {
            case "office:annotation":
                guard extras.count < 500 else { continue }
                extras += reader.comment(element, on: CellPlace.name(ofColumn: column) + String(row + 1))
            case "text:p": lines.append(reader.blocks(of: [element]).words)
            case let name where name.hasPrefix("draw:"): extras += reader.blocks(of: [element])
            default: break
            }
        }
        if lines.isEmpty { lines = [Self.value(of: cell)] }
        return lines.joined(separator: " ").singleLine
    }

    /// The value of a cell that no program has put into words.
    private static func value(of cell: MarkupElement) -> String {
        switch cell["office:value-type"] {
        case "float", "currency": cell["office:value"] ?? ""
        case "percentage": percent(cell["office:value"] ?? "")
        case "date": (cell["office:date-value"] ?? "").replacing("T", with: " ")
        case "time": time(cell["office:time-value"] ?? "")
        case "boolean": cell["office:boolean-value"]?.uppercased() ?? ""
        case "string": cell["office:string-value"] ?? ""
        default: ""
        }
    }

    private static func percent(_ value: String) -> String {
        // Of a text that only begins as a number `Decimal` reads the beginning.
        guard Double(value.trimmed) != nil, let part = Decimal(string: value.trimmed), !(part * 100).isNaN
        else { return value }
        return "\(part * 100)%"
    }

    /// A duration such as `PT26H05M07S` as a clock shows it.
    private static func time(_ value: String) -> String {
        guard let match = value.wholeMatch(of: /(-?)P(?:(\d{1,9})D)?T(\d{1,9})H(\d+)M(\d+)(?:[.,]\d+)?S/)
        else { return value }
        let (sign, days, hours, minutes, seconds) = (
            match.output.1, match.output.2.flatMap { Int($0) } ?? 0, Int(match.output.3) ?? 0, match.output.4,
            match.output.5
        )
        func digits(_ text: Substring) -> String { text.count < 2 ? "0\(text)" : String(text) }
        return "\(sign)\(days * 24 + hours):\(digits(minutes)):\(digits(seconds))"
    }
}
