import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelViews

/// The tools over one library, with what they share.
struct LibraryTools: Sendable {
    let library: CurrentLibrary

    /// Every tool, always in this order.
    var all: [Tool] { [list, search, preview, open, get, why] }

    // What one page of rows may be, so that no answer is more than a client can take: rows, and bytes of JSON.
    static let pageRows = 1...200
    private static let pageBytes = 256 << 10

    /// The parameters of a list that has pages.
    static func paging(_ standard: Int, _ what: String) -> [Parameter] {
        [
            Parameter(
                name: "limit", kind: .number(pageRows),
                help: "The most \(what) to give (\(standard) unless given)."),
            Parameter(
                name: "cursor", kind: .text(200), help: "Where to go on: the “next” of the page before."),
        ]
    }

    /// A page of rows as JSON.
    static func page<Element: Sendable>(
        _ list: [Element], _ call: ToolCall, standard: Int, name: (Element) -> String,
        row: (Element) -> String?
    ) throws -> (rows: String, next: String?) {
        let limit = call.number("limit") ?? standard
        var page = try ListPage(of: list, after: call.text("cursor"), limit: limit, name: name)
        var (lines, bytes): ([String], Int) = ([], 0)
        for element in page.elements {
            let line = row(element) ?? "{}"
            bytes += line.utf8.count
            if bytes > pageBytes, !lines.isEmpty { break }
            lines.append(line)
        }
        if lines.count < page.elements.count {
            page = try ListPage(of: list, after: call.text("cursor"), limit: lines.count, name: name)
        }
        return ("[\(lines.joined(separator: ","))]", page.next)
    }

    /// What tells an item apart from all others.
    static func name(of key: ItemKey) -> String {
        [key.catalog, key.collection, key.item].joined(separator: "\n")
    }
}
