import CarrelBasics
import CarrelModel

/// One entry of a listing, as the page writes it.
struct ListingRow {
    /// The reference, not yet resolved.
    var reference: String
    /// What stands behind the link in its row: date, size, description.
    var text = ""
    /// The size in bytes, if the page says it exactly.
    var size: Int64?
    /// When it was changed, in ISO 8601, if the page says it so.
    var date: String?

    /// What the row says of the entry.
    ///
    /// A size is shown only, because most listings round theirs.
    var details: [Detail] {
        let words = text.utf8.split { $0 <= 0x20 }.prefix(Self.maxWords).map { String(Substring($0)) }
        var details: [Detail] = []
        let dated = words.indices.dropLast().lazy.compactMap { index in
            Self.date(words[index], words[index + 1]).map { (index, $0) }
        }.first
        if let date = date ?? dated?.1 { details.append(Detail("Modified", date.titleText)) }
        if let size {
            details.append(Detail("Size", "\(ByteCount(size))", key: .size))
        } else if let size = Self.size(words, after: dated.map { $0.0 + 2 } ?? 0) {
            details.append(Detail("Size", size, key: .size))
        }
        return details
    }

    private static let maxWords = 24
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// A day and a time, as `04-May-2017 21:37`, `2017-05-04 21:37` or `2017-May-04 21:37:12`, in ISO 8601.
    private static func date(_ day: String, _ time: String) -> String? {
        let parts = day.split(separator: "-").map(String.init)
        let clock = time.split(separator: ":")
        guard parts.count == 3, (2...3).contains(clock.count),
            clock.allSatisfy({ $0.utf8.count == 2 && Int($0) != nil })
        else { return nil }
        let isYearFirst = parts[0].utf8.count == 4
        let (year, date) = isYearFirst ? (parts[0], parts[2]) : (parts[2], parts[0])
        let month = (months.firstIndex(of: parts[1].lowercased()).map { $0 + 1 }) ?? Int(parts[1])
        guard year.utf8.count == 4, let year = Int(year), let month, (1...12).contains(month),
            let date = Int(date), (1...31).contains(date)
        else { return nil }
        return "\(year)-\(month.twoDigits)-\(date.twoDigits) \(time)"
    }

    /// The first size among the words behind the date: `118`, `2.3K`, `1.5 MiB`.
    private static func size(_ words: [String], after start: Int) -> String? {
        for index in words.indices where index >= start {
            let word = words[index]
            let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard digits.first?.isNumber == true, Double(digits) != nil else { continue }
            let unit = word.dropFirst(digits.count)
            if isUnit(unit) { return word }
            guard unit.isEmpty else { continue }
            if words.indices.contains(index + 1), isUnit(words[index + 1][...]) {
                return "\(word) \(words[index + 1])"
            }
            return Int64(digits).map { "\(ByteCount($0))" }
        }
        return nil
    }

    private static func isUnit(_ text: Substring) -> Bool {
        ["b", "k", "m", "g", "t", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "bytes"]
            .contains(text.lowercased())
    }
}
