/// Chooses what of a page is shown, and sets it in lines.
enum MainText {
    // A main part with less text than this, in characters, is not the page's content.
    private static let enough = 200

    /// The blocks of the main part; without one, those that are not around it; of a page that is nothing
    /// else, all.
    static func choose(_ blocks: [TextBlock]) -> [TextBlock] {
        let content = withoutMenuHeadings(blocks).filter { !$0.isAround }
        let main = content.filter(\.isInMain)
        let length = { (blocks: [TextBlock]) in blocks.reduce(0) { $0 + $1.text.utf8.count } }
        if length(main) >= min(enough, length(content)), !main.isEmpty { return main }
        return content.isEmpty ? blocks : content
    }

    /// A heading before three or more blocks that help to get around is that of a menu.
    private static func withoutMenuHeadings(_ blocks: [TextBlock]) -> [TextBlock] {
        blocks.indices.filter { index in
            guard case .heading = blocks[index].kind else { return true }
            let following = blocks[(index + 1)...].prefix(3)
            return following.count < 3 || !following.allSatisfy(\.isAround)
        }.map { blocks[$0] }
    }

    /// The beginning of what the page says: its first sentences, else all from its first heading on.
    static func opening(_ blocks: [TextBlock]) -> String {
        // A sentence or two of running text tells more than a heading or a table.
        if let paragraph = blocks.first(where: { $0.kind == .paragraph && $0.text.count >= 60 }) {
            return paragraph.text
        }
        let start = blocks.firstIndex { $0.kind == .heading(level: 1) } ?? blocks.startIndex
        return lines(Array(blocks[start...].prefix(20)))
    }

    /// The text: paragraphs and headings apart, items and rows line by line.
    static func lines(_ blocks: [TextBlock]) -> String {
        var text = ""
        var last: TextBlock?
        for block in blocks {
            if let last { text += isTogether(last, block) ? "\n" : "\n\n" }
            text += String(repeating: "  ", count: block.kind == .item ? block.indent : 0) + block.text
            last = block
        }
        return text
    }

    private static func isTogether(_ first: TextBlock, _ second: TextBlock) -> Bool {
        switch (first.kind, second.kind) {
        case (.item, .item), (.row, .row), (.preformatted, .preformatted): true
        // Short lines after one another are an address, a poem or a table of one column.
        case (.paragraph, .paragraph), (.row, .paragraph), (.paragraph, .row):
            first.text.count < 80 && second.text.count < 80
        default: false
        }
    }
}
