/// Weighs blocks of text: how much of each is running text.
struct BlockScore {
    /// The weight of every node.
    let weights: [NodeWeight]

    /// Adds up the blocks of a page; those that `isAround` names hold no running text.
    init(_ tree: PageTree, _ blocks: [TextBlock]) {
        var weights = [NodeWeight](repeating: NodeWeight(), count: tree.nodes.count)
        // The description of a picture says nothing about the text around it.
        for block in blocks where tree.nodes[Int(block.element)].tag != .img {
            weights[Int(block.element)].add(Self.weight(of: block, in: tree.nodes[Int(block.element)]))
        }
        for index in stride(from: tree.nodes.count - 1, to: 0, by: -1) {
            let weight = weights[index]
            if weight.blocks > 0 { weights[Int(tree.nodes[index].parent)].add(weight) }
        }
        self.weights = weights
    }

    private static func weight(of block: TextBlock, in element: PageNode) -> NodeWeight {
        let prose = prose(block, in: element.tag)
        return NodeWeight(
            length: Float(block.length), linkLength: block.linkLength, prose: prose,
            paragraphs: prose > 0 ? 1 : 0, blocks: 1,
            titleLinks: isTitleLink(block, in: element.tag) ? 1 : 0)
    }

    /// Whether a block is nothing but a link, and long enough for the title of another page.
    static func isTitleLink(_ block: TextBlock, in tag: PageTag) -> Bool {
        block.length >= (tag.headingLevel == nil ? 18 : 10) && block.linkDensity > 0.85
    }

    /// The characters of running text in a block.
    static func prose(_ block: TextBlock, in tag: PageTag) -> Float {
        guard tag.headingLevel == nil, tag != .img else { return 0 }
        let length = Float(block.length)
        let own = length - block.linkLength
        guard block.linkDensity < 0.5 else { return 0 }
        if length >= 80 || length >= 35 && (block.isSentence || block.commas > 1) { return own }
        return tag == .pre ? own : 0
    }
}
