import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelTables
import Foundation

/// A table of all items (RFC 4180), which `url-list` reads again.
struct CSVFormat: ListFormat {
    static let name = "csv"
    static let hasAddresses = true
    static let summary = "a table of all items"

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        try write(ExportedTable.columns.joined(separator: ",") + "\r\n")
        for group in library.groups {
            for row in group.rows {
                let document = row.storedDocument
                let address = document?.address(of: row.item) ?? row.item.url
                let cells = [
                    group.catalogName, group.collection.id, row.label, address ?? "",
                    (document?.size ?? row.item.size).map(String.init) ?? "", document?.sha256 ?? "",
                    document?.mediaType?.essence ?? "",
                    document.map { $0.storedAt.formatted(.iso8601) } ?? "",
                    document?.name ?? "",
                ]
                try write(cells.map(Self.cell).joined(separator: ",") + "\r\n")
            }
        }
    }

    /// A cell in one line; what a spreadsheet would take for a formula begins with an apostrophe.
    static func cell(_ text: String) -> String {
        let text = ExportedTable.marked(text.singleLine)
        let special = "\",;".unicodeScalars
        guard text.unicodeScalars.contains(where: { special.contains($0) }) else { return text }
        return "\"\(text.replacing(scalar: "\"", with: "\"\""))\""
    }
}
