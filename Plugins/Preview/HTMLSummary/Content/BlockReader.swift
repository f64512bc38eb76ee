import CarrelBasics

/// Splits the text of a page into blocks, without what the page does not show.
struct BlockReader {
    /// The blocks, in the order of the page.
    private(set) var blocks: [TextBlock] = []
    /// The elements that are not shown, without what is within them.
    private(set) var unshown: [Int] = []
    private let tree: PageTree
    // Whether what browsers hide is taken, too, and what they show without scripts.
    private let takesHidden: Bool
    private var open: [Int32] = [0]
    private var block: TextBlock?
    // The last node of the block is a line end.
    private var afterBreak = false
    // The next formula.
    private var formula = 0

    /// Reads a page.
    init(_ tree: PageTree, takesHidden: Bool = false) {
        (self.tree, self.takesHidden) = (tree, takesHidden)
        read()
    }

    private mutating func read() {
        let count = tree.nodes.count
        var index = 1
        while index < count {
            while let last = open.last, open.count > 1, index >= Int(tree.nodes[Int(last)].end) {
                close(at: index)
                open.removeLast()
            }
            let node = tree.nodes[index]
            if isUnshown(node, index) {
                if node.tag.isBlock { close(at: index) }
                unshown.append(index)
                index = Int(node.end)
                continue
            }
            take(node, index)
            index += 1
        }
        close(at: count)
    }

    private mutating func take(_ node: PageNode, _ index: Int) {
        if node.tag.isBlock {
            close(at: index)
            open.append(Int32(index))
            return
        }
        // Two line ends in a row are an empty line.
        if node.tag == .br {
            if afterBreak { close(at: index) } else { afterBreak = block != nil }
            return
        }
        if block == nil { block = TextBlock(element: open.last ?? 0, first: Int32(index), end: Int32(index)) }
        guard node.length > 0 else { return }
        afterBreak = false
        block?.length += node.length
        block?.commas += node.commas
        if node.flags.contains(.link) {
            block?.linkLength += Float(node.length) * (node.flags.contains(.anchor) ? 0.3 : 1)
        }
    }

    private mutating func close(at index: Int) {
        afterBreak = false
        guard var block else { return }
        self.block = nil
        guard block.length > 0 else { return }
        block.end = Int32(index)
        block.isSentence = endsSentence(block)
        blocks.append(block)
    }

    /// Whether the last character, quotes and brackets aside, ends a sentence.
    private func endsSentence(_ block: TextBlock) -> Bool {
        var place = Int(tree.nodes[Int(block.end) - 1].textEnd) - 1
        let start = Int(tree.nodes[Int(block.first)].textStart)
        var steps = 0
        while place >= start, steps < 12 {
            steps += 1
            switch tree.text[place] {
            case 0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]"): place -= 1
            case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"),
                UInt8(ascii: ";"):
                return true
            // The end of …, and quotes after a full stop.
            case 0xA6: return true
            case 0x9C, 0x9D, 0x99, 0xBB:
                guard place > start + 1 else { return false }
                place -= tree.text[place - 1] == 0xC2 ? 2 : 3
            // 。！？ and ؟
            case 0x82: return place > 1 && tree.text[place - 1] == 0x80 && tree.text[place - 2] == 0xE3
            case 0x81, 0x9F:
                return place > 0 && (tree.text[place - 1] == 0xBC || tree.text[place - 1] == 0xD8)
            default: return false
            }
        }
        return false
    }

    private mutating func isUnshown(_ node: PageNode, _ index: Int) -> Bool {
        if node.tag == .text { return false }
        if node.tag == .noscript { return !takesHidden }
        if node.hints.contains(.drawnFormula) { return !holdsFormula(node, index) }
        if node.flags.contains(.hidden) { return !takesHidden && !isFormula(node, index) }
        guard node.flags.contains(.unread) || node.hints.contains(.unseen) else { return false }
        // Decoration is not read aloud; a long text that is not is there for the eye.
        return node.textEnd - node.textStart < 600 && node.tag != .body && !isFormula(node, index)
    }

    private mutating func holdsFormula(_ node: PageNode, _ index: Int) -> Bool {
        tree.advance(&formula, from: index, to: .math)
        return formula < Int(node.end)
    }

    /// Whether a hidden element is the source of a formula, beside its picture.
    private mutating func isFormula(_ node: PageNode, _ index: Int) -> Bool {
        // White space around it is not text.
        node.textEnd - node.textStart < 64
            && tree.text[Int(node.textStart)..<Int(node.textEnd)].allSatisfy(\.isSpace)
            && holdsFormula(node, index)
    }
}
