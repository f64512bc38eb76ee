import CarrelBasics
import CarrelModel
import CarrelText
import Foundation

/// What previews of RTF do with blocks.
typealias Block = MarkdownText.Block

/// Reads a document of RTF as blocks.
///
/// Groups within groups beyond a limit are read without a state of their own.
struct RTFReader {
    var scanner: RTFScanner
    /// The groups that are open, behind what stands for everything outside of the document's own one.
    private var groups = [RTFGroup()]
    private var depthBeyond = 0
    var isStarred = false
    var flows: [RTFFlow] = [RTFFlow()]
    /// How deep the groups are that have a flow of their own.
    private var flowDepths: [Int] = []
    var fonts = RTFFonts()
    private var bytes: [UInt8] = []
    private var surrogate: UInt16?
    var toSkip = 0
    var headings: [Int: Int] = [:]
    private var styleName = ""
    var facts = RTFFacts()
    private var margins: [Block] = []
    var notes: [Block] = []
    var noteCount = 0
    private var author = ""
    /// Whether the document's own group has ended, and no text of RTF stands behind it.
    private(set) var isWhole = false

    private static let maxDepth = 256
    static let maxNotes = 5000

    /// Begins where the document's own group does.
    init(_ data: [UInt8]) { scanner = RTFScanner(data) }

    var group: RTFGroup {
        get { groups[groups.count - 1] }
        set { groups[groups.count - 1] = newValue }
    }

    /// The paragraph; what stands before an item, and a style, say nothing of it.
    var paragraph: RTFFlow.Paragraph {
        get { flows[flows.count - 1].paragraph }
        set {
            if group.destination != .label, group.destination != .styleSheet {
                flows[flows.count - 1].paragraph = newValue
            }
        }
    }

    /// Reads the document into a text.
    ///
    /// - Parameters:
    ///   - text: what takes the blocks, until it is full.
    ///   - goesOn: whether there is time left.
    mutating func read(into text: inout DocumentText, goesOn: () -> Bool) {
        var count = 0
        while let token = scanner.next() {
            take(token)
            // Other readers, too, end with the document's own group.
            if token == .close, groups.count == 1 {
                isWhole = !scanner.hasMore
                break
            }
            count += 1
            guard count % 4096 == 0 else { continue }
            hand(to: &text)
            if text.isFull || !goesOn() { break }
        }
        flushBytes()
        while !flowDepths.isEmpty { endFlow() }
        flows[0].finish(headings: headings)
        hand(to: &text)
        if !margins.isEmpty { text.add([.rule] + margins) }
        text.finish()
    }

    private mutating func hand(to text: inout DocumentText) {
        guard flows.count == 1 else { return }
        text.add(flows[0].takeBlocks() + notes)
        notes = []
    }

    private mutating func take(_ token: RTFToken) {
        switch token {
        case .open:
            flushBytes()
            toSkip = 0
            guard groups.count < Self.maxDepth else {
                depthBeyond += 1
                return
            }
            let skips = group.skipsNext
            group.skipsNext = false
            groups.append(group)
            if skips { group.destination = .skip }
        case .close:
            flushBytes()
            (toSkip, isStarred) = (0, false)
            guard depthBeyond == 0 else {
                depthBeyond -= 1
                return
            }
            endGroup()
        case .byte(let byte):
            isStarred = false
            guard toSkip == 0 else {
                toSkip -= 1
                return
            }
            if group.destination != .skip { bytes.append(byte) }
        case .symbol(let symbol): take(symbol: symbol)
        case .word(let word, let number): take(word: word, number)
        }
    }

