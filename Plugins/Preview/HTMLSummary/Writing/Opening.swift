extension MainContent {
    /// The beginning of the text: its first paragraph of some length, else its first lines.
    func opening(of tree: PageTree) -> String? {
        let inline = InlineText(tree, dropped)
        let paragraph = blocks.first { block in
            let element = tree.nodes[Int(block.element)]
            return block.length >= 50 && block.linkDensity < 0.5 && element.tag.headingLevel == nil
                && element.tag != .pre
        }
        if let paragraph { return inline.string(paragraph) }
        return blocks.isEmpty ? nil : blocks.prefix(20).map { inline.string($0) }.joined(separator: " ")
    }
}
