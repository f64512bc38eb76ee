import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelTables
import Foundation

/// A table of all items (RFC 4180), which `url-list` reads again.
struct CSVFormat: ListFormat {
    static let name = "csv"
    static let addresses: WrittenAddresses = [.documents, .items]
    static let summary = "a table of all items"

    /// Whether the documents are beside the table; otherwise sizes and digests are those of what the addresses have.
    var isBesideDocuments = false

    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows {
        try write(ExportedTable.columns.joined(separator: ",") + "\r\n")
        for group in library.groups {
            for row in group.rows {
                let document = row.storedDocument
                let address = document?.address(of: row.item) ?? row.item.url
                let size = document.map { isBesideDocuments ? $0.size : $0.servedSize } ?? row.item.size
                let sha256 = document.map { isBesideDocuments ? $0.sha256 : $0.servedSHA256 } ?? ""
                let cells = [
                    group.catalogName, group.collection.id, row.label, address ?? "",
                    size.map(String.init) ?? "", sha256,
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
