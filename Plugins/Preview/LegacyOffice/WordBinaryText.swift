import CarrelBasics
import CarrelModel

/// Turns the characters of a document of Word into blocks.
struct WordBinaryText {
    private var line: [UInt16] = []
    private var flow = TableFlow()
    // The fields around: whether they are at their results, and what computes them.
    private var fields: [(isResult: Bool, instruction: [UInt16])] = []

    /// The blocks of some characters.
    static func blocks(
        of characters: [(unit: UInt16, place: Int)], formats: WordParagraphFormats
    ) -> [MarkdownText.Block] {
        var text = WordBinaryText()
        for (unit, place) in characters { text.take(unit, place, formats) }
        text.endParagraph(WordParagraphFormats.Format())
        text.flow.endTable()
        return text.flow.blocks
    }

    private mutating func take(_ unit: UInt16, _ place: Int, _ formats: WordParagraphFormats) {
        switch unit {
        case 0x13: if fields.count < 64 { fields.append((false, [])) }
        case 0x14: if !fields.isEmpty { fields[fields.count - 1].isResult = true }
        case 0x15: endField()
        case 0x0D, 0x0C: endParagraph(formats.format(at: place))
        case 0x07:
            let format = formats.format(at: place)
            if format.endsRow {
                line = []
                flow.endRow()
            } else {
                endCell(format)
            }
        case 0x0B: add(0x0A)
        case 0x1E: add(0x2011)
        case 0x09: add(unit)
        // Marks of pictures, notes, comments and the like.
        case ..<0x20: break
        default: add(unit)
        }
    }

    private mutating func add(_ unit: UInt16) {
        if fields.allSatisfy(\.isResult) {
            line.append(unit)
        } else if let last = fields.indices.last, !fields[last].isResult,
            fields[last].instruction.count < 1000
        {
            fields[last].instruction.append(unit)
        }
    }

    /// Ends a field; one that sets signs above a text has the text in what computes it, and no result.
    private mutating func endField() {
        guard let field = fields.popLast(), !field.isResult else { return }
        let instruction = String(decoding: field.instruction, as: UTF16.self)
        guard instruction.drop(while: { $0 == " " }).hasPrefix("EQ "),
            let end = instruction.lastIndex(of: ")"),
            let comma = instruction[..<end].lastIndex(where: { ",()".contains($0) }),
            instruction[comma] == ",", instruction[..<comma].contains("\\o")
        else { return }
        for unit in instruction[comma..<end].dropFirst().utf16 { add(unit) }
    }

    private mutating func endParagraph(_ format: WordParagraphFormats.Format) {
        let words = String(decoding: line, as: UTF16.self).trimmed
        line = []
        if !format.isInTable { flow.endTable() }
        guard !words.isEmpty else { return }
        let block: MarkdownText.Block =
            format.heading.map { .heading(level: $0, words) }
            ?? (format.isItem ? .item(words, depth: format.depth) : .paragraph(words))
        flow.add([block], inTable: format.isInTable)
    }

    private mutating func endCell(_ format: WordParagraphFormats.Format) {
        var format = format
        format.isInTable = true
        endParagraph(format)
        flow.endCell()
    }
}
