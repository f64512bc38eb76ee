/// Finds the parts of a page that are not its content: menus, adverts, comments, links to other pages.
///
/// Names only suggest: a part that holds much of the running text stays, whatever it is called.
struct Zones {
    /// Whether each node is in such a part.
    private(set) var isAround: [Bool]

    /// Finds the parts within one element; what is around it does not count.
    init(_ tree: PageTree, _ weights: [NodeWeight], in root: Int = 0, isArticle: Bool) {
        isAround = [Bool](repeating: false, count: tree.nodes.count)
        let comments = Self.dropsComments(tree, weights, in: root, after: isArticle ? 100 : 250)
        Self.forEach(in: root, tree) { index in
            guard Self.isZone(index, tree, weights, weights[root].prose, comments) else { return false }
            for inner in index..<Int(tree.nodes[index].end) { isAround[inner] = true }
            return true
        }
    }

    /// Adds elements and all that is in them.
    mutating func add(_ elements: [Int], in tree: PageTree) {
        for element in elements {
            for inner in element..<Int(tree.nodes[element].end) { isAround[inner] = true }
        }
    }

    /// Goes through the elements below one; those within an element for which `body` gives true are skipped.
    private static func forEach(in root: Int, _ tree: PageTree, _ body: (Int) -> Bool) {
        var index = root + 1
        let end = Int(tree.nodes[root].end)
        while index < end {
            let isDone = tree.nodes[index].tag != .text && body(index)
            index = isDone ? Int(tree.nodes[index].end) : index + 1
        }
    }

    /// Whether an element is a part around the content; `whole` is the running text of the page, in characters.
    private static func isZone(
        _ index: Int, _ tree: PageTree, _ weights: [NodeWeight], _ whole: Float, _ comments: Bool
    ) -> Bool {
        let node = tree.nodes[index]
        guard suggestsAround(node, comments), tree.standsAlone(index) || node.hints.contains(.navigation)
        else {
            return false
        }
        guard weights[index].prose <= whole * share(node, weights[index]), !isPage(node) else { return false }
        return !holdsBody(tree, weights, index, whole)
    }

    /// The part of the page's running text that a name can take away at most.
    private static func share(_ node: PageNode, _ weight: NodeWeight) -> Float {
        if isComments(node) { return 0.95 }
        switch node.tag {
        case .nav, .footer, .aside, .menu: return 0.4
        default: break
        }
        if weight.prose < 0.6 * weight.length || weight.linkDensity > 0.2 { return 0.4 }
        // Those hold whole sentences on many pages; what is called a menu or an advert does not.
        let speaks: ClassHints = [.related, .sidebar, .footer, .form, .notice]
        return node.flags.contains(.around) || !node.hints.isDisjoint(with: speaks) ? 0.4 : 0.15
    }

    private static func isPage(_ node: PageNode) -> Bool {
        node.tag == .html || node.tag == .body || node.flags.contains(.articleBody)
    }

    private static func isComments(_ node: PageNode) -> Bool {
        node.flags.contains(.comment) || node.hints.contains(.comments)
    }

    /// Whether a part holds what another name says is the body of the article.
    private static func holdsBody(
        _ tree: PageTree, _ weights: [NodeWeight], _ index: Int, _ whole: Float
    ) -> Bool {
        let enough = max(200, weights[index].prose * 0.4, whole * 0.25)
        guard weights[index].prose >= enough else { return false }
        return (index..<Int(tree.nodes[index].end)).contains { inner in
            let node = tree.nodes[inner]
            return weights[inner].prose >= enough && node.hints.isDisjoint(with: .comments)
                && (node.flags.contains(.articleBody)
                    || node.hints.contains(.body) && node.hints.isDisjoint(with: .around))
        }
    }

    private static func suggestsAround(_ node: PageNode, _ dropsComments: Bool) -> Bool {
        switch node.tag {
        case .nav, .footer, .aside, .menu: return true
        default: break
        }
        if node.flags.contains(.around) { return true }
        if isComments(node) { return dropsComments }
        // What carries both kinds of words is told by its text.
        return !node.hints.isDisjoint(with: .around) && node.hints.isDisjoint(with: .body)
    }

    /// Whether there is a post that the comments follow; without one they are what the page is about.
    private static func dropsComments(
        _ tree: PageTree, _ weights: [NodeWeight], in root: Int, after length: Float
    ) -> Bool {
        let whole = weights[root].prose
        var others: Float = 0
        forEach(in: root, tree) { index in
            guard isZone(index, tree, weights, whole, true) else { return false }
            others += weights[index].prose
            return true
        }
        return whole - others >= length
    }
}
