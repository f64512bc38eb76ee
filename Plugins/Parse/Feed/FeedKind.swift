import CarrelJSONReading
import CarrelModel
import Foundation

/// What a document is, by a look at its beginning.
enum FeedKind: Equatable {
    /// A JSON Feed.
    case json
    /// RSS or Atom.
    case xml
    /// Markup with another root element.
    case otherMarkup(root: String)
    /// JSON, or what looks like it.
    case otherJSON
    /// Neither.
    case other

    // How much of a document is looked at.
    private static let outline = 16 << 10

    init(_ document: CatalogDocument) {
        let beginning = Self.beginning(document.data)
        switch beginning.first {
        case "<": self = Self.markup(beginning)
        case "{": self = Self.isJSONFeed(document) ? .json : .otherJSON
        case "[": self = .otherJSON
        default: self = .other
        }
    }

    /// The beginning without byte order mark, zero bytes (UTF-16) and leading white space.
    private static func beginning(_ data: Data) -> Substring {
        let bytes = data.prefix(outline).filter {
            $0 != 0 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 < 0xFE
        }
        return Substring(String(decoding: bytes.drop { $0 <= 0x20 }, as: UTF8.self))
    }

    // MARK: JSON

    private static func isJSONFeed(_ document: CatalogDocument) -> Bool {
        guard let outline = JSONOutline([document]) else { return false }
        for scheme in ["https:", "http:"] {
            for version in ["1", "1.1"] {
                for slash in ["/", "\\/"] {
                    let address = ["\(scheme)", "", "jsonfeed.org", "version", version]
                    if outline.contains("version", address.joined(separator: slash)) { return true }
                }
            }
        }
        // The version may stand behind a long list.
        return outline.contains("items")
            && ["content_html", "content_text", "date_published"].contains { outline.contains($0) }
            && ["feed_url", "home_page_url"].contains { outline.contains($0) }
    }

    // MARK: Markup

    private static func markup(_ text: Substring) -> FeedKind {
        guard let tag = firstTag(text) else { return .otherMarkup(root: "") }
        let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        let local = name.split(separator: ":").last.map { $0.lowercased() } ?? ""
        let isFeed =
            switch local {
            case "rss": true
            case "feed":
                tag.contains("/atom") || tag.contains("/Atom") || tag.contains("purl.org/")
                    || text.contains("<entry")
            case "rdf":
                ["purl.org/rss/", "netscape.com/rdf/simple", "<channel", "<item"].contains {
                    text.contains($0)
                }
            default: false
            }
        return isFeed ? .xml : .otherMarkup(root: local)
    }

    /// The start tag of the root element, behind declarations, processing instructions and comments.
    private static func firstTag(_ text: Substring) -> Substring? {
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            let end: String
            if rest.hasPrefix("<?") {
                end = "?>"
            } else if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<!") {
                // The declarations of an internal subset stand in brackets.
                let close = rest.firstIndex(of: ">") ?? rest.endIndex
                end = rest[..<close].contains("[") ? "]" : ">"
            } else {
                let tag = rest.prefix { $0 != ">" }
                return tag.dropFirst().first?.isLetter == true ? tag : nil
            }
            guard let close = rest.range(of: end) else { return nil }
            rest = rest[close.upperBound...]
        }
        return nil
    }
}
