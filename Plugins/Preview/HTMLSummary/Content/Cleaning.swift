/// Leaves out what is within the main text without belonging to it.
struct Cleaning {
    private let tree: PageTree
    private let root: Int
    private let weights: [NodeWeight]
    private let zones: Zones
    private let whole: NodeWeight
    // A page that is a list of links keeps its links.
    private let isLinkList: Bool
    private let isArticle: Bool
    private let isListing: Bool

    init(_ tree: PageTree, _ weights: [NodeWeight], in root: Int, isArticle: Bool, isListing: Bool) {
        self.isListing = isListing
        self.tree = tree
        self.root = root
        self.weights = weights
        self.isArticle = isArticle
        zones = Zones(tree, weights, in: root, isArticle: isArticle)
        whole = weights[root]
        isLinkList = whole.prose < 0.4 * whole.length
    }

    /// Which nodes are left out.
    func dropped() -> [Bool] {
        var dropped = zones.isAround
        var index = root + 1
        let end = Int(tree.nodes[root].end)
        while index < end {
            let node = tree.nodes[index]
            if node.tag != .text, !dropped[index], drops(index, node, weights[index]) {
                for inner in index..<Int(node.end) { dropped[inner] = true }
                index = Int(node.end)
            } else {
                index += 1
            }
        }
        return dropped
    }

    private func drops(_ index: Int, _ node: PageNode, _ weight: NodeWeight) -> Bool {
        if node.tag == .img { return isArticle || repeatsCaption(index) }
        guard weight.length > 0 || !node.tag.isBlock else { return false }
        if !node.hints.isDisjoint(with: .beside) || node.flags.contains(.fact), tree.standsAlone(index),
            dropsBeside(node, weight)
        {
            return true
        }
        switch node.tag {
        case .figcaption: return isArticle && weight.length < 600
        case .form, .fieldset, .label: return weight.prose < 0.3 * whole.prose
        case .address: return isArticle && weight.length < 200
        case .ul, .ol, .dl, .div, .section, .table, .p, .article, .header, .blockquote:
            return isLinks(node, weight) && !leadsToFiles(index)
        default: return false
        }
    }

    /// Whether most of the links in an element lead to files: they are what a page of a course is for.
    private func leadsToFiles(_ index: Int) -> Bool {
        var (links, files) = (0, 0)
        for node in tree.nodes[index..<Int(tree.nodes[index].end)]
        where node.tag == .a && node.flags.contains(.link) {
            links += 1
            if node.flags.contains(.file) { files += 1 }
        }
        return files * 2 > links
    }

    /// Whether the caption of a picture says what its description says.
    private func repeatsCaption(_ index: Int) -> Bool {
        var parent = Int(tree.nodes[index].parent)
        for _ in 0..<4 where parent > 0 && tree.nodes[parent].tag != .figure {
            parent = Int(tree.nodes[parent].parent)
        }
        let figure = tree.nodes[parent]
        guard figure.tag == .figure, let words = tree.note(index) else { return false }
        let after = tree.text[Int(tree.nodes[index].textEnd)..<Int(figure.textEnd)]
        let before = tree.text[Int(figure.textStart)..<Int(tree.nodes[index].textStart)]
        let own = TextLetters.of(words.utf8)
        return after.count + before.count < 4096
            && (TextLetters.of(after).starts(with: own) || TextLetters.of(before).starts(with: own))
    }

    private func dropsBeside(_ node: PageNode, _ weight: NodeWeight) -> Bool {
        let hints = node.hints
        if node.tag.headingLevel != nil || node.tag == .body { return false }
        // An element within lines is weighed by its text alone.
        let length = node.tag.isBlock ? weight.length : Float(node.textEnd - node.textStart)
        let share = whole.length > 0 ? length / whole.length : 1
        if node.flags.contains(.fact), length < 120, share < 0.3 { return node.tag.isBlock }
        if !hints.isDisjoint(with: .body) { return false }
        if !hints.isDisjoint(with: [.byline, .author]) {
            return length < 400 && share < 0.15 && node.tag != .p || length < 100 && share < 0.3
        }
        if hints.contains(.caption) { return isArticle && length < 600 && share < 0.3 }
        if hints.contains(.pullQuote) { return length < 600 && share < 0.2 }
        if hints.contains(.contents) { return weight.linkLength > 0.2 * length }
        if hints.contains(.teaser) { return !isListing && weight.linkDensity > 0.3 && share < 0.2 }
        if hints.contains(.gallery) { return weight.prose < 0.5 * length && share < 0.2 }
        return false
    }

    /// Whether an element is a block of links: in an article all of them are, elsewhere those that say nothing else.
    private func isLinks(_ node: PageNode, _ weight: NodeWeight) -> Bool {
        guard !isLinkList, weight.length > 0 else { return false }
        let density = weight.linkDensity
        guard weight.prose < 0.25 * whole.prose else { return false }
        switch node.tag {
        case .ul, .ol, .dl, .table: return density > (isArticle ? 0.5 : 0.8)
        case .p: return isArticle && density > 0.9 && weight.length > 12
        default: return density > 0.5 && weight.prose < 0.4 * weight.length
        }
    }
}
