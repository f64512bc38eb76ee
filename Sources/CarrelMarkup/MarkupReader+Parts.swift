import Foundation

extension MarkupReader {
    /// Reads XML part by part: a large document is never in memory as a tree, its paragraphs are, one after the other.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - namespaces: the prefix of each namespace, by its address, as in `readXML`.
    ///   - limits: how much to take.
    ///   - isPart: whether an element of that name is a part where it is not within one.
    ///   - handle: takes each part, and the starts and ends of elements around parts; says whether to go on.
    /// - Returns: where the document is not well-formed first, and whether a part was cut.
    @discardableResult
    public static func readXMLParts(
        _ data: Data, namespaces: [String: String] = [:], limits: MarkupLimits = MarkupLimits(),
        isPart: (String) -> Bool, _ handle: (MarkupPart) -> Bool
    ) throws(MarkupError) -> (problem: MarkupProblem?, isCut: Bool) {
        try readXMLParts(data, charset: nil, namespaces: namespaces, limits: limits, isPart: isPart) {
            part, _ in
            handle(part)
        }
    }

    /// Reads XML part by part as the other method does, and tells with each part the line where its last start tag ended,
    /// from 1.
    @discardableResult
    public static func readXMLParts(
        _ data: Data, charset: String?, namespaces: [String: String], limits: MarkupLimits,
        isPart: (String) -> Bool, _ handle: (MarkupPart, _ line: Int) -> Bool
    ) throws(MarkupError) -> (problem: MarkupProblem?, isCut: Bool) {
        var builder = MarkupPartBuilder(maxNodes: limits.maxNodes)
        let problem = try readXML(data, charset: charset, namespaces: namespaces, limits: limits) {
            event, line in
            guard let part = builder.take(event, isPart: isPart) else { return true }
            return handle(part, line)
        }
        return (problem, builder.isCut)
    }

    /// Reads XML into one element, the document's root.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    ///   - namespaces: the prefix of each namespace, by its address.
    ///   - limits: how much to take.
    /// - Returns: the root; `nil` if there is none.
    public static func readXMLTree(
        _ data: Data, charset: String? = nil, namespaces: [String: String] = [:],
        limits: MarkupLimits = MarkupLimits()
    ) throws(MarkupError) -> MarkupElement? {
        var root: MarkupElement?
        try readXMLParts(data, charset: charset, namespaces: namespaces, limits: limits) { _ in
            true
        } _: { part, _ in
            if root == nil, case .element(let element) = part { root = element }
            return true
        }
        return root
    }

    /// Reads HTML into one element, the document's root.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared.
    ///   - limits: how much to take.
    /// - Returns: the root; `nil` if there is none.
    public static func readHTMLTree(
        _ data: Data, charset: String? = nil, limits: MarkupLimits = MarkupLimits()
    ) throws(MarkupError) -> MarkupElement? {
        var builder = MarkupPartBuilder(maxNodes: limits.maxNodes)
        var root: MarkupElement?
        try readHTML(data, charset: charset, limits: limits) { event in
            if case .element(let element)? = builder.take(event, isPart: { _ in true }), root == nil {
                root = element
            }
            return true
        }
        return root
    }
}
