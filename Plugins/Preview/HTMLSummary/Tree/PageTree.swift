/// A page as it was read: its elements in the document's order, in one array.
struct PageTree {
    /// The elements and runs of text; the first is the page itself.
    var nodes: [PageNode] = []
    /// The text of all nodes in a row, as UTF-8.
    ///
    /// White space is one space, but in preformatted text.
    var text: [UInt8] = []
    /// What some nodes have to say beside their text: a formula, a language, a number.
    var notes: [String] = []
    /// The cells of tables that take more than one place, by their nodes.
    var spans: [Int: CellSpan] = [:]

    /// Whether a node is another one or within it.
    func isNode(_ node: Int, in ancestor: Int) -> Bool { node >= ancestor && node < nodes[ancestor].end }

    /// Goes on to the next node of a kind, from an index on; of places that come in order each node is looked at once.
    func advance(_ place: inout Int, from index: Int, to tag: PageTag) {
        place = max(place, index)
        while place < nodes.count, nodes[place].tag != tag { place += 1 }
    }

    /// Whether a node is within an article that another node is in, too.
    func isInArticle(_ node: Int, with other: Int) -> Bool {
        var parent = Int(nodes[node].parent)
        while parent > 0 {
            if nodes[parent].tag == .article, isNode(other, in: parent) { return true }
            parent = Int(nodes[parent].parent)
        }
        return false
    }

    /// Whether an element stands for itself: a block, or within lines all but alone in its block.
    func standsAlone(_ node: Int) -> Bool {
        let element = nodes[node]
        if element.tag.isBlock { return true }
        let parent = nodes[Int(max(0, element.parent))]
        return parent.tag.isBlock
            && (parent.textEnd - parent.textStart) * 2 <= (element.textEnd - element.textStart) * 3 + 20
    }

    /// The text of a node as it is, white space and all.
    func string(_ node: Int) -> String {
        String(decoding: text[Int(nodes[node].textStart)..<Int(nodes[node].textEnd)], as: UTF8.self)
    }

    /// What a node has to say beside its text.
    func note(_ node: Int) -> String? {
        let note = Int(nodes[node].note)
        return note >= 0 ? notes[note] : nil
    }
}

/// An element or a run of text.
struct PageNode {
    var tag: PageTag
    var flags: NodeFlags = []
    var hints: ClassHints = []
    /// The index of the element around it; -1 of the page.
    var parent: Int32
    /// The index after the last node within it.
    var end: Int32
    /// Where its text begins and ends in the text of the page.
    var textStart: Int32
    var textEnd: Int32 = 0
    /// The index of its note, or -1.
    var note: Int32 = -1
    /// Of a run of text: its characters without white space; those of Chinese and Japanese count twice.
    var length: Int32 = 0
    /// Of a run of text: the commas in it.
    var commas: Int32 = 0
}

/// What an element's attributes say for certain.
struct NodeFlags: OptionSet, Sendable {
    let rawValue: UInt16

    /// Not shown: `hidden`, or by its style.
    static let hidden = NodeFlags(rawValue: 1 << 0)
    /// Not read aloud.
    static let unread = NodeFlags(rawValue: 1 << 1)
    /// Text in a link, or a link.
    static let link = NodeFlags(rawValue: 1 << 2)
    /// Text in a link into the same page, or such a link.
    static let anchor = NodeFlags(rawValue: 1 << 3)
    /// The body of an article, as the markup itself declares.
    static let articleBody = NodeFlags(rawValue: 1 << 4)
    /// The main part, as the markup itself declares.
    static let main = NodeFlags(rawValue: 1 << 5)
    /// A part around the content, as its role declares.
    static let around = NodeFlags(rawValue: 1 << 6)
    /// A link to a file, such as slides, and not to a page.
    static let file = NodeFlags(rawValue: 1 << 12)
    /// A formula on a line of its own.
    static let display = NodeFlags(rawValue: 1 << 7)
    /// A table that only places what is in it.
    static let layout = NodeFlags(rawValue: 1 << 8)
    /// The author, a date or a headline, as the markup itself declares.
    static let fact = NodeFlags(rawValue: 1 << 9)
    /// A comment, as the markup itself declares.
    static let comment = NodeFlags(rawValue: 1 << 11)
}
