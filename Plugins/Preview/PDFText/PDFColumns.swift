/// Which pages have text in columns beside each other, by how pdftotext lays out their lines.
///
/// The lines of such a page go across its columns, which tears words and sentences; those of a table are its rows.
enum PDFColumns {
    // Words of one line are closer to each other than columns.
    private static let widestSpace = 2
    // A line that begins so far from the margin stands beside a column, on a height of its own.
    private static let farIndent = 40
    // A column has sentences, a cell of a table mostly less, and a list in two columns is as well read down as across.
    private static let fewestWords = 3
    private static let fewestLines = 5
    // Scripts without spaces have words of about that many bytes.
    private static let longWord = 24

    private static let (space, lineFeed) = (UInt8(ascii: " "), UInt8(ascii: "\n"))

    /// Whether most of what stands apart on a page is in columns, and that is much of the page.
    ///
    /// - Parameter page: a page with the layout of its lines, without the margin that all of them have.
    /// - Returns: whether it is so.
    static func areOn(_ page: String) -> Bool {
        var page = page
        return page.withUTF8 { bytes in
            var (lines, apart, inColumns) = (0, 0, 0)
            for line in bytes.split(separator: lineFeed) {
                lines += 1
                let (isApart, isProse) = shape(of: line)
                guard isApart else { continue }
                apart += 1
                if isProse { inColumns += 1 }
            }
            return inColumns >= fewestLines && 2 * inColumns >= apart && 4 * apart >= lines
        }
    }

    /// Whether a line has parts that are far from each other or from the margin, and whether all of them are sentences.
    private static func shape(
        of line: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (isApart: Bool, isProse: Bool) {
        let text = line.drop { $0 == space }
        var isApart = line.count - text.count >= farIndent
        var isProse = true
        var (spaces, letters, words) = (0, 0, 0)
        func endWord() {
            if letters >= 2 { words += 1 + letters / longWord }
            letters = 0
        }
        for byte in text {
            if byte == space {
                endWord()
                spaces += 1
                continue
            }
            if spaces > widestSpace {
                isApart = true
                isProse = isProse && words >= fewestWords
                words = 0
            }
            spaces = 0
            if byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) { letters += 1 } else { endWord() }
        }
        endWord()
        return (isApart, isProse && words >= fewestWords)
    }
}
