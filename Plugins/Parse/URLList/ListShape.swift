import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelTables
import CarrelText
import Foundation

/// What kind of list a document is, by its first line that says something.
///
/// Lines that begin with `#` say nothing, but for the names of columns.
enum ListShape: Equatable {
    /// An address on each line, with what `aria2c --input-file` has below it.
    case text
    /// The `fetch.txt` of BagIt: address, length and path.
    case bagIt
    /// A table whose first row names its columns.
    case table(separator: UInt8, columns: [Column: Int])

    /// A column that means something, whatever others there are.
    enum Column: String, CaseIterable {
        case url, title, id, size, sha256, sha512, path, collection, description, modified

        /// What columns of this meaning are called, in lower case and of letters and digits alone; the first that there is counts.
        ///
        /// What promises something or saves a request has one name: others may mean a talk's length, or the day on which a row
        /// was written.
        var names: [String] { [rawValue] + others }

        private var others: [String] {
            switch self {
            case .url: ["uri", "href", "link", "downloadurl", "fileurl", "download", "address"]
            case .title: ["name", "label"]
            case .id: ["identifier", "guid", "key"]
            case .size, .sha256, .sha512, .modified: []
            case .path: ["filepath", "filename", "file"]
            case .collection: ["folder", "group", "module", "course", "category"]
            case .description: ["summary", "abstract", "notes"]
            }
        }
    }

