import CarrelBasics
import CarrelMarkup
import Foundation

/// What XML a text is, by its root element.
struct MarkupShape {
    /// The type that the root tells; `nil` if it is XML of a kind that is not known.
    let type: String?
    /// Whether the text begins with an XML declaration.
    let isDeclared: Bool

    /// Looks at a text; `nil` if it does not begin as XML does.
    init?(_ text: TextContent) {
        guard text.body.first == UInt8(ascii: "<") else { return nil }
        isDeclared =
            text.begins(with: "<?xml ") || text.begins(with: "<?xml\t") || text.begins(with: "<?xml\n")
        // Most pages are not XML; that would be found out at their end.
        if !isDeclared, PageShape.isPage(text), !Data(text.body.prefix(1024)).contains("xmlns") {
            return nil
        }
        var root: (name: String, attributes: [String: String])?
        let isDeclared = isDeclared
        var type: String?
        let problem = try? MarkupReader.readXML(
            Data(text.body), charset: "utf-8", namespaces: Self.namespaces,
            limits: MarkupLimits(maxDepth: 256)
        ) { event in
            guard root == nil else { return true }
            guard case .start(let name, let attributes) = event else { return true }
            root = (name, attributes)
            type = Self.type(of: name, attributes, in: text)
            // What tells neither its kind nor that it is XML at all has to be well-formed to its end.
            return type == nil && !isDeclared && text.isWhole
        }
        guard root != nil else { return nil }
        let isWellFormed = text.isWhole && problem == .some(nil)
        if type == nil, !isDeclared, !isWellFormed { return nil }
        self.type = type
    }

    private static func type(of root: String, _ attributes: [String: String], in text: TextContent) -> String?
    {
        switch root {
        case "office:document":
            attributes["office:mimetype"].flatMap { $0.hasSuffix("-template") ? nil : $0 + "-flat-xml" }
        case "rdf:RDF":
            Data(text.utf8.prefix(4096)).contains("http://purl.org/rss/1.0/")
                || Data(text.utf8.prefix(4096)).contains("netscape.com/rdf/simple")
                ? "application/rss+xml" : "application/rdf+xml"
        default: roots[root]
        }
    }

    private static let namespaces = [
        "http://www.w3.org/2005/Atom": "atom", "http://purl.org/atom/ns#": "atom",
        "http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1999/xhtml": "html",
        "http://www.gribuser.ru/xml/fictionbook/2.0": "fb",
        "http://www.gribuser.ru/xml/fictionbook/2.1": "fb",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "http://www.opengis.net/kml/2.2": "kml",
        "http://earth.google.com/kml/2.1": "kml", "http://earth.google.com/kml/2.2": "kml",
        "http://www.topografix.com/GPX/1/1": "gpx", "http://www.topografix.com/GPX/1/0": "gpx",
        "http://www.w3.org/1998/Math/MathML": "math", "http://www.w3.org/1999/XSL/Transform": "xsl",
        "http://docbook.org/ns/docbook": "docbook",
        "http://www.tei-c.org/ns/1.0": "tei", "urn:ietf:params:xml:ns:metalink": "metalink",
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
        "http://www.daisy.org/z3986/2005/ncx/": "ncx", "urn:schemas-microsoft-com:office:spreadsheet": "ss",
    ]

    private static let roots: [String: String] = [
        "rss": "application/rss+xml", "atom:feed": "application/atom+xml",
        "atom:entry": "application/atom+xml",
        "svg:svg": "image/svg+xml", "svg": "image/svg+xml", "html:html": "application/xhtml+xml",
        "fb:FictionBook": "application/x-fictionbook+xml", "FictionBook": "application/x-fictionbook+xml",
        "opml": "text/x-opml", "kml:kml": "application/vnd.google-earth.kml+xml",
        "gpx:gpx": "application/gpx+xml", "math:math": "application/mathml+xml",
        "xsl:stylesheet": "application/xslt+xml", "xsl:transform": "application/xslt+xml",
        "docbook:article": "application/docbook+xml", "docbook:book": "application/docbook+xml",
        "tei:TEI": "application/tei+xml", "TEI": "application/tei+xml",
        "metalink:metalink": "application/metalink4+xml",
        "plist": "application/x-plist", "ncx:ncx": "application/x-dtbncx+xml",
        "ss:Workbook": "application/vnd.ms-spreadsheetml",
    ]
}
