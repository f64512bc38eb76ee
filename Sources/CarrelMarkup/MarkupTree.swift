import CMarkup
import CarrelText
import Foundation

/// An XML or HTML document as a tree, which expressions of XPath 1.0 search.
///
/// Entities that the document declares are resolved within limits, external ones never. Not for several threads at once.
public final class MarkupTree {
    /// The longest expression, in bytes.
    public static let maxExpression = 2048
    // What a search may cost: a step for each node that it looks at, a few seconds at the most. What joining large sets takes,
    // as of `a|b` and `//a[b]//c`, libxml2 does not count: ten seconds for 100,000 nodes each, four times that for twice as many.
    private static let maxOperations: UInt = 200_000_000

    // The one owner of libxml2's tree; nodes hold this object, so that none outlives it.
    private let handle: OpaquePointer
    // Whether there is no tree any longer, because nothing was left of its document.
    private var isGone = false
    // Compiled expressions by their texts; libxml2 writes into them while it searches.
    private var expressions: [String: XPathExpression] = [:]
    /// Where the document is not well-formed first; always `nil` for HTML.
    public private(set) var problem: MarkupProblem?
    /// Why the document was not read to its end; `nil` if it was.
    public private(set) var end: MarkupError?

    /// Reads XML; `nil` if there is no element in it.
    ///
    /// An element without a prefix is named without one in paths, whatever namespace it is in, unless `namespaces` lists it.
    ///
    /// - Parameters:
    ///   - xml: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    ///   - namespaces: the prefix of each namespace, by its address; those of the root element count, too.
    ///   - limits: how much to take.
    ///   - goesOn: asked now and then whether to go on.
    /// - Throws: `MarkupError` for a document that is too large.
    public init?(
        xml: Data, charset: String? = nil, namespaces: [String: String] = [:],
        limits: MarkupLimits = MarkupLimits(), goesOn: @escaping () -> Bool = { true }
    ) throws(MarkupError) {
        guard xml.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        let list = CStrings(namespaces.flatMap { [$0.key, $0.value] })
        let text = DecodedText(xml: xml, charset: charset)
        var problem = carrel_markup_problem()
        var tree: OpaquePointer?
        let question = TreeQuestion(goesOn)
        let status = withExtendedLifetime((question, list)) {
            text.utf8.withUnsafeBytes { bytes in
                carrel_tree_read_xml(
                    bytes.bindMemory(to: CChar.self).baseAddress, bytes.count,
                    Int32(clamping: limits.maxDepth), list.pointers, TreeQuestion.ask,
                    Unmanaged.passUnretained(question).toOpaque(), &problem, &tree)
            }
        }
        self.problem = MarkupProblem(problem, in: text.utf8)
        end = MarkupError(status, limits)
        guard let tree else { return nil }
        handle = tree
    }

    /// Reads HTML; `nil` if there is nothing in it.
    ///
    /// - Parameters:
    ///   - html: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    ///   - limits: how much to take.
    ///   - goesOn: asked now and then whether to go on.
    /// - Throws: `MarkupError` for a document that is too large.
    public init?(
        html: Data, charset: String? = nil, limits: MarkupLimits = MarkupLimits(),
        goesOn: @escaping () -> Bool = { true }
    ) throws(MarkupError) {
        guard html.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        let source = HTMLEncoding(html, transport: charset)
        var tree: OpaquePointer?
        let question = TreeQuestion(goesOn)
        let status = withExtendedLifetime(question) {
            source.utf8.withUnsafeBytes { bytes in
                carrel_tree_read_html(
                    bytes.bindMemory(to: CChar.self).baseAddress, bytes.count,
                    Int32(clamping: limits.maxDepth),
                    TreeQuestion.ask, Unmanaged.passUnretained(question).toOpaque(), &tree)
            }
        }
        problem = nil
        end = MarkupError(status, limits)
        guard let tree else { return nil }
        handle = tree
    }

    fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

    /// Reads XML, and lends each element of a path as soon as it is whole.
    ///
    /// Afterwards the element is gone, so that a document of any length is never in memory as a tree. If the document
    /// declares entities, or writes characters by the names that HTML has, elements stay.
    ///
    /// - Parameters:
    ///   - path: which elements.
    ///   - xml: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    ///   - namespaces: the prefix of each namespace, by its address; those of the root element count, too.
    ///   - limits: how much to take.
    ///   - goesOn: asked now and then whether to go on.
    ///   - visit: gets each element in the order of the document, at last those that are open where it is cut; says whether
    ///     to go on. The node and what is found from it must not be kept.
    /// - Returns: the tree of what is left; `nil` if there is no element.
    /// - Throws: `MarkupError` for a document that is too large.
    public static func visit(
        _ path: MarkupPath, ofXML xml: Data, charset: String? = nil, namespaces: [String: String] = [:],
        limits: MarkupLimits = MarkupLimits(), goesOn: @escaping () -> Bool = { true },
        _ visit: (MarkupNode) -> Bool
    ) throws(MarkupError) -> MarkupTree? {
        guard xml.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        return withoutActuallyEscaping(visit) { visit in
            self.visit(path, xml, charset, namespaces, limits, TreeQuestion(goesOn, visit))
        }
    }

