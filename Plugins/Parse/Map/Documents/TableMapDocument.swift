import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTables
import CarrelText
import Foundation

/// A table of text, such as CSV, whose first row names its columns.
final class TableMapDocument: MapDocument {
    // Tables of more columns are none.
    private static let maxColumns = 10_000
    // How many of them, and how long ones, may be meant by a name that none has.
    private static let maxCompared = 100

    private let names: [String]
    private let rowOfNames: Int
    private let columns: [String: Int]
    private var rows: TableReader
    private let budget: CatalogBudget
    private(set) var problems = ProblemList()

    init(
        _ document: CatalogDocument, _ mapping: Mapping, _ budget: CatalogBudget
    ) throws(ParseError) {
        let first = document.data.first { $0 > 0x20 }
        guard let first, first != UInt8(ascii: "<"), !document.data.prefix(1024).starts(with: "%PDF".utf8)
        else {
            throw ParseError(
                location: document.location, place: "line 1",
                reason: first == nil
                    ? "the document is empty, expected a table" : "a document in markup, expected a table")
        }
        let text = DecodedText(of: document.data, declared: document.mediaType?.charset)
        let (fitting, lines, isDeclared) = TableSeparator.find(in: TableLines.endedByLineFeed(text.utf8))
        rowOfNames = isDeclared ? 2 : 1
        let separator = mapping.separator ?? fitting
        rows = TableReader(lines, separator: separator)
        self.budget = budget
        var columns: [String: Int] = [:]
        names = rows.next(most: Self.maxColumns) ?? []
        // Whatever rows there are would be in that cell.
        guard !rows.isBroken else {
            throw ParseError(
                location: document.location, place: "line 1",
                reason: "a quote in the row that names the columns is not closed",
                remedy: "Fetch the document again; it may have been cut")
        }
        for (index, name) in names.enumerated() where columns[name.singleLine] == nil {
            columns[name.singleLine] = index
        }
        self.columns = columns
        let wanted = mapping.items.fields.flatMap(\.expressions).map(\.text)
        guard wanted.contains(where: { columns[$0] != nil }) else {
            let found = columns.sorted { $0.value < $1.value }.prefix(20).map(\.key.titleText)
            throw ParseError(
                location: document.location, place: "line 1",
                reason:
                    "the columns are \(found.joined(separator: ", ")), expected \(wanted.joined(separator: ", "))",
                remedy: fitting == separator
                    ? "Correct the names in the profile's [parse.items] table"
                    : "Leave out parse.separator: \(Self.name(of: fitting)) stands between the table's cells")
        }
        reportMissing(in: mapping.collections.fields + mapping.items.fields)
    }

    private static func name(of separator: UInt8) -> String {
        separator == 0x09 ? "a tab" : "“\(Character(UnicodeScalar(separator)))”"
    }

    /// Reports the columns that fields name and no table has: such a field is empty in every row.
    private func reportMissing(in fields: [MapField]) {
        let known = names.prefix(Self.maxCompared).map(\.singleLine)
            .filter { $0.utf8.count <= Self.maxCompared }
        for field in fields {
            let wanted = field.expressions.map(\.text)
            guard let name = wanted.first, !wanted.contains(where: { columns[$0] != nil }) else { continue }
            let nearest = NearestName.question(name, among: known) ?? ""
            problems.add("line 1", "\(field.name): there is no column “\(name.titleText)”\(nearest)")
        }
    }

    var root: MapNode { .row(TableRow(cells: [], number: 1)) }

    func nodes(_ expression: MapExpression?, from node: MapNode) throws(MapFault) -> [MapNode] {
        var nodes: [MapNode] = []
        var number = rowOfNames
        while budget.goesOn(), let cells = rows.next(most: Self.maxColumns) {
            number += 1
            // Lines between the parts of a table.
            if cells == [""] { continue }
            if let reason = rows.cut(cells, under: names) {
                problems.add("row \(number)", reason, gap: .passing)
            } else {
                nodes.append(.row(TableRow(cells: cells, number: number)))
            }
        }
        return nodes
    }

    func texts(_ expression: MapExpression, from node: MapNode, most: Int) throws(MapFault) -> [String] {
        guard case .row(let row) = node, let index = columns[expression.text],
            row.cells.indices.contains(index)
        else { return [] }
        let text = row.cells[index]
        return text.isEmpty ? [] : [text]
    }

    func place(of node: MapNode) -> String {
        guard case .row(let row) = node else { return "table" }
        return "row \(row.number)"
    }

    /// Its columns are the right ones.
    func isEmptyList(_ expression: MapExpression?, from node: MapNode) -> Bool { true }
}
