/// Finds lists of cards: elements in a row that each lead to another page by its title, with a sentence or two about it.
///
/// They have no name in common, so their shape tells them: a link alone in its block, and little running text.
struct Cards {
    /// Whether each node is such an element or within one.
    private(set) var isCard: [Bool]
    /// The running text in them, in characters.
    private(set) var prose: Float = 0

    // What a card holds at most, in characters and in blocks.
    private static let maxProse: Float = 230
    private static let maxBlocks: Int32 = 8
    // Fewer are not a list.
    private static let enough = 3
    // A line before the title, in characters.
    private static let maxLabel: Int32 = 30

    /// Finds them.
    init(_ tree: PageTree, _ blocks: [TextBlock], _ weights: [NodeWeight]) {
        isCard = [Bool](repeating: false, count: tree.nodes.count)
        for index in tree.nodes.indices {
            let node = tree.nodes[index]
            guard node.tag.isBlock, !isCard[index], weights[index].titleLinks >= Int32(Self.enough),
                !node.flags.contains(.articleBody), node.hints.isDisjoint(with: .body)
            else { continue }
            let children = Self.children(of: index, in: tree).filter {
                Self.hasTitle($0, tree, blocks, weights[$0])
            }
            guard children.count(where: { weights[$0].prose <= Self.maxProse }) >= Self.enough else {
                continue
            }
            // One of them may have more to say than the others.
            for card in children where weights[card].prose <= 2 * Self.maxProse {
                prose += weights[card].prose
                for inner in card..<Int(tree.nodes[card].end) { isCard[inner] = true }
            }
        }
    }

    private static func children(of index: Int, in tree: PageTree) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < Int(tree.nodes[index].end) {
            if tree.nodes[child].tag != .text { children.append(child) }
            child = Int(tree.nodes[child].end)
        }
        return children
    }

    /// Whether an element begins with a link to another page, and holds little else.
    private static func hasTitle(
        _ index: Int, _ tree: PageTree, _ blocks: [TextBlock], _ weight: NodeWeight
    ) -> Bool {
        guard weight.titleLinks >= 1, weight.blocks <= maxBlocks else { return false }
        switch tree.nodes[index].tag {
        case .td, .th, .tr, .tbody, .p: return false
        case .a: break
        default: guard tree.nodes[index].tag.isBlock else { return false }
        }
        // Before it may stand when it was written, and a label or two.
        return blocks[firstBlock(of: index, blocks)...].prefix(4).first {
            tree.nodes[Int($0.element)].tag != .img && ($0.length >= maxLabel || isTitle($0, tree))
        }.map { $0.first < tree.nodes[index].end && isTitle($0, tree) } ?? false
    }

    private static func isTitle(_ block: TextBlock, _ tree: PageTree) -> Bool {
        BlockScore.isTitleLink(block, in: tree.nodes[Int(block.element)].tag) && !tree.leadsToFile(block)
    }

    /// The first block that begins at a node or after it.
    private static func firstBlock(of node: Int, _ blocks: [TextBlock]) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(blocks[middle].first) < node { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
