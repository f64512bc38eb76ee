/// The character between the cells of a table.
public enum TableSeparator {
    // Of two that fit equally well the first is meant.
    private static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
    private static let sample = 64 << 10
    private static let rows = 100

    /// Finds the separator of a table: the one that Excel names in a line above it, `sep=;`, else the one that makes rows of
    /// equally many cells.
    ///
    /// - Parameters:
    ///   - text: the text; LF alone ends a line.
    ///   - expected: what its media type says.
    /// - Returns: the separator, the table without such a line, and whether there was one.
    public static func find<Text: Collection<UInt8>>(
        in text: Text, expected: UInt8? = nil
    ) -> (separator: UInt8, table: Text.SubSequence, isDeclared: Bool) {
        let line = Array(text.prefix(6))
        guard line.count == 6, line[5] == 0x0A, line[4] == 0x09 || (0x20...0x7E).contains(line[4]),
            String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
        else { return (fitting(text, expected: expected), text[...], false) }
        return (line[4], text.dropFirst(6), true)
    }

    private static func fitting(_ text: some Collection<UInt8>, expected: UInt8?) -> UInt8 {
        let beginning = Array(text.prefix(sample))
        var best: (separator: UInt8, score: Double) = (expected ?? candidates[0], 0)
        for candidate in candidates {
            var score = score(beginning, candidate)
            if candidate == expected { score *= 1.5 }
            if score > best.score { best = (candidate, score) }
        }
        let isColumn =
            best.separator == 0x2C && isColumnOfNumbers(beginning)
            || isColumnOfText(beginning, best.separator)
        // One that is nowhere separates nothing.
        let others = [expected].compactMap(\.self) + candidates
        return isColumn ? others.first { !beginning.contains($0) } ?? best.separator : best.separator
    }

    /// Whether it is one column of sentences with differing numbers of the mark, under a heading without it.
    private static func isColumnOfText(_ text: [UInt8], _ mark: UInt8) -> Bool {
        let lines = text.split(separator: 0x0A)
        guard lines.first?.contains(mark) == false, isOfText(text, mark) else { return false }
        // A quote right behind it begins a cell; sentences have a blank between.
        guard !zip(text, text.dropFirst()).contains(where: { $0 == mark && $1 == 0x22 }) else { return false }
        // The last one may be cut, and the first ones may be titles above a table.
        let below = lines.dropLast(text.count < sample ? 0 : 1).drop { !$0.contains(mark) }
        let counts = below.prefix(rows).map { line in
            var reader = TableReader(line, separator: mark)
            return reader.skip()
        }
        return Set(counts).count > 1
    }

    /// Whether it is one column of numbers with decimal commas, under a heading without one.
    private static func isColumnOfNumbers(_ text: [UInt8]) -> Bool {
        let lines = text.split(separator: 0x0A)
        let digits: ClosedRange<UInt8> = 0x30...0x39
        guard let heading = lines.first, !heading.contains(0x2C), text.contains(0x2C) else { return false }
        // The last one may be cut.
        return lines.dropFirst().dropLast(text.count < sample ? 0 : 1).allSatisfy { line in
            let halves = line.split(separator: 0x2C, omittingEmptySubsequences: false)
            guard halves.count > 1 else { return true }
            guard halves.count == 2, let before = halves[0].last, let behind = halves[1].first else {
                return false
            }
            return digits.contains(before) && digits.contains(behind)
        }
    }

    /// The part of the rows that have as many cells as most; more cells count a little more.
    ///
    /// Those between marks of sentences and numbers count half: there is one comma of numbers more than semicolons between.
    private static func score(_ beginning: [UInt8], _ candidate: UInt8) -> Double {
        var reader = TableReader(beginning, separator: candidate)
        var counts: [Int: Int] = [:]
        var total = 0
        while total < rows, let row = reader.skip() {
            counts[row, default: 0] += 1
            total += 1
        }
        guard let most = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        else { return 0 }
        let cells = Double(min(most.key, 20)) / (isOfText(beginning, candidate) ? 200 : 100)
        return Double(most.value) / Double(total) + cells
    }

    /// Whether most commas or semicolons are those of sentences or numbers: before a blank, or between two digits.
    private static func isOfText(_ text: [UInt8], _ mark: UInt8) -> Bool {
        guard mark == 0x2C || mark == 0x3B else { return false }
        let digits: ClosedRange<UInt8> = 0x30...0x39
        var (all, found) = (0, 0)
        for index in text.indices where text[index] == mark {
            all += 1
            guard index > 0, index + 1 < text.count else { continue }
            let isDecimal =
                mark == 0x2C && digits.contains(text[index - 1]) && digits.contains(text[index + 1])
            if isDecimal || text[index + 1] == 0x20 { found += 1 }
        }
        return found * 2 > all
    }
}
