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

    private var ranges: [(first: Int, end: Int, format: Format)] = []

    private static let pageSize = 512
    private static let maxRanges = 1 << 20

    init(_ stream: LegacyBytes, _ table: LegacyBytes) {
        // The pages of formats, in the order of the text in the file.
        guard let place = stream.long(0x102), let length = stream.long(0x106), length >= 12 else { return }
        let count = min((length - 4) / 8, table.count / 8)
        for index in 0..<max(0, count) {
            guard let page = table.long(place + 4 * (count + 1) + 4 * index), ranges.count < Self.maxRanges
            else { break }
            readPage(stream, (page & 0x3F_FFFF) * Self.pageSize)
        }
        ranges.sort { $0.first < $1.first }
    }

    private mutating func readPage(_ stream: LegacyBytes, _ page: Int) {
        guard let count = stream.byte(page + Self.pageSize - 1), count > 0, count <= 101 else { return }
        for index in 0..<count {
            guard let first = stream.long(page + 4 * index), let end = stream.long(page + 4 * index + 4),
                end > first,
                let offset = stream.byte(page + 4 * (count + 1) + 13 * index)
            else { return }
            ranges.append((first, end, offset == 0 ? Format() : Self.format(stream, page + 2 * offset)))
        }
    }

    private static func format(_ stream: LegacyBytes, _ place: Int) -> Format {
        guard let words = stream.byte(place) else { return Format() }
        let start = words == 0 ? place + 2 : place + 1
        let length = words == 0 ? 2 * (stream.byte(place + 1) ?? 0) : 2 * words - 1
        var format = Format()
        // The first nine styles after the standard one are those of headings.
        if let style = stream.short(start), (1...9).contains(style) { format.heading = min(6, style) }
        var next = start + 2
        while next + 2 <= start + length, let code = stream.short(next) {
            let value = stream.byte(next + 2) ?? 0
            switch code {
            case 0x2416: format.isInTable = value != 0
            case 0x2417: format.endsRow = value != 0
            case 0x2640: if format.heading == nil, value < 9 { format.heading = min(6, value + 1) }
            case 0x260A: format.depth = min(8, value)
            case 0x460B: format.isItem = (stream.short(next + 2) ?? 0) != 0
            default: break
            }
            next += 2 + size(ofOperand: code, stream, next + 2)
        }
        return format
    }

    /// The length of what follows a code, which the code says.
    private static func size(ofOperand code: Int, _ stream: LegacyBytes, _ place: Int) -> Int {
        switch code >> 13 {
        case 0, 1: 1
        case 2, 4, 5: 2
        case 3: 4
        case 7: 3
        default:
            code == 0xD608 || code == 0xD606 ? (stream.short(place) ?? 0) + 1 : (stream.byte(place) ?? 0) + 1
        }
    }

    /// The format of the paragraph that ends at a place of the file.
    func format(at place: Int) -> Format {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end <= place { low = middle + 1 } else { high = middle }
        }
        guard ranges.indices.contains(low), ranges[low].first <= place else { return Format() }
        return ranges[low].format
    }
}
