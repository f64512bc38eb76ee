import CarrelMarkup
import CarrelXMLReading

/// Gathers the rows of a listing from the events of its markup.
///
/// All servers write one entry behind the other: a link, then its date and size, in a table, a list or plain lines.
struct ListingReader: CatalogHTMLReader {
    static let maxLinks = 1_000_000
    // The most text of one row or title, in bytes.
    private static let maxText = 512

    private(set) var rows: [ListingRow] = []
    var linkCount: Int { rows.count }
    /// The page's title.
    private(set) var title: String?

    private var row: ListingRow?
    private var isInLink = false
    private var isInTitle = false
    private var depthOfHidden = 0

    mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text): add(text)
        case .end(let name): end(name)
        }
    }

    /// Ends the last row.
    mutating func finish() {
        if let row = row.take() { rows.append(row) }
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "title" where title == nil: (title, isInTitle) = ("", true)
        case "a":
            finish()
            if let reference = attributes["href"], !reference.isEmpty {
                (row, isInLink) = (ListingRow(reference: reference), true)
            }
        case "tr", "li", "hr": finish()
        case "td":
            row?.text += " "
            if let size = (attributes["data-size"] ?? attributes["data-order"]).flatMap({ Int64($0) }),
                size >= 0
            {
                row?.size = size
            }
        case "time": if let date = attributes["datetime"], date.utf8.count <= 40 { row?.date = date }
        case "script", "style", "template": depthOfHidden += 1
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "title": isInTitle = false
        case "a": isInLink = false
        case "tr", "table", "ul", "pre": finish()
        case "script", "style", "template": depthOfHidden = max(0, depthOfHidden - 1)
        default: break
        }
    }

    private mutating func add(_ text: String) {
        if isInTitle, let length = title?.utf8.count, length < Self.maxText { title? += text }
        guard depthOfHidden == 0, !isInLink, let length = row?.text.utf8.count, length < Self.maxText else {
            return
        }
        row?.text += text
    }
}
