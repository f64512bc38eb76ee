import CarrelBasics
import Foundation

/// The page that lists a folder.
enum Listing {
    /// One row.
    struct Entry: Sendable, Equatable {
        var name: String
        /// The size in bytes, or `nil` for a folder.
        var size: Int64?
    }

    /// The page of a folder, folders first, then by name.
    static func page(path: String, entries: [Entry], hasParent: Bool) -> Data {
        let sorted = entries.sorted { left, right in
            (left.size == nil ? 0 : 1, left.name) < (right.size == nil ? 0 : 1, right.name)
        }
        let rows = (hasParent ? ["<tr><td><a href=\"../\">..</a></td><td></td></tr>"] : []) + sorted.map(row)
        let title = "Index of \(path.markupEscaped)"
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title></head>
            <body>
            <h1>\(title)</h1>
            <table>
            \(rows.joined(separator: "\n"))
            </table>
            </body>
            </html>

            """
        return Data(page.utf8)
    }

    private static func row(_ entry: Entry) -> String {
        let slash = entry.size == nil ? "/" : ""
        let size = entry.size.map { "\($0)" } ?? ""
        let reference = entry.name.percentEncoded() + slash
        return
            "<tr><td><a href=\"\(reference)\">\((entry.name + slash).markupEscaped)</a></td><td>\(size)</td></tr>"
    }
}
