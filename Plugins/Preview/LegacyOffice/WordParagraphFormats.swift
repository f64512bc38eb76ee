/// What the paragraphs of a document of Word are, by where they end in the file.
struct WordParagraphFormats {
    /// What a paragraph is.
    struct Format {
        var heading: Int?
        var isInTable = false
        var endsRow = false
        var isItem = false
        var depth = 0
    }

    private let runs: WordRuns<Format>

    init(_ pages: WordFormatPages) {
        runs = pages.runs(listedAt: 0x102, width: 13) { Self.format(pages, $0) }
    }

    private static func format(_ pages: WordFormatPages, _ place: Int) -> Format {
        let stream = pages.stream
        guard let words = stream.byte(place) else { return Format() }
        let start = words == 0 ? place + 2 : place + 1
        let length = words == 0 ? 2 * (stream.byte(place + 1) ?? 0) : 2 * words - 1
        var format = Format()
        // The first nine styles after the standard one are those of headings.
        if let style = stream.short(start), (1...9).contains(style) { format.heading = min(6, style) }
        pages.forEachFormat(from: start + 2, length: length - 2) { code, operand in
            let value = stream.byte(operand) ?? 0
            switch code {
            case 0x2416: format.isInTable = value != 0
            case 0x2417: format.endsRow = value != 0
            case 0x2640: if format.heading == nil, value < 9 { format.heading = min(6, value + 1) }
            case 0x260A: format.depth = min(8, value)
            case 0x460B: format.isItem = (stream.short(operand) ?? 0) != 0
            default: break
            }
        }
        return format
    }

    /// The format of the paragraph that ends at a place of the file.
    func format(at place: Int) -> Format { runs[place] ?? Format() }
}
