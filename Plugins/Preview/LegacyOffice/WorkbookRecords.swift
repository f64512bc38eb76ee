/// A record of a workbook of Excel 5 to 2003 (MS-XLS), up to the end of the stream.
struct WorkbookRecord {
    /// Those that are looked at.
    enum Kind: Int {
        case begin = 0x0809
        case end = 0x000A
        /// What does not fit into the record before it.
        case continuation = 0x003C
        case lock = 0x002F
        case codePage = 0x0042
        case dateMode = 0x0022
        case sheet = 0x0085
        case format = 0x041E
        case style = 0x00E0
        case sharedTexts = 0x00FC
        case sharedText = 0x00FD
        case text = 0x0204
        case richText = 0x00D6
        case number = 0x0203
        case shortNumber = 0x027E
        case shortNumbers = 0x00BD
        case truth = 0x0205
        case formula = 0x0006
        case formulaText = 0x0207
    }

    let kind: Kind
    let content: Range<Int>
}

/// Goes through the parts of a workbook: what holds for all sheets, and each sheet.
struct WorkbookRecords {
    let stream: LegacyBytes
    /// How many records and cells may still be read: the sheets of a damaged workbook may lead to the same ones.
    var left = 1 << 22
    private var place = 0
    private var depth = 0

    init(_ stream: LegacyBytes) { self.stream = stream }

    /// Goes to the beginning of a part.
    mutating func begin(at place: Int) { (self.place, depth) = (place, 0) }

    /// The next record of the part, without those of parts within it, such as charts; `nil` at its end.
    mutating func next() -> WorkbookRecord? {
        while left > 0, let number = stream.short(place), let length = stream.short(place + 2) {
            left -= 1
            let kind = WorkbookRecord.Kind(rawValue: number)
            let start = place + 4
            place = start + length
            if kind == .begin { depth += 1 }
            if kind == .end { depth -= 1 }
            guard depth > 0 else { return nil }
            if depth == 1, let kind {
                return WorkbookRecord(kind: kind, content: start..<min(place, stream.count))
            }
        }
        return nil
    }
}
