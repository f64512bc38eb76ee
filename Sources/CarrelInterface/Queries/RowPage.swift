import CarrelBasics
import CarrelModel
import CarrelStages

/// Which part of a list is asked for.
package struct RowPaging: Sendable, Hashable {
    /// How many rows a page may have at most.
    package static let limits = 1...200

    /// The most rows.
    package var limit: Int
    /// Where the page before ended; `nil` for the first one.
    package var cursor: String?

    package init(limit: Int = 50, cursor: String? = nil) { (self.limit, self.cursor) = (limit, cursor) }
}

/// A page of rows as JSON, and where the next one begins.
package struct RowPage: Sendable, Hashable {
    /// The rows: an array.
    package let rows: String
    /// Where the next page begins; `nil` on the last one.
    package let next: String?

    // So that no answer is more than a program can take; a single row may be longer.
    private static let mostBytes = 256 << 10

    /// The part of a list that is asked for.
    init<Element: Sendable>(
        of list: [Element], _ paging: RowPaging, name: (Element) -> String, row: (Element) -> String?
    ) throws(ListPageError) {
        var page = try ListPage(of: list, after: paging.cursor, limit: paging.limit, name: name)
        var (lines, bytes): ([String], Int) = ([], 0)
        for element in page.elements {
            let line = row(element) ?? "{}"
            bytes += line.utf8.count
            if bytes > Self.mostBytes, !lines.isEmpty { break }
            lines.append(line)
        }
        if lines.count < page.elements.count {
            page = try ListPage(of: list, after: paging.cursor, limit: lines.count, name: name)
        }
        (rows, next) = ("[\(lines.joined(separator: ","))]", page.next)
    }

    /// An object with the rows under a name, and `next` if there is more.
    package func object(_ name: StaticString) -> String {
        var object = JSONObjectText()
        object.add(name, json: rows)
        object.add("next", next)
        return object.text
    }

    /// What tells an item or a collection apart from all others, also without the secrets in its identity.
    ///
    /// - Parameters:
    ///   - identity: its identity, with those of what it is in.
    ///   - title: its title.
    package static func name(_ identity: String..., title: String) -> String {
        let whole = identity.joined(separator: "\n")
        // Perhaps a token alone tells it apart from what is beside it. Others do not need the title, which may change.
        let shown = ShownText.of(whole)
        return shown == whole ? whole : "\(shown)\n\(title)"
    }

    /// What tells an item apart from all others.
    package static func name(of key: ItemKey, title: String) -> String {
        name(key.catalog, key.collection, key.item, title: title)
    }
}