    // How much of a document is looked at.
    private static let outline = 16 << 10
    private static let usualSeparators = [UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";")]

    /// Looks at a document; `nil` if it does not list addresses.
    init?(_ document: CatalogDocument) {
        let beginning = DecodedText(beginningOf: document, upTo: Self.outline).text
        // What is not text has zero bytes; JSON begins with a brace, and its one line may be long.
        guard !beginning.contains("\0") else { return nil }
        if let table = Self.markedTable(Self.lines(beginning)) {
            self = table
            return
        }
        if Self.isCSV(document), let table = Self.namelessTable(Self.said(beginning)) {
            self = table
            return
        }
        guard let line = Self.said(beginning).next()?.addressText, !line.hasPrefix("{"), !line.hasPrefix("[{")
        else { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        if let first = words.first, ListReader.isAddress(first) {
            // A title may begin with a number or a dash, too.
            self = BagItRow(line)?.path.hasPrefix("data/") == true ? .bagIt : .text
            return
        }
        guard let table = Self.table(Self.said(beginning)) else { return nil }
        self = table
    }

    /// The columns that the cells of a row name.
    static func columns(_ cells: [String]) -> [Column: Int] {
        let written: [String] = cells.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        var columns: [Column: Int] = [:]
        for column in Column.allCases {
            columns[column] = column.names.lazy.compactMap { written.firstIndex(of: $0) }.first
        }
        return columns
    }

    /// The lines that are neither empty nor comments.
    private static func said(_ text: String) -> AnyIterator<String> {
        let lines = lines(text)
        return AnyIterator {
            while let line = lines.next() {
                if !isComment(line) { return line }
            }
            return nil
        }
    }

    private static func isComment(_ line: String) -> Bool { line.addressText.hasPrefix("#") }

    /// The lines that are not empty.
    private static func lines(_ text: String) -> AnyIterator<String> {
        var rest = text.unicodeScalars[...]
        return AnyIterator {
            while !rest.isEmpty {
                let line = rest.prefix { !isNewline($0) }
                rest = rest[line.endIndex...].dropFirst()
                let text = String(Substring(line))
                if !text.addressText.isEmpty { return text }
            }
            return nil
        }
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func table(_ lines: AnyIterator<String>) -> ListShape? {
        guard var line = lines.next() else { return nil }
        var separators = usualSeparators
        // A tab at the end of the line is white space.
        let first = line.addressText
        if first.lowercased().hasPrefix("sep="), first.utf8.count <= 5, let names = lines.next() {
            separators = [first.utf8.dropFirst(4).first ?? UInt8(ascii: "\t")]
            line = names
        }
        for separator in separators {
            let columns = columns(cells(line, separator))
            // A single word may be the name of the only column.
            if columns[.url] != nil { return .table(separator: separator, columns: columns) }
        }
        return nil
    }

    /// A table whose names of columns look like a comment: `#,title,url`.
    ///
    /// What follows tells it from a comment: a row with an address in its place.
    private static func markedTable(_ lines: AnyIterator<String>) -> ListShape? {
        var next = lines.next()
        while let line = next, isComment(line) {
            next = lines.next()
            for separator in usualSeparators {
                let names = cells(line, separator)
                let columns = columns(names)
                guard names.count > 1, let place = columns[.url] else { continue }
                guard next.map({ isRow(cells($0, separator), below: names, place) }) ?? true else { continue }
                return .table(separator: separator, columns: columns)
            }
        }
        return nil
    }

    /// Whether its server or its own name calls it CSV.
    private static func isCSV(_ document: CatalogDocument) -> Bool {
        let named = URLReference.fileExtension(document.url.absoluteString)
            .flatMap(MediaType.forFileExtension)
        return [document.mediaType, named].contains { $0?.essence == "text/csv" }
    }

    /// A table whose first row is one of the others: an address, with a title behind it.
    ///
    /// A comma may belong to an address; what has a blank behind one does not.
    private static func namelessTable(_ lines: AnyIterator<String>) -> ListShape? {
        let rows = Array(lines.prefix(10))
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";")] {
            let cells = rows.map { Self.cells($0, separator) }
            guard let count = cells.first?.count, count > 1,
                cells.allSatisfy({ $0.count == count && isAlone($0[0]) }),
                cells.contains(where: { $0.dropFirst().contains { $0.trimmed.contains(" ") } })
            else { continue }
            return .table(separator: separator, columns: [.url: 0, .title: 1])
        }
        return nil
    }

    private static func isAlone(_ cell: String) -> Bool {
        let text = cell.addressText
        return ListReader.isAddress(text[...]) && !text.contains(where: \.isWhitespace)
    }

    /// Whether a row below some names has one word as its address, and is not a line of a text list.
    private static func isRow(_ row: [String], below names: [String], _ place: Int) -> Bool {
        guard place < row.count, columns(row)[.url] == nil else { return false }
        let address = row[place].addressText
        guard !address.isEmpty, !address.contains(where: \.isWhitespace) else { return false }
        guard place > 0 else { return row.count == names.count }
        return !ListReader.isAddress(row[0].addressText[...])
    }

    private static func cells(_ line: String, _ separator: UInt8) -> [String] {
        var reader = TableReader(line.utf8, separator: separator)
        return reader.next(most: 200) ?? []
    }
}

extension DecodedText {
    /// The beginning of a list, which tells its encoding unless it is ASCII alone.
    init(beginningOf document: CatalogDocument, upTo length: Int) {
        self.init(
            of: document.data.prefix(length), declared: document.mediaType?.charset,
            isCut: document.content != nil || document.data.count > length)
    }
}

/// One row of `fetch.txt`.
struct BagItRow {
    var url: Substring
    /// The length in bytes; `nil` if it is not given.
    var length: Int64?
    /// The path, with its escaped line ends decoded.
    var path: String

    /// Reads a row; `nil` for one that has not all three fields.
    init?(_ line: String) {
        let words = line.split(maxSplits: 2, whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 3, words[1] == "-" || Int64(words[1]).map({ $0 >= 0 }) == true else {
            return nil
        }
        url = words[0]
        length = Int64(words[1])
        path = String(words[2]).replacing("%0D", with: "\r").replacing("%0d", with: "\r")
            .replacing("%0A", with: "\n").replacing("%0a", with: "\n").replacing("%25", with: "%")
    }
}
