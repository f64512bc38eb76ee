/// Chooses the element that holds the main text of a page.
///
/// Paragraphs give points to the elements around them, as in Arc90's Readability; names and the page's own declarations
/// are weights. From the best element the choice goes outwards as long as what it adds is running text, too.
struct ContentChoice {
    private let tree: PageTree
    private let blocks: [TextBlock]
    private let weights: [NodeWeight]
    private let zones: Zones
    private let isArticle: Bool

    init(_ tree: PageTree, _ blocks: [TextBlock], _ score: BlockScore, heading: Int?, isArticle: Bool) {
        self.tree = tree
        self.blocks = blocks
        self.isArticle = isArticle
        var zones = Zones(tree, score.weights, isArticle: isArticle)
        if isArticle, let heading {
            zones.add(Self.otherArticles(than: heading, in: tree, score.weights), in: tree)
        }
        weights = BlockScore(tree, blocks.filter { !zones.isAround[Int($0.element)] }).weights
        self.zones = zones
    }

    /// The articles beside the one with the page's heading; without one, those with a heading of the first level.
    private static func otherArticles(
        than heading: Int, in tree: PageTree, _ weights: [NodeWeight]
    ) -> [Int] {
        let isOwn = tree.nodes.indices.contains {
            tree.nodes[$0].tag == .article && tree.isNode(heading, in: $0) && weights[$0].prose >= 250
        }
        var next = 0
        return tree.nodes.indices.filter { index in
            let node = tree.nodes[index]
            guard node.tag == .article, !tree.isNode(heading, in: index) else { return false }
            if isOwn, !tree.isInArticle(index, with: heading) { return true }
            tree.advance(&next, from: index, to: .h1)
            return next < Int(node.end)
        }
    }

    /// The element; the page itself where no element is better than the others.
    func element() -> Int {
        if weights[0].prose < Self.sparse { return SparsePage(tree, blocks, weights, zones).element() }
        let points = points()
        guard let best = points.indices.max(by: { points[$0] < points[$1] }), points[best] > 0 else {
            return 0
        }
        if let body = declared(near: best) { return outwards(from: body, least: 0.2) }
        return outwards(from: best, least: 0)
    }

    // With less running text, in characters, a page is a list or a table.
    private static let sparse: Float = 200

    // MARK: Points

    private func points() -> [Float] {
        var points = [Float](repeating: 0, count: tree.nodes.count)
        for block in blocks where block.length >= 25 && !zones.isAround[Int(block.element)] {
            let element = tree.nodes[Int(block.element)]
            guard element.tag.headingLevel == nil, element.tag != .img, block.linkDensity < 0.8 else {
                continue
            }
            let own = 1 + min(10, Float(block.commas)) + min(3, Float(block.length) / 100)
            give(
                own * (1 - block.linkDensity),
                to: Self.holdsLines(element.tag) ? Int(element.parent) : Int(block.element), &points)
        }
        for index in points.indices where points[index] > 0 {
            points[index] =
                (points[index] + Self.bonus(tree.nodes[index])) * (1 - min(1, weights[index].linkDensity))
        }
        return points
    }

    private func give(_ points: Float, to element: Int, _ all: inout [Float]) {
        var (element, level) = (element, 0)
        while element >= 0, level < 6 {
            let part: Float = level == 0 ? 1 : level == 1 ? 0.5 : 1 / Float(level * 3)
            all[element] += points * part
            level += 1
            element = Int(tree.nodes[element].parent)
        }
    }

    private static func holdsLines(_ tag: PageTag) -> Bool {
        switch tag {
        case .p, .pre, .blockquote, .li, .dd, .dt, .td, .th, .address, .figcaption: true
        default: false
        }
    }

    private static func bonus(_ node: PageNode) -> Float {
        var bonus: Float = 0
        switch node.tag {
        case .article, .main: bonus += 10
        case .div, .section: bonus += 5
        case .ul, .ol, .dl, .form, .address: bonus -= 3
        case .th, .h1, .h2, .h3, .h4, .h5, .h6: bonus -= 5
        default: break
        }
        if node.hints.contains(.body) { bonus += 25 }
        if node.hints.contains(.content) { bonus += 15 }
        if node.flags.contains(.articleBody) { bonus += 50 }
        if !node.hints.isDisjoint(with: ClassHints.around.union(.beside)) { bonus -= 25 }
        return bonus
    }

    // MARK: Declarations

    /// The element that is declared, or named, as the article's body, if it holds much of what the best one holds.
    private func declared(near best: Int) -> Int? {
        let candidates = tree.nodes.indices.filter { index in
            let node = tree.nodes[index]
            return (node.flags.contains(.articleBody) || node.hints.contains(.body)) && node.tag.isBlock
                && !zones.isAround[index] && weights[index].prose > 0
        }
        // Of bodies within bodies the outermost.
        var outer: [Int] = []
        for index in candidates where outer.last.map({ !tree.isNode(index, in: $0) }) ?? true {
            outer.append(index)
        }
        guard let largest = outer.max(by: { weights[$0].prose < weights[$1].prose }) else { return nil }
        guard weights[largest].prose >= 0.5 * weights[best].prose else { return nil }
        // A name that holds the best element and much else is that of the page.
        if tree.isNode(best, in: largest), weights[largest].prose > 1.5 * weights[best].prose { return nil }
        return largest
    }

    // MARK: Outwards

    private func outwards(from start: Int, least: Float) -> Int {
        var chosen = start
        var candidate = Int(tree.nodes[start].parent)
        while candidate > 0 {
            let node = tree.nodes[candidate]
            let more = weights[candidate].prose - weights[chosen].prose
            let all = weights[candidate].length - weights[chosen].length
            let links = weights[candidate].linkLength - weights[chosen].linkLength
            let isClean = more >= 0.6 * all && links < 0.25 * all
            // What an article's body is named, it holds; a part of a thread does not hold the others.
            let enough = chosen == start ? least * weights[chosen].prose : 0
            if more > enough, isClean { chosen = candidate }
            if node.tag == .body { break }
            candidate = Int(node.parent)
        }
        return chosen
    }
}