    private static func visit(
        _ path: MarkupPath, _ xml: Data, _ charset: String?, _ namespaces: [String: String],
        _ limits: MarkupLimits, _ visitor: TreeQuestion
    ) -> MarkupTree? {
        let list = CStrings(namespaces.flatMap { [$0.key, $0.value] })
        let names = CStrings(path.names)
        let text = DecodedText(xml: xml, charset: charset)
        var problem = carrel_markup_problem()
        var tree: OpaquePointer?
        let status = withExtendedLifetime((visitor, list, names)) {
            text.utf8.withUnsafeBytes { bytes in
                carrel_tree_visit_xml(
                    bytes.bindMemory(to: CChar.self).baseAddress, bytes.count,
                    Int32(clamping: limits.maxDepth), list.pointers, names.pointers,
                    Int32(clamping: path.names.count), path.isAnywhere, TreeQuestion.ask, TreeQuestion.visit,
                    Unmanaged.passUnretained(visitor).toOpaque(), &problem, &tree)
            }
        }
        guard let tree else {
            visitor.tree?.isGone = true
            return nil
        }
        let rest = visitor.tree ?? MarkupTree(tree)
        (rest.problem, rest.end) = (MarkupProblem(problem, in: text.utf8), MarkupError(status, limits))
        guard rest.end == nil else { return rest }
        // Those that are open where a document is cut, and all of a document that declares entities.
        let left = try? rest.nodes(path.expression, from: rest.root)
        for node in left ?? [] where !carrel_tree_was_lent(node.raw) {
            guard visitor.take(node) else { break }
        }
        return rest
    }

    deinit {
        if !isGone { carrel_tree_free(handle) }
    }

    /// The document, where absolute paths begin.
    public var root: MarkupNode { MarkupNode(tree: self, raw: carrel_tree_root(handle)) }

    /// The nodes that an expression selects, in the document's order.
    ///
    /// - Parameters:
    ///   - expression: the expression.
    ///   - node: where it begins.
    ///   - most: how many are wanted at most.
    /// - Throws: `XPathError` for a text that is not an expression, selects no nodes, or takes too long.
    public func nodes(
        _ expression: String, from node: MarkupNode, most: Int = .max
    ) throws(XPathError) -> [MarkupNode] {
        let finds = XPathFinds(tree: self, most: most)
        try search(expression, from: node, wantsText: false, finds)
        if finds.nodes.isEmpty, !finds.texts.isEmpty {
            throw XPathError(column: nil, reason: "the expression gives a value and no elements")
        }
        return finds.nodes
    }

    /// The texts of what an expression selects, in the document's order; its value, if it selects no nodes.
    ///
    /// They may hold control characters.
    public func texts(
        _ expression: String, from node: MarkupNode, most: Int = .max
    ) throws(XPathError) -> [String] {
        let finds = XPathFinds(tree: self, most: most)
        try search(expression, from: node, wantsText: true, finds)
        return finds.texts
    }

    private func search(
        _ expression: String, from node: MarkupNode, wantsText: Bool, _ finds: XPathFinds
    ) throws(XPathError) {
        let compiled: XPathExpression
        if let known = expressions[expression] {
            compiled = known
        } else {
            compiled = try XPathExpression(expression)
            expressions[expression] = compiled
        }
        var problem = carrel_xpath_problem()
        let isDone = withExtendedLifetime((compiled, finds)) {
            carrel_xpath_search(
                handle, compiled.handle, node.raw, Self.maxOperations, wantsText, XPathFinds.found,
                Unmanaged.passUnretained(finds).toOpaque(), &problem)
        }
        guard isDone else { throw XPathError(problem, in: expression) }
    }
}

/// A place in a `MarkupTree`, which it keeps alive.
public struct MarkupNode {
    /// The tree that it is a place of.
    public let tree: MarkupTree
    let raw: UnsafeRawPointer?

    /// The line where it begins, from 1; `nil` if that is not known.
    public var line: Int? { raw.map(carrel_tree_line).flatMap { $0 > 0 ? $0 : nil } }
}

/// Two nodes are equal if they are the same place of the same document.
extension MarkupNode: Hashable {
    /// Whether both are the same place.
    public static func == (left: Self, right: Self) -> Bool {
        left.raw == right.raw && left.tree === right.tree
    }

    /// Takes the place alone: nodes of several documents are seldom together.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

/// A list of C strings, ended by a null pointer, for as long as the object is there.
final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: texts.count + 1)
        pointers.initialize(repeating: nil, count: texts.count + 1)
        for (index, text) in texts.enumerated() { pointers[index] = strdup(text).map { UnsafePointer($0) } }
    }

    deinit {
        for index in 0..<count { free(UnsafeMutablePointer(mutating: pointers[index])) }
        pointers.deallocate()
    }
}

/// Asks whether to go on, and takes the elements that are lent.
///
/// The C code holds an unretained pointer to it only while it reads.
private final class TreeQuestion {
    private let goesOn: () -> Bool
    private let visitor: (MarkupNode) -> Bool
    /// The tree that elements are lent from, once there was one.
    private(set) var tree: MarkupTree?

    init(_ goesOn: @escaping () -> Bool, _ visitor: @escaping (MarkupNode) -> Bool = { _ in true }) {
        (self.goesOn, self.visitor) = (goesOn, visitor)
    }

    /// Takes an element that is not whole.
    func take(_ node: MarkupNode) -> Bool { visitor(node) }

    static let visit: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeRawPointer?) -> Bool = {
        context, handle, node in
        guard let context, let handle else { return false }
        let question = Unmanaged<TreeQuestion>.fromOpaque(context).takeUnretainedValue()
        let tree = question.tree ?? MarkupTree(handle)
        question.tree = tree
        return question.visitor(MarkupNode(tree: tree, raw: node))
    }

    static let ask: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { context in
        guard let context else { return false }
        return Unmanaged<TreeQuestion>.fromOpaque(context).takeUnretainedValue().goesOn()
    }
}
