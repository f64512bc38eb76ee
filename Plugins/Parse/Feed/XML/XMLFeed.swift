import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// A feed in XML from its first to its last entry; what is not well-formed is read as far as it goes.
struct XMLFeed {
    private static let limits = MarkupLimits(maxSize: 256 << 20)

    private var reader: XMLFeedReader
    private let budget: CatalogBudget
    private let location: String
    private var problem: MarkupProblem?
    /// Where it was not well-formed first, before it was repaired.
    private var first: MarkupProblem?
    /// Why the document was not read to its end.
    private var end: String?

    /// Reads a feed.
    ///
    /// - Throws: `ParseError` for what is none, with the line.
    static func read(
        _ document: CatalogDocument, _ maker: EntryItems, _ settings: Settings
    ) throws(ParseError) -> GatheredFeed {
        var document = document
        // Nothing may stand before an XML declaration, and in some feeds something does.
        document.data = document.data.trimmingLeadingSpace
        var feed = XMLFeed(document, maker, settings)
        if let problem = feed.problem, problem.hasStrayAmpersands, feed.budget.goesOn() {
            // What stands behind them is lost, in addresses above all.
            document.data = StrayAmpersands.escaped(document.data)
            feed = XMLFeed(document, maker, settings)
            feed.first = problem
        }
        return try feed.gathered()
    }

    private init(_ document: CatalogDocument, _ maker: EntryItems, _ settings: Settings) {
        location = document.location
        budget = CatalogBudget(document, settings)
        var reader = XMLFeedReader(budget, maker)
        do {
            problem = try MarkupReader.readXML(
                document.data, charset: CatalogEncoding.charset(of: document),
                namespaces: FeedNamespaces.prefixes, limits: Self.limits
            ) { event, line in
                reader.read(event, line: line)
            }
        } catch {
            end = error.reason
        }
        self.reader = reader
    }

    private func gathered() throws(ParseError) -> GatheredFeed {
        try budget.conclude()
        try refuseOthers()
        var problems = reader.problems
        let told = first ?? problem
        if let told {
            problems.add(
                "line \(told.line)",
                "not well-formed: \(told.message.clause); what can be read around it is listed",
                // What was repaired is whole.
                gap: problem.map { $0.isCut ? .passing : .lasting })
        }
        if let end { problems.add("feed", "\(end); only what comes before is listed", gap: .lasting) }
        problems.add(budget.addressProblem)
        if reader.items.isEmpty, let first = problems.problems.first {
            throw ParseError(
                location: location, place: first.place, reason: "no entry can be read: \(first.reason)",
                remedy: told == nil ? nil : "Fetch the feed again; it may have been cut")
        }
        return GatheredFeed(head: reader.head, items: reader.items, problems: problems)
    }

    /// Another kind of document must not pass for a feed without entries.
    private func refuseOthers() throws(ParseError) {
        if let root = reader.root, ["rss", "feed", "rdf:rdf", "rdf"].contains(root) { return }
        let place = "line \(problem?.line ?? 1)"
        guard let root = reader.root else {
            let reason = problem.map { ": \($0.message.clause)" } ?? ""
            throw ParseError(location: location, place: place, reason: "no element can be read\(reason)")
        }
        let isPage = root == "html" || root == "xhtml:html"
        throw ParseError(
            location: location, place: "line 1",
            reason:
                "\(isPage ? "an HTML page" : "the root element \(root.titleText)"), expected rss, RDF or feed",
            remedy: isPage
                ? "It may be a login page or an error message: sign in, or try again later. Use the parser html-links for a "
                    + "page of links, or the address of its feed"
                : nil)
    }
}

extension Data {
    fileprivate var trimmingLeadingSpace: Data {
        guard let first, first <= 0x20, first != 0 else { return self }
        return drop { $0.isSpace }
    }
}

extension String {
    /// What libxml2 says, without a full stop.
    fileprivate var clause: String {
        let text = singleLine
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
