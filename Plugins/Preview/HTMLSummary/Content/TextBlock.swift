/// One stretch of text that stands on lines of its own.
struct TextBlock {
    /// The block element around it.
    var element: Int32
    /// Its nodes: runs of text, and the elements within lines.
    var first: Int32
    var end: Int32
    /// Its characters without white space.
    var length: Int32 = 0
    /// Those in links; in links within the page a third of them.
    var linkLength: Float = 0
    var commas: Int32 = 0
    /// Whether it ends as a sentence does.
    var isSentence = false

    /// The part of it that is in links, from 0 to 1.
    var linkDensity: Float { length > 0 ? linkLength / Float(length) : 0 }
}

/// What an element holds in all.
struct NodeWeight {
    var length: Float = 0
    var linkLength: Float = 0
    /// The characters of running text.
    var prose: Float = 0
    /// The blocks of running text.
    var paragraphs: Int32 = 0
    var blocks: Int32 = 0
    /// The blocks that are nothing but a link, and long enough for a title.
    var titleLinks: Int32 = 0

    /// The part of it that is in links, from 0 to 1.
    var linkDensity: Float { length > 0 ? linkLength / length : 0 }

    mutating func add(_ other: NodeWeight) {
        length += other.length
        linkLength += other.linkLength
        prose += other.prose
        paragraphs += other.paragraphs
        blocks += other.blocks
        titleLinks += other.titleLinks
    }
}

extension PageTree {
    /// The bytes of a block's text as they are.
    func bytes(of block: TextBlock) -> ArraySlice<UInt8> {
        let start = Int(nodes[Int(block.first)].textStart)
        return text[start..<max(start, Int(nodes[Int(block.end) - 1].textEnd))]
    }

    /// Whether a block holds a link to a file.
    func leadsToFile(_ block: TextBlock) -> Bool {
        nodes[Int(block.first)..<Int(block.end)].contains { $0.flags.contains(.file) }
    }

    /// The text of a block as it is.
    func string(of block: TextBlock) -> String { String(decoding: bytes(of: block), as: UTF8.self) }
}
