import CarrelBasics
import CarrelModel

/// Writes the main text of a page as Markdown.
struct MarkdownWriting {
    private let tree: PageTree
    private let content: MainContent
    private let inline: InlineText
    private let tables: TableReading
    private let limit: Int
    private var text = MarkdownText()
    // What was written whole: its further blocks are skipped.
    private var writtenUntil = 0
    private var layoutTables: Set<Int> = []
    // The items that have begun: what follows a list within one belongs to it.
    private var items: Set<Int> = []
    private var numbers: [Int: (item: Int, number: Int)] = [:]

    private init(_ tree: PageTree, _ content: MainContent, limit: Int) {
        self.tree = tree
        self.content = content
        self.limit = limit
        inline = InlineText(tree, content.dropped)
        tables = TableReading(tree, content.weights, content.dropped)
    }

    /// The text, up to about a limit in bytes.
    static func text(of content: MainContent, in tree: PageTree, limit: Int) -> String {
        var writing = MarkdownWriting(tree, content, limit: limit)
        var quote: (element: Int, text: String)?
        func endQuote() {
            if let last = quote.take() { writing.text.add(.quote(last.text)) }
        }
        for block in content.blocks where block.first >= writing.writtenUntil {
            guard writing.text.text.utf8.count + (quote?.text.utf8.count ?? 0) <= limit else { break }
            let place = writing.place(of: block)
            if place.quote != quote?.element || !place.isPlainQuote { endQuote() }
            if let element = place.quote, place.isPlainQuote {
                if quote == nil { quote = (element, "") } else { quote?.text += "\n\n" }
                quote?.text += writing.inline.string(block).lines
            } else {
                writing.write(block, place)
            }
        }
        endQuote()
        return writing.text.text
    }

    // MARK: Places

    /// What is around a block.
    private struct Place {
        var heading: Int?
        var listing: Int?
        var table: Int?
        var item: Int?
        var quote: Int?
        var depth = -1
        var isDefinition = false
        var isCaption = false
        var isPlainQuote: Bool { heading == nil && listing == nil && table == nil && item == nil }
    }

    private func place(of block: TextBlock) -> Place {
        var place = Place()
        var index = Int(block.element)
        while index > 0 {
            let node = tree.nodes[index]
            switch node.tag {
            case .pre: place.listing = index
            case .table: if !layoutTables.contains(index) { place.table = index }
            case .caption: place.isCaption = true
            case .li where place.item == nil: place.item = index
            case .dd where place.item == nil:
                place.item = index
                place.isDefinition = true
            case .ul, .ol, .menu: place.depth += 1
            case .blockquote: place.quote = index
            default: if let level = node.tag.headingLevel { place.heading = level }
            }
            index = Int(node.parent)
        }
        return place
    }

    // MARK: Blocks

    private mutating func write(_ block: TextBlock, _ place: Place) {
        // A caption stands before its table.
        if let table = place.table, !place.isCaption {
            if let rows = tables.rows(table, inline) {
                writtenUntil = Int(tree.nodes[table].end)
                // Also where it comes after the rows.
                if let caption = (Int(block.first)..<writtenUntil).first(where: { isCaption($0, of: table) })
                {
                    text.add(.paragraph(inline.string(caption..<Int(tree.nodes[caption].end))))
                }
                return text.add(.table(rows))
            }
            layoutTables.insert(table)
            return write(block, self.place(of: block))
        }
        if let listing = place.listing {
            writtenUntil = Int(tree.nodes[listing].end)
            return text.add(.code(inline.listing(listing), language: language(of: listing)))
        }
        if let level = place.heading {
            return text.add(
                .heading(level: level, inline.string(block, keepsLines: false).withoutHeadingLink))
        }
        guard let item = place.item, items.insert(item).inserted else {
            return text.add(.paragraph(inline.string(block)))
        }
        let number = place.isDefinition ? nil : number(of: item)
        text.add(.item(inline.string(block, keepsLines: false), depth: max(0, place.depth), number: number))
    }

    /// Whether a node is the caption of a table, and not of one in its cells.
    private func isCaption(_ node: Int, of table: Int) -> Bool {
        guard tree.nodes[node].tag == .caption, !content.dropped[node] else { return false }
        var outer = Int(tree.nodes[node].parent)
        while outer > table, ![.table, .td, .th].contains(tree.nodes[outer].tag) {
            outer = Int(tree.nodes[outer].parent)
        }
        return outer == table
    }

    // The numbers of Markdown have up to nine digits and no sign; there is room to count on.
    private static let ownNumbers = 0...900_000_000

    /// The number of an item in a list that counts.
    private mutating func number(of item: Int) -> Int? {
        let list = Int(tree.nodes[item].parent)
        guard tree.nodes[list].tag == .ol else { return nil }
        func own(_ node: Int) -> Int? {
            let number = tree.note(node).flatMap { Int($0) } ?? -1
            return Self.ownNumbers.contains(number) ? number : nil
        }
        var (place, number) = numbers[list] ?? (list + 1, own(list) ?? 1)
        while place < item {
            if tree.nodes[place].tag == .li { number = (own(place) ?? number) + 1 }
            place = Int(tree.nodes[place].end)
        }
        numbers[list] = (place, number)
        return own(item) ?? number
    }

    private func language(of listing: Int) -> String? {
        if let language = tree.note(listing) { return language }
        let inner = (listing + 1..<min(listing + 4, Int(tree.nodes[listing].end))).first {
            tree.nodes[$0].tag == .code
        }
        if let language = inner.flatMap({ tree.note($0) }) { return language }
        let parent = Int(tree.nodes[listing].parent)
        return tree.nodes[parent].tag == .li ? nil : tree.note(parent)
    }
}

extension String {
    /// Each line of the text on its own, with single spaces.
    fileprivate var lines: String {
        split(whereSeparator: \.isNewline).map { String($0).singleLine }.filter { !$0.isEmpty }.joined(
            separator: "\n")
    }
}
