import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// A document of XML or HTML.
final class MarkupMapDocument: MarkupTreeDocument {
    private static let limits = MarkupLimits(maxSize: 256 << 20)

    private let tree: MarkupTree
    private(set) var problems = ProblemList()

    init(
        _ document: CatalogDocument, _ mapping: Mapping, _ budget: CatalogBudget
    ) throws(ParseError) {
        let isHTML = mapping.format == .html
        guard isHTML || Self.beginsWithTag(document.data) else {
            throw ParseError(
                location: document.location, place: "line 1",
                reason: document.data.isEmpty
                    ? "the document is empty, expected \(isHTML ? "HTML" : "XML")"
                    : "the document does not begin with <, expected XML",
                remedy: "Check that the location is that of the catalogue itself")
        }
        let (html, cut): (Data, MarkupReader.Cut?) =
            isHTML ? MarkupReader.beforeCut(document.data) : (document.data, nil)
        let read: MarkupTree?
        do throws(MarkupError) {
            read =
                isHTML
                ? try MarkupTree(html: html, charset: document.mediaType?.charset, limits: Self.limits) {
                    budget.goesOn()
                }
                : try Self.xml(document, mapping, budget)
        } catch {
            throw ParseError(location: document.location, reason: "the document is \(error.reason)")
        }
        try budget.conclude()
        guard let read else {
            throw ParseError(
                location: document.location, place: "line 1", reason: "no element can be read",
                remedy: "Fetch the document again; it may have been cut")
        }
        tree = read
        problems.add(cut, at: "document")
        problems.add(tree)
    }

    private static func xml(
        _ document: CatalogDocument, _ mapping: Mapping, _ budget: CatalogBudget
    ) throws(MarkupError) -> MarkupTree? {
        let charset = CatalogEncoding.charset(of: document)
        // Nothing may stand before an XML declaration, and in some documents something does.
        var data = document.data.drop { $0.isSpace }
        let first = try MarkupTree(
            xml: data, charset: charset, namespaces: mapping.namespaces, limits: limits
        ) { budget.goesOn() }
        guard first?.problem?.hasStrayAmpersands == true, budget.goesOn() else { return first }
        data = StrayAmpersands.escaped(data)
        return try MarkupTree(
            xml: data, charset: charset, namespaces: mapping.namespaces, limits: limits
        ) { budget.goesOn() }
    }

    var root: MapNode { .markup(tree.root) }

    /// Whether the first character is `<`, behind white space, a byte order mark, and the zero bytes of UTF-16.
    static func beginsWithTag(_ data: Data) -> Bool {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return data.prefix(1024).first { $0 > 0x20 && !marks.contains($0) } == UInt8(ascii: "<")
    }
}

/// A document whose places are elements of a tree.
protocol MarkupTreeDocument: MapDocument {}

extension MarkupTreeDocument {
    func nodes(_ expression: MapExpression?, from node: MapNode) throws(MapFault) -> [MapNode] {
        guard let expression, case .markup(let start) = node else { return [] }
        try goOn()
        do throws(XPathError) {
            return try start.tree.nodes(expression.text, from: start).map(MapNode.markup)
        } catch {
            throw MapFault("“\(expression.text)”: \(error)")
        }
    }

    func texts(_ expression: MapExpression, from node: MapNode, most: Int) throws(MapFault) -> [String] {
        guard case .markup(let start) = node else { return [] }
        try goOn()
        do throws(XPathError) {
            return try start.tree.texts(expression.text, from: start, most: most)
        } catch {
            throw MapFault("“\(expression.text)”: \(error)")
        }
    }

    /// Ends what was cancelled: a single search may take seconds, and each item may need several.
    private func goOn() throws(MapFault) {
        guard !Task.isCancelled else { throw MapFault("cancelled") }
    }

    func place(of node: MapNode) -> String {
        guard case .markup(let node) = node, let line = node.line else { return "document" }
        return "line \(line)"
    }
}

extension ProblemList {
    /// Adds why a tree is not the whole document.
    mutating func add(_ tree: MarkupTree) {
        add(tree.problem, gap: tree.problem?.gap, end: tree.end, of: "document")
    }
}
