/// The cards of a page: blocks that each have one heading, and below it links in lines, which are rows of that heading.
struct HeadedCards {
    /// A block, which may be a card.
    private struct Block {
        /// How many headings are in it.
        var headings = 0
        /// The last one, unless it is that of a card within.
        var heading: String?
        /// The number of links before that.
        var start = 0
    }

    private var open: [Block] = []
    private var cards: [(heading: String, links: Range<Int>)] = []

    /// Begins a block.
    mutating func begin() { open.append(Block()) }

    /// Notes a heading in the innermost block.
    mutating func note(_ heading: String?, after linkCount: Int) {
        guard let last = open.indices.last else { return }
        open[last] = Block(headings: open[last].headings + 1, heading: heading, start: linkCount)
    }

    /// Ends a block; a heading without links below it there is that of the block around.
    mutating func end(_ linkCount: Int) {
        guard var block = open.popLast() else { return }
        if block.headings == 1, let heading = block.heading, block.start < linkCount {
            cards.append((heading, block.start..<linkCount))
            block.heading = nil
        }
        guard let outer = open.indices.last, block.headings > 0 else { return }
        block.headings += open[outer].headings
        open[outer] = block
    }

    /// Puts the headings before the lines of their cards; a single one is that of the page.
    ///
    /// A block with nothing but frames is not a card: they mostly show advertisements and players.
    func addHeadings(to links: inout [Link]) {
        let cards = cards.filter { card in links[card.links].contains { $0.embedding != "iframe" } }
        guard cards.count > 1 else { return }
        for card in cards {
            for index in card.links where links[index].isInLine {
                links[index].row = links[index].row.map { "\(card.heading) \($0)" }
            }
        }
    }
}
