import CarrelBasics
import CarrelModel
import CarrelSheets
import CarrelStages
import CarrelText

/// Reads the sheets of a workbook of Excel 5 to 2003 (MS-XLS).
struct WorkbookBinary {
    /// Whether it is locked by a password: then nothing of it can be read.
    private(set) var isLocked = false
    private var records: WorkbookRecords
    /// The encoding of its texts; `nil` since Excel 97, which has them in Unicode.
    private var encoding: TextEncoding?
    private var sheets: [(name: String, isHidden: Bool, place: Int)] = []
    private var shared: [String] = []
    private var styles = WorkbookStyles(codes: [:], styles: [])
    private var is1904 = false

    // More of each are not made for people to read.
    private static let maxSheets = 1024
    private static let maxFormats = 4096
    private static let maxStyles = 1 << 16
    private static let maxSharedTexts = 2_000_000
    private static let maxCells = 1 << 20

    /// Reads what holds for all sheets; `nil` if the container holds no workbook.
    init?(_ container: CompoundFile?) {
        guard let stream = container?.stream("Workbook") ?? container?.stream("Book"),
            stream.short(0) == WorkbookRecord.Kind.begin.rawValue
        else { return nil }
        records = WorkbookRecords(stream)
        encoding = stream.short(4) == 0x0600 ? nil : .windows1252
        var codes: [Int: String] = [:]
        var formats: [Int] = []
        while let record = records.next() {
            let (start, content) = (record.content.lowerBound, record.content)
            switch record.kind {
            case .lock:
                isLocked = true
                return
            case .codePage where encoding != nil:
                encoding = stream.short(start).flatMap { TextEncoding(codePage: $0) } ?? .windows1252
            case .dateMode: is1904 = stream.short(start) == 1
            case .format where codes.count < Self.maxFormats:
                codes[stream.short(start) ?? 0] = text(
                    content.dropFirst(2), lengthSize: encoding == nil ? 2 : 1)
            case .style where formats.count < Self.maxStyles: formats.append(stream.short(start + 2) ?? 0)
            // The sixth byte tells a sheet of cells from a chart.
            case .sheet where stream.byte(start + 5) == 0 && sheets.count < Self.maxSheets:
                let isHidden = (stream.byte(start + 4) ?? 0) & 3 != 0
                sheets.append(
                    (text(content.dropFirst(6), lengthSize: 1), isHidden, stream.long(start) ?? 0))
            case .sharedTexts:
                var texts = WorkbookTexts(stream, content.dropFirst(8), nil)
                while shared.count < Self.maxSharedTexts, let text = texts.next(lengthSize: 2) {
                    shared.append(text)
                }
            default: break
            }
        }
        styles = WorkbookStyles(codes: codes, styles: formats)
    }

    /// Reads the sheets into a text, and says whether something of them was left out.
    mutating func read(
        into text: inout PagesText, maxRows: Int, _ clock: PreviewClock
    ) throws(PreviewError) -> Bool {
        var isCut = false
        for sheet in sheets where text.begin() {
            try clock.check()
            let name = sheet.name.singleLine
            let title = (name.isEmpty ? "Sheet \(text.count)" : name) + (sheet.isHidden ? " (hidden)" : "")
            var grid = CellGrid(
                limits: CellGrid.Limits(rows: maxRows, columns: WorkbookCells.columns), room: text.limit)
            fill(&grid, from: sheet.place, clock)
            text.add([.heading(level: 2, title)] + grid.blocks)
            isCut = isCut || grid.isCut
        }
        try clock.check()
        return isCut
    }

    private mutating func fill(_ grid: inout CellGrid, from place: Int, _ clock: PreviewClock) {
        var sheet = WorkbookCells()
        records.begin(at: place)
        while sheet.cells.count < Self.maxCells, let record = records.next() {
            let before = sheet.cells.count
            sheet.take(record, of: records.stream)
            records.left -= sheet.cells.count - before
        }
        // Some programs write them in another order.
        var cells = sheet.cells.sorted { $0.place < $1.place }[...]
        while let row = cells.first?.row, clock.goesOn {
            guard !grid.isFull else {
                grid.leaveOut(rows: Set(cells.map(\.row)).count)
                break
            }
            let inRow = cells.prefix { $0.row == row }
            grid.add(shown(inRow))
            cells = cells.dropFirst(inRow.count)
        }
        if sheet.cells.count >= Self.maxCells || records.left <= 0 { grid.leaveOut(rows: nil) }
    }

    /// What cells show, each made when it is asked for.
    private func shown(
        _ cells: ArraySlice<WorkbookCells.Cell>
    ) -> some Sequence<(column: Int, text: String)> {
        cells.lazy.map { ($0.column, text(of: $0.value).singleLine) }
    }

    private func text(of value: WorkbookCells.Value) -> String {
        switch value {
        case .number(let number, let style): styles.text(number, style: style, is1904: is1904)
        case .text(let content): text(content, lengthSize: 2)
        case .shared(let index): shared.indices.contains(index) ? shared[index] : ""
        case .truth(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .error(let code): Self.errors[code] ?? "#N/A"
        }
    }

    private func text(_ content: Range<Int>, lengthSize: Int) -> String {
        var texts = WorkbookTexts(records.stream, content, encoding)
        return texts.next(lengthSize: lengthSize) ?? ""
    }

    private static let errors = [
        0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!",
    ]
}
