import CarrelBasics
import CarrelDigest
import Foundation

/// A feed of an OPDS 1.2 catalogue: Atom (RFC 4287) with the links of the specification.
package struct OPDSFeed: Sendable {
    /// What its entries lead to.
    package enum Kind: String, Sendable {
        /// Other feeds.
        case navigation
        /// Documents.
        case acquisition

        /// The media type of such a feed.
        package var mediaType: String { "application/atom+xml;profile=opds-catalog;kind=\(rawValue)" }
    }

    /// A link of a feed or an entry.
    package struct Link: Sendable {
        package var relation: String
        package var address: String
        package var type: String
        /// The length of what it leads to, in bytes.
        package var length: Int64?

        package init(relation: String, address: String, type: String, length: Int64? = nil) {
            (self.relation, self.address, self.type, self.length) = (relation, address, type, length)
        }
    }

    /// One entry.
    package struct Entry: Sendable {
        /// What it is, for `OPDSFeed.identity`.
        package var name: [String]
        package var title: String
        package var summary: String
        package var updated: Date
        package var link: Link
        /// The collection that a document is of: its identity and its title.
        package var category: (term: String, label: String)?
        /// The SHA-256 of the document, in hexadecimal digits.
        package var sha256: String?

        package init(
            name: [String], title: String, summary: String, updated: Date, link: Link,
            category: (term: String, label: String)? = nil, sha256: String? = nil
        ) {
            (self.name, self.title, self.summary, self.updated) = (name, title, summary, updated)
            (self.link, self.category, self.sha256) = (link, category, sha256)
        }
    }

    package var kind: Kind
    /// What it is, for `OPDSFeed.identity`.
    package var name: [String]
    package var title: String
    /// Where it is.
    package var address: String
    package var entries: [Entry]
    /// Where the next page is; `nil` on the last one.
    package var next: String?
    /// Where the first feed of the catalogue is.
    package var start: String
    /// Where the description of its search is; `nil` without one.
    package var search: String?

    package init(
        kind: Kind, name: [String], title: String, address: String, entries: [Entry], next: String? = nil,
        start: String, search: String? = nil
    ) {
        (self.kind, self.name, self.title, self.address) = (kind, name, title, address)
        (self.entries, self.next, self.start, self.search) = (entries, next, start, search)
    }

    // Of what has no time of its own.
    private static let beginning = Date(timeIntervalSince1970: 0)

    // MARK: As XML

    /// The feed as XML.
    package var xml: Markup {
        let updated = entries.map(\.updated).max() ?? Self.beginning
        var links = [
            Link(relation: "self", address: address, type: kind.mediaType),
            Link(relation: "start", address: start, type: Kind.navigation.mediaType),
        ]
        if let search {
            links.append(
                Link(relation: "search", address: search, type: "application/opensearchdescription+xml"))
        }
        if let next { links.append(Link(relation: "next", address: next, type: kind.mediaType)) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dcterms="http://purl.org/dc/terms/">\
            <id>\(Self.identity(name))</id><title>\(Self.text(title))</title>\
            <updated>\(Self.time(updated))</updated><author><name>Carrel</name></author>
            \(links.map(Self.xml))
            \(entries.map(Self.xml))</feed>

            """
    }

    private static func xml(_ link: Link) -> Markup {
        """
        <link rel="\(link.relation)" href="\(link.address)" type="\(text(link.type))"\
        \(Markup.when(link.length) { " length=\"\($0)\"" })/>

        """
    }

    private static func xml(_ entry: Entry) -> Markup {
        """
        <entry><id>\(identity(entry.name, of: entry.sha256))</id><title>\(text(entry.title))</title>\
        <updated>\(time(entry.updated))</updated>\
        \(Markup.when(entry.category) { "<category term=\"\(text($0.term))\" label=\"\(text($0.label))\"/>" })\
        \(Markup.when(entry.sha256) { "<dcterms:identifier>\(named($0))</dcterms:identifier>" })\
        <content type="text">\(text(entry.summary))</content>\(xml(entry.link))</entry>

        """
    }

    /// What identifies a feed or an entry for ever: made of what is shown of it, and so the same after every start.
    ///
    /// A digest of a secret would give it away: with the rest of an address beside it, short ones can be tried.
    ///
    /// - Parameters:
    ///   - name: what it is.
    ///   - content: the digest of its document, which tells apart what is shown alike.
    /// - Returns: a URN.
    package static func identity(_ name: [String], of content: String? = nil) -> String {
        let shown = name.map { ShownText.of($0) }
        let parts = ["carrel opds"] + shown + (shown == name ? [] : [content ?? ""])
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        var digits = Array(SHA256.digits(of: text.utf8).prefix(32))
        // The form of RFC 9562 for identities of one's own making.
        digits[12] = "8"
        digits[16] = "8"
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }

    /// A digest as a URI (RFC 6920).
    static func named(_ sha256: String) -> String {
        let text = SHA256.base64(sha256).replacing("+", with: "-").replacing("/", with: "_")
        return "ni:///sha-256;" + text.replacing("=", with: "")
    }

    static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    /// A text of others on one line, without secrets; characters that XML 1.0 cannot hold are not in such a line.
    ///
    /// A reader that lays out a title expects there to be one.
    package static func text(_ text: String) -> String { ShownText.of(text).singleLine.nonEmpty ?? "–" }
}
