import CMarkup

/// Why a text is not an expression of XPath, or a search with it failed.
public struct XPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The character of the expression, counted from 1; `nil` if it is not known.
    public let column: Int?
    /// What is wrong.
    public let reason: String

    /// The place and the reason.
    public var description: String { column.map { "column \($0): \(reason)" } ?? reason }
}

/// A compiled expression of XPath 1.0; it is used by one thread at a time.
final class XPathExpression {
    // libxml2 reads expressions by calling itself.
    private static let maxDepth = 64

    // The one owner of libxml2's compiled expression.
    let handle: OpaquePointer

    init(_ text: String) throws(XPathError) {
        guard !text.isEmpty else { throw XPathError(column: nil, reason: "the expression is empty") }
        guard text.utf8.count <= MarkupTree.maxExpression else {
            throw XPathError(
                column: nil, reason: "the expression is longer than \(MarkupTree.maxExpression) bytes")
        }
        var (depth, signs) = (0, 0)
        for byte in text.utf8 {
            if byte == 0 { throw XPathError(column: nil, reason: "a zero byte") }
            signs = byte == UInt8(ascii: "-") ? signs + 1 : byte == 0x20 ? signs : 0
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
            if max(depth, signs) > Self.maxDepth {
                throw XPathError(column: nil, reason: "nested deeper than \(Self.maxDepth) levels")
            }
        }
        var problem = carrel_xpath_problem()
        guard let handle = text.withCString({ carrel_xpath_make($0, &problem) }) else {
            throw XPathError(problem, in: text)
        }
        self.handle = handle
    }

    deinit { carrel_xpath_free(handle) }
}

/// Gathers what a search finds.
///
/// The C code holds an unretained pointer to it only while it searches.
final class XPathFinds {
    private let tree: MarkupTree
    private let most: Int
    var nodes: [MarkupNode] = []
    var texts: [String] = []

    init(tree: MarkupTree, most: Int) { (self.tree, self.most) = (tree, most) }

    static let found:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafePointer<CChar>?) -> Bool = {
            context, node, text in
            guard let context else { return false }
            let finds = Unmanaged<XPathFinds>.fromOpaque(context).takeUnretainedValue()
            if let text { finds.texts.append(WindowsCharacters.repair(String(cString: text))) }
            if let node { finds.nodes.append(MarkupNode(tree: finds.tree, raw: node)) }
            return max(finds.nodes.count, finds.texts.count) < finds.most
        }
}

extension MarkupTree {
    /// Fails unless a text is an expression of XPath 1.0.
    public static func check(_ expression: String) throws(XPathError) { _ = try XPathExpression(expression) }
}

extension XPathError {
    init(_ problem: carrel_xpath_problem, in expression: String) {
        var problem = problem
        let message = withUnsafeBytes(of: &problem.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let before = expression.utf8.prefix(max(0, Int(problem.offset)))
        column = problem.offset < 0 ? nil : String(decoding: before, as: UTF8.self).count + 1
        let text = message.shown.prefix(1).lowercased() + message.shown.dropFirst()
        reason = text.isEmpty ? "not an expression of XPath" : text
    }
}

extension String {
    /// The text without surrounding space and a full stop.
    fileprivate var shown: String {
        let text = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
