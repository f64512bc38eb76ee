import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelSheets
import Foundation

/// Reads a workbook of Excel: its sheets in their order, each as a table.
struct WorkbookReader: OfficeReader {
    private let package: OfficePackage
    private let sheets: [(name: String, part: String, isHidden: Bool)]
    private let shared: [String]
    private let styles: WorkbookStyles
    private let people: [String: String]
    private let is1904: Bool
    private let limits: CellGrid.Limits
    private(set) var isCut = false
    private(set) var hasGaps = false

    // Excel's own limit.
    private static let maxRows = 1 << 20
    // More are not made for people to read.
    private static let maxSharedTexts = 2_000_000

    /// Makes a reader of a workbook with its main part; `nil` if there is none.
    init?(_ package: OfficePackage, part: String, limits: CellGrid.Limits) {
        guard let root = package.tree(part), root.name == "x:workbook" else { return nil }
        self.package = package
        self.limits = limits
        let references = package.relationships(of: part)
        sheets = (root.first("x:sheets")?.all("x:sheet") ?? []).prefix(10_000).compactMap { sheet in
            guard let part = references[sheet["r:id"]] else { return nil }
            return (
                sheet["name"]?.workbookText.singleLine ?? "", part,
                ["hidden", "veryHidden"].contains(sheet["state"] ?? "")
            )
        }
        let old = root.first("x:workbookPr")?["date1904"]
        is1904 = old == "1" || old == "true"
        styles = WorkbookStyles(references.part("styles").flatMap { package.tree($0) })
        people = package.people("displayName", in: references.parts("person"))
        shared = Self.sharedTexts(references.part("sharedStrings").flatMap { package[$0] })
    }

    private static func sharedTexts(_ data: Data?) -> [String] {
        var texts: [String] = []
        guard let data else { return texts }
        _ = try? MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openXML, limits: OfficePackage.limits, isPart: { $0 == "x:si" }
        ) { part in
            if case .element(let element) = part { texts.append(text(of: element)) }
            return texts.count < maxSharedTexts
        }
        return texts
    }

    /// A text with its runs, without the pronunciation beside it.
    private static func text(of element: MarkupElement) -> String {
        element.elements.map { part in
            switch part.name {
            case "x:t": part.text.workbookText
            case "x:r": part.first("x:t")?.text.workbookText ?? ""
            default: ""
            }
        }.joined()
    }

    mutating func read(into text: inout PagesText, goesOn: () -> Bool) -> Bool {
        for sheet in sheets where goesOn() && text.begin() {
            let heading = Block.heading(
                level: 2,
                (sheet.name.isEmpty ? "Sheet \(text.count)" : sheet.name)
                    + (sheet.isHidden ? " (hidden)" : ""))
            text.add([heading] + blocks(ofSheet: sheet.part, room: text.limit, goesOn: goesOn))
        }
        return true
    }

    private mutating func blocks(ofSheet part: String, room: Int, goesOn: () -> Bool) -> [Block] {
        var grid = CellGrid(limits: limits, room: room)
        var margins: [Block] = []
        var (row, lastRow) = (0, 0)
        var isDamaged = true
        if let data = package[part] {
            do throws(MarkupError) {
                let result = try MarkupReader.readXMLParts(
                    data, namespaces: OfficeNamespaces.openXML, limits: OfficePackage.limits,
                    isPart: { $0 == "x:row" || $0 == "x:headerFooter" || $0 == "x:dimension" }
                ) { found in
                    guard case .element(let element) = found else { return goesOn() }
                    switch element.name {
                    case "x:dimension":
                        lastRow = min(Self.maxRows, max(0, element["ref"].flatMap(CellPlace.lastRow) ?? 0))
                    case "x:row":
                        row = min(Self.maxRows, max(1, element["r"].flatMap { Int($0) } ?? row + 1))
                        if grid.isFull {
                            grid.leaveOut(rows: lastRow >= row ? lastRow - row + 1 : nil)
                            return false
                        }
                        grid.add(cells(of: element))
                    default: margins = Self.margins(element)
                    }
                    return goesOn()
                }
                isDamaged = result.problem != nil && !grid.isFull || result.isCut
            } catch {}
        }
        (isCut, hasGaps) = (isCut || isDamaged, hasGaps || grid.isCut)
        let extras = SheetExtras(
            package: package, references: package.relationships(of: part), people: people)
        return grid.blocks + extras.blocks + margins
    }

    /// The cells of a row, each made when it is asked for.
    private func cells(of row: MarkupElement) -> some Sequence<(column: Int, text: String)> {
        var column = -1
        return row.all("x:c").lazy.map { cell in
            column = cell["r"].flatMap(CellPlace.column) ?? column + 1
            return (column, text(ofCell: cell).singleLine)
        }
    }

    private func text(ofCell cell: MarkupElement) -> String {
        let value = cell.first("x:v")?.text ?? ""
        switch cell["t"] {
        case "s":
            guard let index = Int(value.trimmed), shared.indices.contains(index) else { return "" }
            return shared[index]
        case "inlineStr": return cell.first("x:is").map(Self.text) ?? value
        case "str", "e", "d": return value.workbookText
        case "b": return value.trimmed == "1" ? "TRUE" : value.isEmpty ? "" : "FALSE"
        default:
            guard let number = Double(value.trimmed) else {
                // Programs that write workbooks leave results to those that show them.
                let formula = cell.first("x:f")?.text ?? ""
                return value.isEmpty && !formula.isEmpty ? "=" + formula : value
            }
            return styles.text(number, style: cell["s"].flatMap { Int($0) }, is1904: is1904)
        }
    }

    /// What is printed above and below the sheet, without the codes for fonts, dates and numbers of pages.
    private static func margins(_ element: MarkupElement) -> [Block] {
        [("x:oddHeader", "Header"), ("x:oddFooter", "Footer")].compactMap { name, title in
            // Excel takes 255 characters.
            let code = element.first(name)?.text.prefix(utf8: 4096).text ?? ""
            let words = code.replacing(
                /&(&|"[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[+\-][0-9]{3}|[0-9]+|[A-Za-z])/
            ) { $0.output.1 == "&" ? "&" : " " }.singleLine
            return words.isEmpty ? nil : .paragraph("\(title): \(words)")
        }
    }
}
