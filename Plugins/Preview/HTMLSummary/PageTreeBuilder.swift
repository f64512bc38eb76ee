import CarrelBasics
import CarrelMarkup

/// Builds the tree of a page from the events of its markup, and gathers what the page says about itself.
struct PageTreeBuilder {
    private(set) var tree = PageTree()
    private(set) var facts = PageFacts()

    // What the open elements are: the index of a node, or what is done with their text.
    private enum Open {
        case node(Int32)
        case title
        case data
        case tex(display: Bool)
        case formula
    }
    private var open: [Open] = []
    // Open elements within one that is not shown.
    private var unseen = 0
    private var links = 0
    private var anchors = 0
    private var preformatted = 0
    private var isAtBlockStart = true
    private var isAfterFormula = false
    // The node that takes the next text, if nothing comes between.
    private var run = -1
    // What is gathered aside: a title, data, a formula.
    private var captured: [UInt8] = []
    private var formula = FormulaReader()
    private static let maxCapture = 2 << 20

    init(expecting size: Int) {
        tree.nodes.reserveCapacity(min(1 << 20, size / 24))
        tree.text.reserveCapacity(min(8 << 20, size / 3))
        tree.nodes.append(PageNode(tag: .html, parent: -1, end: 0, textStart: 0))
    }

    /// The tree after the last event.
    consuming func finished() -> (PageTree, PageFacts) {
        while !open.isEmpty { end() }
        tree.nodes[0].end = Int32(tree.nodes.count)
        tree.nodes[0].textEnd = Int32(tree.text.count)
        return (tree, facts)
    }

