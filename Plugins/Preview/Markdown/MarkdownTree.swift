import CCmarkGFM
import Foundation

/// The owner of a parsed Markdown document: CommonMark with GitHub's tables, task lists, strike-through and links.
///
/// Nodes live as long as the tree, which only lends them.
final class MarkdownTree {
    private let root: OpaquePointer

    /// Makes cmark's extensions known, once: it keeps them in a list of its own.
    private static let isReady: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// Parses a text; `nil` if there is not enough memory.
    init?(_ text: String) {
        guard Self.isReady, let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) {
                cmark_parser_attach_syntax_extension(parser, found)
            }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return nil }
        self.root = root
    }

    deinit { cmark_node_free(root) }

    /// Looks at the document's blocks.
    func withRoot<Result>(_ body: (MarkdownNode) -> Result) -> Result { body(MarkdownNode(root)) }
}

/// A node of a tree, valid while the tree lends it.
struct MarkdownNode {
    private let node: OpaquePointer

    fileprivate init(_ node: OpaquePointer) { self.node = node }

    /// The name of its kind, such as `paragraph` or `table_row`.
    var kind: String { String(cString: cmark_node_get_type_string(node)) }
    /// The text of a leaf.
    var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
    /// A heading's level.
    var level: Int { Int(cmark_node_get_heading_level(node)) }
    /// The number that a list which counts begins with; `nil` for another list.
    var listStart: Int? {
        cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil
    }
    /// What stands behind the fence of code.
    var fenceInfo: String { cmark_node_get_fence_info(node).map { String(cString: $0) } ?? "" }
    /// Where a link or picture leads.
    var url: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
    /// Whether an item of a task list is done; `nil` for another item.
    var isDone: Bool? { kind == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil }

    /// The nodes within.
    var children: AnySequence<MarkdownNode> {
        AnySequence(
            sequence(first: cmark_node_first_child(node)) { $0.flatMap { cmark_node_next($0) } }
                .lazy.prefix { $0 != nil }.compactMap { $0.map { MarkdownNode($0) } })
    }
}
