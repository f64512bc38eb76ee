/// Finds the lines that repeat the title of the page.
struct TitleLines {
    private let tree: PageTree
    private let title: String

    init(_ tree: PageTree, title: String?) {
        self.tree = tree
        self.title = Self.letters(title ?? "")
    }

    /// Whether a block is a heading that says what the page's title says, or its beginning.
    func isHeading(_ block: TextBlock) -> Bool {
        guard !title.isEmpty, block.length < 400, let level = tree.nodes[Int(block.element)].tag.headingLevel
        else {
            return false
        }
        let text = Self.letters(tree.string(of: block))
        return text == title || level <= 2 && text.utf8.count > 8 && title.hasPrefix(text)
    }

    /// Whether a block repeats the title.
    func isTitle(_ block: TextBlock) -> Bool {
        guard !title.isEmpty, block.length < 400 else { return false }
        return isHeading(block) || Self.letters(tree.string(of: block)) == title
    }

    /// The letters and digits of a text, in lower case.
    private static func letters(_ text: String) -> String {
        let scalars = text.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
