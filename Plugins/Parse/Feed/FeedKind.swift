import CarrelJSONReading
import CarrelModel
import CarrelXMLReading
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

    init(_ document: CatalogDocument) {
        let beginning = XMLOutline.beginning(of: document.data)
        switch beginning.first {
        case "<": self = Self.markup(beginning)
        case "{": self = Self.isJSONFeed(document) ? .json : .otherJSON
        case "[": self = .otherJSON
        default: self = .other
        }
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
        guard let outline = XMLOutline(text) else { return .otherMarkup(root: "") }
        let isFeed =
            switch outline.root {
            case "rss": true
            case "feed":
                outline.tag.contains("/atom") || outline.tag.contains("/Atom")
                    || outline.tag.contains("purl.org/") || text.contains("<entry")
            case "rdf":
                ["purl.org/rss/", "netscape.com/rdf/simple", "<channel", "<item"].contains {
                    text.contains($0)
                }
            default: false
            }
        return isFeed ? .xml : .otherMarkup(root: outline.root)
    }
}
