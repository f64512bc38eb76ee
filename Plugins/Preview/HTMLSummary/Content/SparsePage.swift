/// Chooses the main part of a page without running text: of a list, a table, a directory.
struct SparsePage {
    private let tree: PageTree
    private let blocks: [TextBlock]
    private let weights: [NodeWeight]
    private let zones: Zones

    init(_ tree: PageTree, _ blocks: [TextBlock], _ weights: [NodeWeight], _ zones: Zones) {
        (self.tree, self.blocks, self.weights, self.zones) = (tree, blocks, weights, zones)
    }

    /// The part that is declared or named as the main one, if it holds half of the text; else the innermost that holds
    /// nearly all of it, headings and listings included.
    func element() -> Int {
        let half = weights[0].length / 2
        let declared = tree.nodes.indices.filter { index in
            let node = tree.nodes[index]
            return node.tag.isBlock && weights[index].length >= half && !zones.isAround[index]
                && (node.tag == .main || node.flags.contains(.main) || node.hints.contains(.body))
        }
        if let main = declared.last { return main }
        var element = 0
        while let inner = innerElement(of: element) { element = inner }
        return element
    }

    private func innerElement(of element: Int) -> Int? {
        var child = element + 1
        while child < Int(tree.nodes[element].end) {
            let node = tree.nodes[child]
            if weights[child].length >= 0.85 * weights[element].length {
                let isTable = node.tag == .table || node.tag == .ul || node.tag == .ol || node.tag == .pre
                return isTable || leavesHeadingOrListing(outside: child, of: element) ? nil : child
            }
            child = Int(node.end)
        }
        return nil
    }

    private func leavesHeadingOrListing(outside child: Int, of element: Int) -> Bool {
        blocks.contains { block in
            let tag = tree.nodes[Int(block.element)].tag
            return (tag.headingLevel != nil || tag == .pre)
                && tree.isNode(Int(block.element), in: element)
                && !tree.isNode(Int(block.element), in: child) && !zones.isAround[Int(block.element)]
        }
    }
}
