import CarrelBasics
import CarrelMarkup
import CarrelModel
import Foundation

/// The pages, lines and words that `pdftotext -bbox-layout` writes.
enum PDFWords {
    // Nobody reads a page of more.
    private static let maxWords = 20_000

    /// The pages of an output.
    ///
    /// - Parameters:
    ///   - output: what was written; one that was cut ends with its last whole page.
    ///   - first: the number of the first page.
    ///   - turned: the pages that lie on their side.
    /// - Returns: the pages that were written whole.
    static func pages(_ output: Data, first: Int, turned: Set<Int>) -> [PageWords] {
        // What stands before is made of the document's own facts.
        guard let start = output.range(of: Data("<doc>".utf8)) else { return [] }
        var reader = Reader(next: first, turned: turned)
        let limits = MarkupLimits(maxSize: output.count + 1)
        _ = try? MarkupReader.readXML(output[start.lowerBound...] as Data, limits: limits) { event in
            reader.take(event)
            return true
        }
        return reader.pages
    }

    /// The pages that `pdfinfo -f -l` says are turned by a quarter or by three.
    static func turnedPages(_ output: Data?) -> Set<Int> {
        let lines = String(decoding: output ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
        return Set(
            lines.compactMap { line in
                guard let parts = line.wholeMatch(of: /Page +(\d+) rot: +(90|270)/) else { return nil }
                return Int(parts.1)
            })
    }

    private struct Reader {
        var next: Int
        let turned: Set<Int>
        private(set) var pages: [PageWords] = []
        private var size = (width: 0.0, height: 0.0)
        private var lines: [[PageWords.Word]] = []
        private var line: [PageWords.Word] = []
        private var box: PageWords.Box?
        private var text = ""
        private var count = 0

        init(next: Int, turned: Set<Int>) { (self.next, self.turned) = (next, turned) }

        mutating func take(_ event: MarkupEvent) {
            switch event {
            case .start("page", let attributes): begin(attributes)
            case .start("line", _): line = []
            case .start("word", let attributes): (box, text) = (Self.box(attributes), "")
            case .text(let part): if box != nil { text += part }
            case .end("word"): endWord()
            case .end("line"): if !line.isEmpty { lines.append(line) }
            case .end("page"): end()
            default: break
            }
        }

        private mutating func begin(_ attributes: [String: String]) {
            let sides = (
                PDFWords.number(attributes["width"]) ?? 0, PDFWords.number(attributes["height"]) ?? 0
            )
            size = turned.contains(next) ? (sides.1, sides.0) : sides
            (lines, line, count) = ([], [], 0)
        }

        private mutating func endWord() {
            defer { box = nil }
            let word = text.titleText
            guard let box, !word.isEmpty, count < PDFWords.maxWords else { return }
            count += 1
            line.append(PageWords.Word(word, box))
        }

        private mutating func end() {
            if size.width > 0, size.height > 0 {
                pages.append(PageWords(page: next, width: size.width, height: size.height, lines: lines))
            }
            next += 1
        }

        // The reader gives the names of attributes in lower case.
        private static func box(_ attributes: [String: String]) -> PageWords.Box? {
            guard let left = PDFWords.number(attributes["xmin"]),
                let top = PDFWords.number(attributes["ymin"]),
                let right = PDFWords.number(attributes["xmax"]),
                let bottom = PDFWords.number(attributes["ymax"]), left < right, top < bottom
            else { return nil }
            return PageWords.Box(x: left, y: top, width: right - left, height: bottom - top)
        }
    }

    /// A length in points; `nil` for what no page has.
    private static func number(_ text: String?) -> Double? {
        text.flatMap { Double($0) }.flatMap { abs($0) < 1_000_000 ? $0 : nil }
    }
}