    mutating func take(_ event: MarkupBytes) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let bytes): add(bytes)
        case .end: end()
        }
    }

    // MARK: Elements

    private mutating func start(_ name: UnsafeRawBufferPointer, _ attributes: MarkupAttributes) {
        guard unseen == 0 else {
            unseen += 1
            return
        }
        if case .formula = open.last {
            formula.start(name, attributes)
            open.append(.formula)
            return
        }
        let tag = PageTag.named(name)
        switch tag {
        case .unseen, .style, .template:
            if name.elementsEqual("frameset".utf8) { facts.hasFrames = true }
            unseen = 1
        case .script: startScript(attributes)
        case .title where !facts.hasTitle: capture(.title)
        case .meta, .link:
            facts.take(tag, attributes)
            unseen = 1
        case .math:
            formula = FormulaReader()
            formula.start(name, attributes)
            open.append(.formula)
        case .img:
            facts.take(picture: attributes)
            // Within a line it would break the sentence.
            if isAtBlockStart, let words = PictureWords.description(attributes) {
                startPicture(words, attributes)
            } else {
                unseen = 1
            }
        default:
            // What is emphasized in a title is a part of it; one of this length was not closed, and the page goes on.
            if case .title = open.last, !tag.isBlock, captured.count < 1024 {
                if tag == .br { captured.append(0x20) }
                open.append(.title)
            } else {
                startNode(tag, attributes)
            }
        }
    }

    private mutating func startScript(_ attributes: MarkupAttributes) {
        for (name, value) in attributes where name.count == 4 && value.count < 64 {
            let type = String(decoding: value, as: UTF8.self).lowercased()
            if type.hasPrefix("application/ld+json") { return capture(.data) }
            if type.hasPrefix("math/tex") { return capture(.tex(display: type.contains("mode=display"))) }
        }
        facts.hasScripts = true
        unseen = 1
    }

    private mutating func capture(_ what: Open) {
        captured.removeAll(keepingCapacity: true)
        open.append(what)
    }

    private mutating func startNode(_ tag: PageTag, _ attributes: MarkupAttributes) {
        var node = PageNode(
            tag: tag, parent: parent, end: 0, textStart: Int32(tree.text.count))
        var reader = AttributeReader(tag)
        reader.read(attributes)
        node.flags = reader.flags
        node.hints = reader.hints
        if tag.isBlock || tag == .br { isAtBlockStart = true }
        if let note = reader.note { node.note = keep(note) }
        if tag == .td || tag == .th, reader.span != CellSpan() { tree.spans[tree.nodes.count] = reader.span }
        if tag == .html || tag == .body { facts.take(language: reader.language) }
        if tag == .time || reader.fact != nil { facts.note(reader, node: tree.nodes.count) }
        if node.flags.contains(.link) { links += 1 }
        if node.flags.contains(.anchor) { anchors += 1 }
        if tag == .pre { preformatted += 1 }
        run = -1
        open.append(.node(Int32(tree.nodes.count)))
        tree.nodes.append(node)
    }

    /// Starts a picture as a block that says what it shows.
    private mutating func startPicture(_ words: String, _ attributes: MarkupAttributes) {
        startNode(.img, attributes)
        tree.nodes[tree.nodes.count - 1].note = keep(words)
        Array("Picture: \(words)".utf8).withUnsafeBytes { addText($0) }
    }

    private var parent: Int32 {
        if case .node(let index) = open.last { return index }
        return 0
    }

    private mutating func keep(_ note: String) -> Int32 {
        tree.notes.append(note)
        return Int32(tree.notes.count - 1)
    }

    private mutating func end() {
        guard unseen == 0 else {
            unseen -= 1
            return
        }
        switch open.popLast() {
        case .node(let index): endNode(Int(index))
        case .title:
            if case .title = open.last { break }
            facts.take(title: String(decoding: captured, as: UTF8.self))
        case .data: facts.take(data: captured)
        case .tex(let display): addFormula(String(decoding: captured, as: UTF8.self), display: display)
        case .formula:
            if case .formula = open.last {
                formula.end()
            } else if let tex = formula.finished() {
                addFormula(tex, display: formula.isDisplay)
            }
        case nil: break
        }
    }

    private mutating func endNode(_ index: Int) {
        let node = tree.nodes[index]
        tree.nodes[index].end = Int32(tree.nodes.count)
        tree.nodes[index].textEnd = Int32(tree.text.count)
        if node.tag.isBlock { isAtBlockStart = true }
        if node.flags.contains(.link) { links -= 1 }
        if node.flags.contains(.anchor) { anchors -= 1 }
        if node.tag == .pre { preformatted -= 1 }
        run = -1
    }

    private mutating func addFormula(_ tex: String, display: Bool) {
        let tex = tex.trimmed
        guard !tex.isEmpty else { return }
        run = -1
        isAtBlockStart = false
        isAfterFormula = true
        var node = PageNode(
            tag: .math, flags: display ? .display : [], parent: parent, end: Int32(tree.nodes.count + 1),
            textStart: Int32(tree.text.count), textEnd: Int32(tree.text.count), note: keep(tex))
        node.length = Int32(min(tex.utf8.count, 1 << 16))
        tree.nodes.append(node)
    }

    // MARK: Text

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard unseen == 0 else { return }
        switch open.last {
        case .title where captured.count >= 1024: addText(bytes)
        case .title, .data, .tex:
            if captured.count + bytes.count <= Self.maxCapture { captured += bytes }
        case .formula: formula.add(bytes)
        default: addText(bytes)
        }
    }

    private mutating func addText(_ bytes: UnsafeRawBufferPointer) {
        if preformatted == 0, isAtBlockStart, bytes.allSatisfy(\.isSpace) { return }
        if run < 0 {
            run = tree.nodes.count
            var flags: NodeFlags = links > 0 ? .link : []
            if anchors > 0 { flags.insert(.anchor) }
            tree.nodes.append(
                PageNode(
                    tag: .text, flags: flags, parent: parent, end: Int32(run + 1),
                    textStart: Int32(tree.text.count)))
        }
        let isBegun = !isAtBlockStart || tree.text.count > Int(tree.nodes[run].textStart)
        let afterSpace = !isBegun || tree.text.last == 0x20 && !isAfterFormula
        isAfterFormula = false
        var writer = CollapsingWriter(isPreformatted: preformatted > 0, afterSpace: afterSpace)
        writer.write(bytes, to: &tree.text)
        if let repaired = writer.needsRepair ? MarkupReader.repaired(bytes) : nil {
            tree.text.removeLast(writer.written)
            writer = CollapsingWriter(isPreformatted: preformatted > 0, afterSpace: afterSpace)
            repaired.withUnsafeBytes { writer.write($0, to: &tree.text) }
        }
        if writer.length > 0 { isAtBlockStart = false }
        tree.nodes[run].length += writer.length
        tree.nodes[run].commas += writer.commas
        tree.nodes[run].textEnd = Int32(tree.text.count)
    }
}
