import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// A document of XML that is never in memory as a whole tree: its places are visited while it is read.
///
/// That is possible if everything that a mapping asks of a place is within it (`MarkupPath`); otherwise the mapping reads
/// a `MarkupMapDocument`, with the same result.
final class StreamedMapDocument: MarkupTreeDocument {
    private static let limits = MarkupLimits(maxSize: 256 << 20)

    private let document: CatalogDocument
    private let namespaces: [String: String]
    private let path: MarkupPath
    private let budget: CatalogBudget
    private let isRepaired: Bool
    /// What is left when all places were visited.
    private var rest: MarkupTree?
    private(set) var problems = ProblemList()

    /// Takes a document; `nil` if the mapping needs all of it at once.
    init?(_ document: CatalogDocument, _ mapping: Mapping, _ budget: CatalogBudget, isRepaired: Bool) {
        guard let path = mapping.streamedPath, MarkupMapDocument.beginsWithTag(document.data) else {
            return nil
        }
        (self.document, self.path, self.budget) = (document, path, budget)
        namespaces = mapping.namespaces
        self.isRepaired = isRepaired
    }

    /// The document's root, once its places were visited.
    var root: MapNode { rest.map { .markup($0.root) } ?? .row(TableRow(cells: [], number: 1)) }

    func visit(_ place: MapExpression?, _ body: (MapNode) -> Void) throws(MapFault) -> Bool {
        var fault: MapFault?
        do throws(MarkupError) {
            rest = try MarkupTree.visit(
                path, ofXML: document.data.drop { $0.isSpace },
                charset: CatalogEncoding.charset(of: document), namespaces: namespaces, limits: Self.limits,
                goesOn: { [budget] in budget.goesOn() }
            ) { [path, budget] node in
                do throws(XPathError) {
                    let nodes =
                        path.isAnywhere
                        ? try node.tree.nodes("descendant-or-self::\(path.names[0])", from: node) : [node]
                    for node in nodes { body(.markup(node)) }
                } catch {
                    fault = MapFault("\(error)")
                    return false
                }
                return budget.goesOn()
            }
        } catch {
            throw MapFault("the document is \(error.reason)")
        }
        if let fault { throw fault }
        guard let rest else { throw MapFault("no element can be read; the document may have been cut") }
        if let problem = rest.problem, problem.hasStrayAmpersands, !isRepaired { return false }
        problems.add(rest)
        return true
    }
}

extension Mapping {
    /// The places that can be visited while a document is read; `nil` if something asks for more than is within them.
    fileprivate var streamedPath: MarkupPath? {
        let outer = collections.place ?? items.place
        guard format == .xml, let path = outer.flatMap({ MarkupPath($0.text) }) else { return nil }
        let inner =
            (collections.place == nil ? [] : [items.place].compactMap(\.self))
            + (collections.fields + items.fields).flatMap(\.allExpressions)
        let atRoot = ([title, failure].compactMap(\.self) + (pages?.fields ?? [])).flatMap(\.allExpressions)
        // Where no collection is found, the items of a further catalogue are looked for in the whole document.
        guard further == nil, inner.allSatisfy({ MarkupPath.staysWithin($0.text) }),
            atRoot.allSatisfy({ path.isMissed(by: $0.text) })
        else { return nil }
        return path
    }
}

extension MapField {
    /// Every expression in it.
    fileprivate var allExpressions: [MapExpression] { expressions + (template?.expressions ?? []) }
}
