/// What holds for runs of text of a document of Word, by where they are in the file.
struct WordRuns<Value> {
    private let runs: [(text: Range<Int>, value: Value)]

    init(_ runs: [(text: Range<Int>, value: Value)]) {
        self.runs = runs.sorted { $0.text.lowerBound < $1.text.lowerBound }
    }

    /// What holds at a place of the file.
    subscript(place: Int) -> Value? {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].text.upperBound <= place { low = middle + 1 } else { high = middle }
        }
        return runs.indices.contains(low) && runs[low].text.contains(place) ? runs[low].value : nil
    }
}

/// The pages of a document of Word that hold the formats of its text.
struct WordFormatPages {
    let stream: LegacyBytes
    let table: LegacyBytes

    private static let pageSize = 512
    private static let maxRuns = 1 << 18

    /// Reads the runs of text that have formats.
    ///
    /// - Parameters:
    ///   - list: where the head of the document says where their pages are listed.
    ///   - width: the size of what a page says of each run.
    ///   - value: what formats at a place mean; `nil` if they mean nothing here.
    /// - Returns: the runs with what their formats mean.
    func runs<Value>(listedAt list: Int, width: Int, _ value: (Int) -> Value?) -> WordRuns<Value> {
        guard let place = stream.long(list), let length = stream.long(list + 4), length >= 12 else {
            return WordRuns([])
        }
        var found: [(text: Range<Int>, value: Value)] = []
        var left = Self.maxRuns
        let count = min((length - 4) / 8, table.count / 8)
        for index in 0..<count where left > 0 {
            guard let number = table.long(place + 4 * (count + 1) + 4 * index) else { break }
            let page = (number & 0x3F_FFFF) * Self.pageSize
            let runs = stream.byte(page + Self.pageSize - 1) ?? 0
            for run in 0..<runs {
                left -= 1
                guard let first = stream.long(page + 4 * run), let end = stream.long(page + 4 * run + 4),
                    end > first, let offset = stream.byte(page + 4 * (runs + 1) + width * run)
                else { break }
                if offset > 0, let value = value(page + 2 * offset) { found.append((first..<end, value)) }
            }
        }
        return WordRuns(found)
    }

    /// Tells of each format in a row of bytes its code, and where its operand is.
    func forEachFormat(from start: Int, length: Int, _ body: (_ code: Int, _ operand: Int) -> Void) {
        var next = start
        while next + 2 <= start + length, let code = stream.short(next) {
            body(code, next + 2)
            next += 2 + size(ofOperand: code, next + 2)
        }
    }

    /// The length of what follows a code, which the code says.
    private func size(ofOperand code: Int, _ place: Int) -> Int {
        switch code >> 13 {
        case 0, 1: 1
        case 2, 4, 5: 2
        case 3: 4
        case 7: 3
        default:
            code == 0xD608 || code == 0xD606 ? (stream.short(place) ?? 0) + 1 : (stream.byte(place) ?? 0) + 1
        }
    }

    /// The text that is hidden, or was deleted while changes were noted.
    var hiddenText: WordRuns<Bool> {
        runs(listedAt: 0xFA, width: 1) { place in
            var isHidden = false
            forEachFormat(from: place + 1, length: stream.byte(place) ?? 0) { code, operand in
                // The highest bit asks for the contrary of what the style says.
                guard code == 0x0800 || code == 0x083C, let value = stream.byte(operand) else { return }
                isHidden = isHidden || value == 1 || value == 0x81
            }
            return isHidden ? true : nil
        }
    }
}