    private mutating func take(symbol: UInt8) {
        if symbol == UInt8(ascii: "*") {
            isStarred = true
            return
        }
        guard toSkip == 0 else {
            toSkip -= 1
            return
        }
        switch symbol {
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): bytes.append(symbol)
        case UInt8(ascii: "~"): add("\u{A0}")
        case UInt8(ascii: "_"): add("\u{2011}")
        case 0x0A, 0x0D: endParagraph()
        default: break
        }
    }

    // MARK: Text

    /// Turns bytes into characters, in the encoding of their font.
    mutating func flushBytes() {
        guard !bytes.isEmpty else { return }
        let pending = bytes
        bytes = []
        if fonts.isSymbol(group.font), group.destination != .fontTable {
            let signs = pending.filter { $0 >= 0x20 }.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "•" }
            return addText(signs.joined())
        }
        if pending.allSatisfy({ $0 < 0x80 }) { return addText(String(decoding: pending, as: UTF8.self)) }
        addText(encoding.decode(Data(pending)).text)
    }

    /// The encoding of bytes here: text without a font is in that of the document.
    private var encoding: TextEncoding {
        switch group.destination {
        case .fact, .styleSheet, .commentAuthor: fonts.standard
        default: fonts.encoding(of: group.font)
        }
    }

    /// Adds characters, after the bytes before them.
    mutating func add(_ text: String) {
        flushBytes()
        addText(text)
    }

    mutating func addText(_ text: String) {
        surrogate = nil
        switch group.destination {
        case .body, .footnote, .comment, .header, .footer, .shape:
            if !group.isHidden { flows[flows.count - 1].add(text) }
        case .label: flows[flows.count - 1].label += text
        case .fact(let name): facts.add(text, to: name)
        case .commentAuthor: author += text
        case .styleSheet: if styleName.utf8.count < 200 { styleName += text }
        case .skip, .fontTable, .info, .time: break
        }
    }

    /// Adds a character of Unicode; what replaces it for old programs is left out.
    mutating func add(unicode number: Int) {
        flushBytes()
        let unit = UInt16(truncatingIfNeeded: number)
        let high = surrogate.take()
        defer { toSkip = max(0, min(group.replacements, 64)) }
        if UTF16.isLeadSurrogate(unit) {
            surrogate = unit
        } else if let high, UTF16.isTrailSurrogate(unit) {
            addText(String(decoding: [high, unit], as: UTF16.self))
        } else if (0xF000...0xF0FF).contains(unit) {
            // A sign of a font of signs.
            addText("•")
        } else {
            addText(String(decoding: [unit], as: UTF16.self))
        }
    }

    // MARK: Groups

    /// Begins a note, a header or a shape: paragraphs of their own.
    mutating func beginFlow(_ destination: RTFDestination) {
        group.destination = destination
        guard flows.count < 16 else { return }
        flows.append(RTFFlow())
        flowDepths.append(groups.count)
    }

    private mutating func endGroup() {
        if group.destination == .styleSheet { endStyle() }
        if flowDepths.last == groups.count { endFlow() }
        if groups.count > 1 { groups.removeLast() }
    }

    private mutating func endFlow() {
        flowDepths.removeLast()
        guard flows.count > 1, var flow = flows.popLast() else { return }
        flow.finish(headings: headings)
        let blocks = flow.takeBlocks()
        let words = blocks.words.singleLine
        guard !words.isEmpty, notes.count < Self.maxNotes else { return }
        switch group.destination {
        case .footnote: notes.append(.paragraph("[^\(noteCount)]: \(words)"))
        case .comment:
            notes.append(.comment(words, by: author.singleLine))
            author = ""
        case .header: addMargin("Header: \(words)")
        case .footer: addMargin("Footer: \(words)")
        default: flows[flows.count - 1].add(blocks)
        }
    }

    private mutating func addMargin(_ words: String) {
        if margins.count < 16, !margins.contains(.paragraph(words)) { margins.append(.paragraph(words)) }
    }

    private mutating func endStyle() {
        let name = styleName.prefix { $0 != ";" }.description.singleLine.lowercased()
        styleName = ""
        guard let style = group.style else { return }
        if name == "title" { headings[style] = 1 }
        if name.hasPrefix("heading "), let level = Int(name.dropFirst(8).prefix { $0.isNumber }), level > 0 {
            headings[style] = level
        }
    }

    mutating func endParagraph() {
        flushBytes()
        guard group.destination != .skip else { return }
        flows[flows.count - 1].endParagraph(headings: headings)
    }
}
