import CCmarkGFM
import Foundation

/// The owner of a parsed Markdown document: CommonMark with GitHub's tables, task lists, strike-through and links.
///
/// Nodes live as long as the tree, which only lends them. What takes cmark more than time in proportion to the text is
/// taken out of the text first: `MarkdownGuard`.
public final class MarkdownTree {
    private let root: OpaquePointer

    /// Makes cmark's extensions known, once: it keeps them in a list of its own.
    private static let isReady: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// Parses a text; `nil` if there is not enough memory.
    ///
    /// - Parameters:
    ///   - text: the document.
    ///   - footnotes: whether footnotes are nodes: a document's own come last, in the order of the references to them.
    ///     Otherwise they are text as they stand, also where the references are elsewhere.
    public init?(_ text: String, footnotes: Bool = false) {
        let options = footnotes ? CMARK_OPT_FOOTNOTES : CMARK_OPT_DEFAULT
        guard Self.isReady, let parser = cmark_parser_new(options) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) {
                cmark_parser_attach_syntax_extension(parser, found)
            }
        }
        MarkdownGuard.guarded(text, footnotes: footnotes).withUnsafeBytes { bytes in
            cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        guard let root = cmark_parser_finish(parser) else { return nil }
        self.root = root
    }

    deinit { cmark_node_free(root) }

    /// Looks at the document's blocks.
    public func withRoot<Result>(_ body: (MarkdownNode) -> Result) -> Result { body(MarkdownNode(root)) }

    /// Goes through all nodes in the document's order, however deep: into each one that holds others, and out of it again.
    ///
    /// - Parameter visit: gets a node and whether it is entered; nodes that hold no others are entered only. It returns
    ///   whether to go on.
    public func walk(_ visit: (MarkdownNode, _ isEntering: Bool) -> Bool) {
        guard let iterator = cmark_iter_new(root) else { return }
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            guard event == CMARK_EVENT_ENTER || event == CMARK_EVENT_EXIT,
                let node = cmark_iter_get_node(iterator),
                visit(MarkdownNode(node), event == CMARK_EVENT_ENTER)
            else { return }
        }
    }
}

/// A node of a tree, valid while the tree lends it.
public struct MarkdownNode {
    private let node: OpaquePointer

    fileprivate init(_ node: OpaquePointer) { self.node = node }

    /// The name of its kind, such as `paragraph` or `table_row`.
    public var kind: String {
        // cmark has no names for these.
        switch cmark_node_get_type(node) {
        case CMARK_NODE_FOOTNOTE_DEFINITION: "footnote_definition"
        case CMARK_NODE_FOOTNOTE_REFERENCE: "footnote_reference"
        default: String(cString: cmark_node_get_type_string(node))
        }
    }
    /// The text of a leaf.
    public var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
    /// A heading's level.
    public var level: Int { Int(cmark_node_get_heading_level(node)) }
    /// The number that a list which counts begins with; `nil` for another list.
    public var listStart: Int? {
        cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil
    }
    /// Whether it is a paragraph of a list whose items stand close together.
    public var isTight: Bool {
        guard let item = cmark_node_parent(node), let list = cmark_node_parent(item) else { return false }
        return cmark_node_get_list_tight(list) != 0
    }
    /// What stands behind the fence of code.
    public var fenceInfo: String { cmark_node_get_fence_info(node).map { String(cString: $0) } ?? "" }
    /// Where a link or picture leads.
    public var url: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
    /// Whether an item of a task list is done; `nil` for another item.
    public var isDone: Bool? {
        kind == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
    }
    /// How the columns of a table are set: `l`, `c`, `r`, or 0 where the table does not say; empty for other nodes.
    public var alignments: [UInt8] {
        guard kind == "table", let first = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return Array(
            UnsafeBufferPointer(start: first, count: Int(cmark_gfm_extensions_get_table_columns(node))))
    }

    /// The nodes within.
    public var children: AnySequence<MarkdownNode> {
        AnySequence(
            sequence(first: cmark_node_first_child(node)) { $0.flatMap { cmark_node_next($0) } }
                .lazy.prefix { $0 != nil }.compactMap { $0.map { MarkdownNode($0) } })
    }
}
