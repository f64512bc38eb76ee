import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// A feed in XML from its first to its last entry; what is not well-formed is read as far as it goes.
enum XMLFeed {
    private static let limits = MarkupLimits(maxSize: 256 << 20)

    /// Reads a feed.
    ///
    /// - Throws: `ParseError` for what is none, with the line.
    static func read(
        _ document: CatalogDocument, _ maker: EntryItems, _ settings: Settings
    ) throws(ParseError) -> GatheredFeed {
        let reading = XMLReading<XMLFeedReader>.last(of: document) { document in
            XMLReading(by: XMLFeedReader(CatalogBudget(document, settings), maker)) {
                reader throws(MarkupError) in
                try MarkupReader.readXML(
                    document.data, charset: CatalogEncoding.charset(of: document),
                    namespaces: FeedNamespaces.prefixes, limits: limits
                ) { event, line in
                    reader.read(event, line: line)
                }
            }
        }
        let feed = reading.content
        try feed.budget.conclude()
        try refuseOthers(reading, at: document.location)
        var problems = feed.problems
        problems.add(reading, of: "feed")
        problems.add(feed.budget.addressProblem)
        if feed.items.isEmpty, let first = problems.problems.first {
            throw ParseError(
                location: document.location, place: first.place,
                reason: "no entry can be read: \(first.reason)",
                remedy: reading.problem == nil ? nil : "Fetch the feed again; it may have been cut")
        }
        return GatheredFeed(head: feed.head, items: feed.items, problems: problems)
    }

    /// Another kind of document must not pass for a feed without entries.
    private static func refuseOthers(
        _ reading: XMLReading<XMLFeedReader>, at location: String
    ) throws(ParseError) {
        guard let root = reading.content.root else {
            let reason = reading.problem.map { ": \($0.clause)" } ?? ""
            throw ParseError(
                location: location, place: "line \(reading.problem?.line ?? 1)",
                reason: "no element can be read\(reason)")
        }
        if ["rss", "feed", "rdf:rdf", "rdf"].contains(root) { return }
        let isPage = root == "html" || root == "xhtml:html"
        throw ParseError(
            location: location, place: "line 1",
            reason:
                "\(isPage ? "an HTML page" : "the root element \(root.titleText)"), expected rss, RDF or feed",
            remedy: isPage
                ? "It may be a login page or an error message: set \(CredentialSettings.names), "
                    + "or try again later. Use the parser html-links for a page of links, or the address of its feed"
                : nil)
    }
}
