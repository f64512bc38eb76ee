import CarrelBasics

/// Turns the Markdown of previews into HTML that may stand in any page.
///
/// The HTML is written from an allow-list: headings, paragraphs, lists, tables, quotes, rules, code, emphasis, and links
/// to http, https, mailto and places of the same page. HTML in the text is shown as text. A picture becomes a link with
/// its description. There are no scripts, no styles, no forms, no identifiers and nothing that makes a request by itself.
public enum MarkdownHTML {
    /// How much is read and written.
    public struct Limits: Sendable, Hashable {
        /// The most Markdown that is read, in bytes.
        public var maxText: Int
        /// The size of HTML after which nothing more is begun, in bytes.
        public var maxHTML: Int
        /// The most elements within each other; the text of deeper ones stays.
        public var maxDepth: Int

        public init(maxText: Int = 1 << 20, maxHTML: Int = 8 << 20, maxDepth: Int = 64) {
            (self.maxText, self.maxHTML, self.maxDepth) = (maxText, maxHTML, maxDepth)
        }
    }

    /// A part of a page.
    public struct Fragment: Sendable, Hashable {
        /// Whole elements, to stand in `main`, `article` or the like.
        public var html: String
        /// Whether a limit left something out.
        public var isCut: Bool

        public init(html: String, isCut: Bool) { (self.html, self.isCut) = (html, isCut) }
    }

    /// Turns Markdown into the body of a page.
    ///
    /// - Parameters:
    ///   - markdown: CommonMark with GitHub's tables, task lists, strike-through and links; a line end stays one.
    ///   - limits: how much is read and written.
    /// - Returns: the body.
    public static func fragment(_ markdown: String, limits: Limits = Limits()) -> Fragment {
        let (text, isCut) = markdown.prefix(utf8: limits.maxText)
        var rendering = Rendering(writer: HTMLWriter(limits))
        guard let tree = MarkdownTree(MarkdownFormulas.prepared(text)) else {
            return Fragment(html: "", isCut: true)
        }
        tree.walk { node, isEntering in
            rendering.visit(node, isEntering)
            return !rendering.writer.isFull
        }
        let isFull = rendering.writer.isFull
        rendering.writer.finish()
        return Fragment(html: rendering.writer.html, isCut: isCut || isFull || rendering.writer.isCut)
    }
}

/// A tree on its way to HTML.
private struct Rendering {
    var writer: HTMLWriter
    private var links = 0
    private var pictures: [Bool] = []
    private var alignments: [UInt8] = []
    private var column = 0
    private var isHeading = false
    private var hasBody = false

    init(writer: HTMLWriter) { self.writer = writer }

    mutating func visit(_ node: MarkdownNode, _ isEntering: Bool) {
        let kind = node.kind
        if kind == "document" { return }
        if kind == "image" { return picture(node, isEntering) }
        // The description of a picture is text.
        if !pictures.isEmpty {
            if ["text", "code"].contains(kind) {
                writer.text(node.literal)
                pictures[pictures.count - 1] = pictures[pictures.count - 1] || !node.literal.isEmpty
            }
            if ["softbreak", "linebreak"].contains(kind) { writer.text(" ") }
            return
        }
        if kind.hasPrefix("table") { return table(node, kind, isEntering) }
        isEntering ? enter(node, kind) : leave(kind)
    }

    private mutating func enter(_ node: MarkdownNode, _ kind: String) {
        switch kind {
        case "heading": writer.open("h\(max(1, min(6, node.level)))", after: "\n")
        case "paragraph": node.isTight ? writer.openNothing(after: "\n") : writer.open("p", after: "\n")
        case "block_quote": writer.open("blockquote", after: "\n")
        case "list":
            let start = node.listStart.flatMap { $0 == 1 ? nil : [("start", String($0))] }
            writer.open(node.listStart == nil ? "ul" : "ol", start ?? [], after: "\n")
        case "item", "tasklist":
            writer.open("li", after: "\n")
            if let isDone = node.isDone { writer.text(isDone ? "☑ " : "☐ ") }
        case "code_block": code(node)
        // What looks like HTML is mostly meant: nothing of it is lost, and nothing of it acts.
        case "html_block":
            writer.open("p", after: "\n")
            writer.text(node.literal.trimmed)
            writer.close()
        case "thematic_break": writer.single("hr")
        case "text", "html_inline": writer.text(node.literal)
        case "softbreak", "linebreak": writer.single("br")
        case "code":
            let isFormula = node.literal.hasPrefix("$") && node.literal.hasSuffix("$")
            writer.open("code", isFormula ? [("class", "formula")] : [])
            writer.text(node.literal)
            writer.close()
        case "emph": writer.open("em")
        case "strong": writer.open("strong")
        case "strikethrough": writer.open("del")
        case "link": link(node.url)
        default: writer.openNothing()
        }
    }

    private mutating func leave(_ kind: String) {
        if kind == "link" { links -= 1 }
        writer.close()
    }

    private mutating func code(_ node: MarkdownNode) {
        let language = node.fenceInfo.prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-#_".contains($0))
        }
        writer.open("pre", after: "\n")
        writer.open("code", language.isEmpty ? [] : [("class", "language-\(language.prefix(40))")])
        writer.text(node.literal)
        writer.close()
        writer.close()
    }

    private mutating func link(_ url: String) {
        links += 1
        guard links == 1, let target = LinkTarget.allowed(url) else { return writer.openNothing() }
        writer.open("a", [("href", target), ("rel", "noopener noreferrer nofollow")])
    }

    /// A picture is not fetched: its description leads to it.
    private mutating func picture(_ node: MarkdownNode, _ isEntering: Bool) {
        if isEntering {
            if pictures.isEmpty { link(node.url) } else { writer.openNothing() }
            pictures.append(false)
            return
        }
        let hasWords = pictures.popLast() ?? false
        if pictures.isEmpty {
            if !hasWords { writer.text("picture") }
            links -= 1
        } else if hasWords {
            pictures[pictures.count - 1] = true
        }
        writer.close()
    }

    private mutating func table(_ node: MarkdownNode, _ kind: String, _ isEntering: Bool) {
        switch (kind, isEntering) {
        case ("table", true):
            (alignments, hasBody) = (node.alignments, false)
            writer.open("table", after: "\n")
        case ("table", false):
            if hasBody { writer.close() }
            writer.close()
        case ("table_header", true):
            (column, isHeading) = (0, true)
            writer.open("thead", after: "\n")
            writer.open("tr")
        case ("table_header", false):
            writer.close()
            writer.close()
        case ("table_cell", true):
            let place = column < alignments.count ? alignments[column] : 0
            let side = [UInt8(ascii: "r"): "right", UInt8(ascii: "c"): "center"][place]
            writer.open(isHeading ? "th" : "td", side.map { [("class", $0)] } ?? [])
            column += 1
        case ("table_cell", false): writer.close()
        case (_, true):
            if !hasBody { writer.open("tbody", after: "\n") }
            (column, isHeading, hasBody) = (0, false, true)
            writer.open("tr", after: "\n")
        case (_, false): writer.close()
        }
    }
}
