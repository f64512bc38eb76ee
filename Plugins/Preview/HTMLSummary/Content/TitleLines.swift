/// Finds the lines that repeat the title of the page.
struct TitleLines {
    private let tree: PageTree
    private let title: [UInt8]

    init(_ tree: PageTree, title: String?) {
        self.tree = tree
        self.title = TextLetters.of((title ?? "").utf8)
    }

    /// Whether a block is a heading that says what the page's title says, or its beginning.
    func isHeading(_ block: TextBlock) -> Bool {
        guard !title.isEmpty, block.length < 400, let level = tree.nodes[Int(block.element)].tag.headingLevel
        else {
            return false
        }
        let text = TextLetters.of(tree.bytes(of: block))
        return text == title || level <= 2 && text.count > 8 && title.starts(with: text)
    }

    /// Whether a block repeats the title.
    func isTitle(_ block: TextBlock) -> Bool {
        guard !title.isEmpty, block.length < 400 else { return false }
        return isHeading(block) || TextLetters.of(tree.bytes(of: block)) == title
    }
}
