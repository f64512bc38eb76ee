import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTables
import CarrelText
import Foundation

/// Reads a list line by line, and makes an item of each address.
struct ListReader {
    /// The longest line that is read, in bytes.
    static let maxLine = 16 << 10
    private static let maxMirrors = 100

    private(set) var items: [Item] = []
    /// The items by the collection that their rows name, in the order in which those are seen first; empty if none does.
    private(set) var groups: [(String, [Item])] = []
    var problems = ProblemList()

    private let document: CatalogDocument
    private let shape: ListShape
    private let budget: CatalogBudget
    private var places: [String: Int] = [:]
    /// The address at the very end, if no line break follows it.
    private(set) var openEnd: String?
    /// The number of bytes that could not be decoded.
    private(set) var undecodable = 0
    /// The number of the last line.
    private var number = 0
    /// Whether the options that follow belong to the last item, and not to an address that was skipped.
    private var takesOptions = false

    init(_ document: CatalogDocument, _ shape: ListShape, _ budget: CatalogBudget) {
        (self.document, self.shape, self.budget) = (document, shape, budget)
    }

    /// Whether a word is an address on the web.
    static func isAddress(_ word: Substring) -> Bool {
        let scheme = word.prefix(8).prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme) && word.dropFirst(scheme.count).hasPrefix("://")
    }

    /// Reads lines: all of them, or those that come next.
    mutating func read(_ lines: DecodedText) {
        let text = lines.utf8
        undecodable += lines.decoding.undecodable
        switch shape {
        case .text: readLines(text) { $0.readAddress($1, at: $2) }
        case .bagIt: readLines(text) { $0.readRow($1, at: $2) }
        case .table(let separator, let columns): readTable(text, separator, columns)
        }
    }

    /// Takes out the items so far, but for the last one if something may still be said of it.
    mutating func takeItems(all: Bool) -> [Item] {
        let last = all ? nil : items.popLast()
        defer { items = [last].compactMap(\.self) }
        return items
    }

    private mutating func readLines(_ text: Data, _ take: (inout Self, String, Int) -> Void) {
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            rest = rest.dropFirst(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
            number += 1
            guard budget.goesOn() else { return }
            guard !Self.isComment(line) else { continue }
            guard line.count <= Self.maxLine else {
                problems.add(
                    "line \(number)", "longer than \(ByteCount(Int64(Self.maxLine))); skipped", gap: .lasting)
                if let first = line.first, ![0x20, 0x09].contains(first) { takesOptions = false }
                continue
            }
            let written = String(decoding: line, as: UTF8.self)
            let meant = written.addressText
            guard !meant.isEmpty, meant.first != "#" else { continue }
            take(&self, written.hasPrefix(" ") || written.hasPrefix("\t") ? " \(meant)" : meant, number)
            if end == text.endIndex, let url = items.last?.url, url == written { openEnd = url }
        }
    }

    /// Whether a line says nothing, however long it is.
    private static func isComment(_ line: Data) -> Bool {
        line.first { ![0x20, 0x09].contains($0) } == UInt8(ascii: "#")
    }

    // MARK: Text

    /// An address, or an option of the one before as aria2 has them: `  out=NAME`, `  checksum=sha-256=DIGEST`.
    ///
    /// Options of an address that is skipped are skipped with it.
    private mutating func readAddress(_ line: String, at number: Int) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return }
        if line.hasPrefix(" "), !Self.isAddress(first) { return readOption(line.trimmed, at: number) }
        takesOptions = false
        guard Self.isAddress(first) else {
            problems.add("line \(number)", "“\(line.titleText)” is no address; skipped", gap: .lasting)
            return
        }
        // aria2 puts mirrors behind the address, others put a title there.
        let others = words.dropFirst()
        guard others.first.map(Self.isAddress) == true else {
            return take(String(first), title: others.joined(separator: " "), at: number) { _ in }
        }
        let mirrors = others.filter(Self.isAddress).prefix(Self.maxMirrors)
            .compactMap { budget.fetchable(String($0).addressText) }
        take(String(first), title: "", at: number) { $0.mirrors = mirrors }
    }

    private mutating func readOption(_ text: String, at number: Int) {
        guard takesOptions, let index = items.indices.last, let sign = text.firstIndex(of: "=") else {
            return
        }
        let value = String(text[text.index(after: sign)...])
        switch text[..<sign].lowercased() {
        case "out": items[index].give(path: value)
        case "checksum":
            let written = value.trimmed
            guard let digest = ExpectedDigest(text: written, origin: .catalog) else {
                let reason = "expected checksum=sha-256= and 64 hexadecimal digits, or its like; not used"
                return problems.add("line \(number)", "“\(written.titleText)”: \(reason)")
            }
            items[index].digest = ListDigests.stronger(items[index].digest, digest)
        default: break
        }
    }

    // MARK: BagIt

    private mutating func readRow(_ line: String, at number: Int) {
        guard let row = BagItRow(line.trimmed) else {
            problems.add(
                "line \(number)", "“\(line.titleText)”, expected an address, a length and a path; skipped",
                gap: .lasting)
            return
        }
        guard Self.isInBag(row.path) else {
            problems.add(
                "line \(number)", "the path “\(row.path.titleText)” leads out of the bag's data; skipped",
                gap: .lasting)
            return
        }
        take(String(row.url), title: row.path, at: number) { item in
            item.size = row.length
            item.give(path: row.path)
        }
    }

    /// RFC 8493 section 2.2.3: only what belongs below `data/` is fetched.
    private static func isInBag(_ path: String) -> Bool {
        let parts = DocumentName.components(of: path)
        return parts.count > 1 && parts[0] == "data"
            && parts.allSatisfy { !["", ".", ".."].contains($0) } && !path.contains("\0")
    }

    // MARK: Tables

    private mutating func readTable(_ text: Data, _ separator: UInt8, _ columns: [ListShape.Column: Int]) {
        var reader = TableReader(TableLines.endedByLineFeed(text), separator: separator)
        var number = 0
        var header: [String]?
        while budget.goesOn(), let cells = reader.next(most: 200) {
            number += 1
            // Above the names of the columns may be comments, and the separator: `sep=;`.
            if items.isEmpty, ListShape.columns(cells)[.url] == columns[.url] {
                header = cells
                continue
            }
            // Without names the first row is one of the others.
            if header == nil, columns[.url] == 0, Self.isAddress(cells[0].addressText[...]) { header = cells }
            guard let names = header, !cells.allSatisfy(\.trimmed.isEmpty) else { continue }
            if let reason = reader.cut(cells, under: names) {
                problems.add("row \(number)", reason, gap: .passing)
            } else {
                let count = items.count
                let isExport = ExportedTable.begins(with: names)
                let texts = isExport ? cells.map(ExportedTable.unmarked) : cells
                readCells(texts, columns, at: number, mayLackAddress: isExport)
                let isOpen = reader.endsOpen && columns[.url] == cells.count - 1
                if isOpen, items.count > count { openEnd = items.last?.url }
            }
        }
    }

    private mutating func readCells(
        _ cells: [String], _ columns: [ListShape.Column: Int], at number: Int, mayLackAddress: Bool
    ) {
        func cell(_ column: ListShape.Column) -> String? {
            guard let index = columns[column], index < cells.count else { return nil }
            return cells[index].prefix(utf8: Self.maxLine).text.trimmed.nonEmpty
        }
        let group = cell(.collection)?.titleText
        guard let address = cell(.url) else {
            // An export lists what is not available yet, too.
            if mayLackAddress, let title = cell(.title)?.titleText.nonEmpty {
                return keep(Item(title: title, url: nil), in: group)
            }
            problems.add("row \(number)", "no address; skipped", gap: .lasting)
            return
        }
        let size = cell(.size).flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        if let text = cell(.size), size == nil {
            problems.add(
                "row \(number)", "“\(text.titleText)”, expected a number of bytes as the size; not used")
        }
        let digest = ListDigests.strongest([(.sha512, cell(.sha512)), (.sha256, cell(.sha256))]) {
            problems.add("row \(number)", $0)
        }
        take(address, title: cell(.title) ?? "", id: cell(.id), at: number, in: group) { item in
            (item.size, item.digest) = (size, digest)
            if let text = cell(.description) { item.details.append(Detail("Description", text.readable)) }
            if let text = cell(.modified) {
                item.details.append(Detail("Last modified", text.titleText, key: .lastModified))
            }
            if let path = cell(.path) { item.give(path: path) }
        }
    }

    // MARK: Items

    private mutating func take(
        _ address: String, title: String, id: String? = nil, at number: Int, in group: String? = nil,
        _ complete: (inout Item) -> Void
    ) {
        // A fragment alone would be the list itself.
        guard !address.hasPrefix("#"), let url = budget.resolve(address.addressText), budget.isFetchable(url)
        else {
            let line = if case .table = shape { "row" } else { "line" }
            problems.add(
                "\(line) \(number)", "“\(address.titleText)” is no address on the web; skipped", gap: .lasting
            )
            return
        }
        var item = Item(
            id: id?.prefix(utf8: 2048).text.singleLine.nonEmpty,
            title: title.titleText.nonEmpty ?? URLReference.title(of: url), url: url)
        complete(&item)
        keep(item, in: group)
    }

    private mutating func keep(_ item: Item, in group: String?) {
        guard budget.takeItem() else { return }
        items.append(item)
        takesOptions = true
        guard let group, !group.isEmpty else {
            if !groups.isEmpty { add(item, to: "other") }
            return
        }
        // Rows before the first that names a collection have none.
        if groups.isEmpty { for item in items.dropLast() { add(item, to: "other") } }
        add(item, to: group)
    }

    private mutating func add(_ item: Item, to group: String) {
        if let place = places[group] {
            groups[place].1.append(item)
        } else {
            places[group] = groups.count
            groups.append((group, [item]))
        }
    }
}

extension Item {
    /// Notes the path that the list gives the document.
    fileprivate mutating func give(path: String) {
        let text = path.prefix(utf8: DocumentName.maxPathLength).text.singleLine
        guard !text.isEmpty, self.path == nil else { return }
        details.append(Detail("Path", text, key: .path))
    }
}
