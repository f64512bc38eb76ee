/// The main text of a page, chosen and cleaned.
struct MainContent {
    /// The blocks of it, in reading order.
    let blocks: [TextBlock]
    /// The nodes that are left out of them.
    let dropped: [Bool]
    /// What every node holds.
    let weights: [NodeWeight]

    /// Finds it; the title is not repeated in it.
    init(_ tree: PageTree, title: String?, body: String?, isArticle: Bool) {
        let page = Self.shown(tree)
        let lines = TitleLines(tree, title: title)
        let heading = page.blocks.first { lines.isHeading($0) }.map { Int($0.element) }
        let cards = Cards(tree, page.blocks, BlockScore(tree, page.blocks).weights)
        let blocks = Self.withoutCards(page.blocks, cards, isArticle: isArticle)
        let isListing = cards.prose > 0 && blocks.count == page.blocks.count
        let score = BlockScore(tree, blocks)
        let root = ContentChoice(tree, blocks, score, heading: heading, isArticle: isArticle).element()
        var dropped = Cleaning(tree, score.weights, in: root, isArticle: isArticle, isListing: isListing)
            .dropped()
        for node in page.unshown { dropped[node] = true }
        let (end, weight) = (tree.nodes[root].end, score.weights[root])
        var kept = blocks.filter { block in
            block.first > root && block.first < end && !dropped[Int(block.element)]
        }
        if isArticle, let body = StatedBody(body) {
            kept = body.correct(kept, of: page.blocks, in: tree)
            for block in kept {
                for node in Int(block.first)..<Int(block.end) where dropped[Int(block.element)] {
                    dropped[node] = false
                }
            }
        }
        // What is nearly all running text is an article, whether or not it says so.
        let readsAsArticle = weight.paragraphs > 2 && weight.prose >= 0.8 * weight.length
        let main = EdgeTrimming(
            tree, dropped, lines, isArticle: isArticle, trimsEdges: isArticle || readsAsArticle
        ).trim(kept)
        // A page of nothing but navigation is shown all the same.
        if main.isEmpty {
            dropped = [Bool](repeating: false, count: tree.nodes.count)
            for node in page.unshown { dropped[node] = true }
        }
        self.dropped = dropped
        self.blocks = main.isEmpty ? page.blocks : main
        weights = score.weights
    }

    /// The blocks that are in no list of cards, if they are what the page is about.
    private static func withoutCards(_ blocks: [TextBlock], _ cards: Cards, isArticle: Bool) -> [TextBlock] {
        let others = blocks.filter { !cards.isCard[Int($0.element)] }
        guard others.count < blocks.count else { return blocks }
        let prose = others.reduce(Float(0)) { $0 + BlockScore.prose($1, in: .p) }
        return prose >= (isArticle ? 120 : max(400, cards.prose)) ? others : blocks
    }

    /// What a browser shows; of a page that shows next to nothing without its scripts, all.
    private static func shown(_ tree: PageTree) -> BlockReader {
        let shown = BlockReader(tree)
        let length = shown.blocks.reduce(0) { $0 + Int($1.length) }
        guard length < 400 else { return shown }
        let all = BlockReader(tree, takesHidden: true)
        return all.blocks.reduce(0) { $0 + Int($1.length) } > 5 * length + 400 ? all : shown
    }
}
