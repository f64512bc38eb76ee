import CarrelBasics
import CarrelModel

/// Puts the text of blocks together: line ends, code, formulas and what is raised or lowered among the words.
struct InlineText {
    private let tree: PageTree
    private let dropped: [Bool]

    init(_ tree: PageTree, _ dropped: [Bool]) { (self.tree, self.dropped) = (tree, dropped) }

    func string(_ block: TextBlock, keepsLines: Bool = true) -> String {
        string(Int(block.first)..<Int(block.end), keepsLines: keepsLines)
    }

    /// The text of some nodes; code within code gets no marks of its own.
    func string(_ nodes: Range<Int>, keepsLines: Bool = true, isCode: Bool = false) -> String {
        guard !nodes.isEmpty else { return "" }
        guard nodes.contains(where: { isSpecial(tree.nodes[$0]) || dropped[$0] }) else {
            let (first, last) = (tree.nodes[nodes.lowerBound], tree.nodes[nodes.upperBound - 1])
            return Self.trimmed(tree.text[Int(first.textStart)..<Int(last.textEnd)])
        }
        var text = [UInt8]()
        var marks: [Int] = []
        // A cell of a table within a cell has begun.
        var startsValue = false
        var index = nodes.lowerBound
        while index < nodes.upperBound {
            while let end = marks.last, index >= end { closeCode(&marks, &text) }
            let node = tree.nodes[index]
            if dropped[index] {
                index = Int(node.end)
                continue
            }
            switch node.tag {
            case .text:
                if startsValue, node.length > 0 {
                    while text.last == 0x20 { text.removeLast() }
                    text += text.isEmpty ? [] : Array(", ".utf8)
                    startsValue = false
                }
                text += tree.text[Int(node.textStart)..<Int(node.textEnd)]
            case .br: text.append(keepsLines ? 0x0A : 0x20)
            case .math: text += formula(index)
            case .sup, .sub:
                addShifted(index, to: &text, upTo: nodes.upperBound, isCode: isCode || !marks.isEmpty)
                index = Int(node.end)
                continue
            case .code, .kbd, .samp, .tt:
                if node.textEnd > node.textStart, marks.isEmpty, !isCode {
                    marks.append(Int(node.end))
                    text.append(UInt8(ascii: "`"))
                }
            case .td, .th, .tr: if !text.isEmpty { startsValue = true }
            default: if node.tag.isBlock { text.append(0x20) }
            }
            index += 1
        }
        while !marks.isEmpty { closeCode(&marks, &text) }
        return Self.trimmed(text[...])
    }

    /// The text without spaces around it: it need not be tidied then.
    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while bytes.first?.isSpace == true { bytes.removeFirst() }
        while bytes.last?.isSpace == true { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func isSpecial(_ node: PageNode) -> Bool {
        switch node.tag {
        case .br, .math, .code, .kbd, .samp, .tt, .sup, .sub: true
        default: node.tag.isBlock
        }
    }

    /// Adds what stands above or below the line, and the white space at its end.
    private func addShifted(_ index: Int, to text: inout [UInt8], upTo end: Int, isCode: Bool) {
        let node = tree.nodes[index]
        let words = string(index + 1..<min(Int(node.end), end), keepsLines: false, isCode: isCode)
        let shift = node.tag == .sup ? ShiftedText.raised : .lowered
        text += shift.marked(words, after: String(decoding: text.suffix(16), as: UTF8.self)).utf8
        let own = tree.text[Int(node.textStart)..<Int(node.textEnd)]
        text += own.suffix(from: own.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? own.startIndex)
    }

    private func closeCode(_ marks: inout [Int], _ text: inout [UInt8]) {
        marks.removeLast()
        let isSpace = text.last == 0x20
        if isSpace { text.removeLast() }
        if text.last == UInt8(ascii: "`") { text.removeLast() } else { text.append(UInt8(ascii: "`")) }
        if isSpace { text.append(0x20) }
    }

    private func formula(_ index: Int) -> [UInt8] {
        let tex = tree.note(index) ?? ""
        return Array((tree.nodes[index].flags.contains(.display) ? "$$\(tex)$$" : "$\(tex)$").utf8)
    }

    /// The text of a listing, with its lines.
    func listing(_ element: Int) -> String {
        var text = [UInt8]()
        var index = element + 1
        let end = Int(tree.nodes[element].end)
        while index < end {
            let node = tree.nodes[index]
            let isShifted = node.tag == .sup || node.tag == .sub
            if dropped[index] || isShifted {
                if !dropped[index] { addShifted(index, to: &text, upTo: end, isCode: true) }
                index = Int(node.end)
                continue
            }
            if node.tag == .br || node.tag.isBlock && text.last != 0x0A && !text.isEmpty { text.append(0x0A) }
            if node.tag == .text { text += tree.text[Int(node.textStart)..<Int(node.textEnd)] }
            index += 1
        }
        return String(decoding: text, as: UTF8.self).readable
    }
}
