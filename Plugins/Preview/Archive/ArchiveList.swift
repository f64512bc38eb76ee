import CarrelBasics
import CarrelText
import Foundation

/// What an archive holds, read off the lines of `bsdtar -tv`.
struct ArchiveList {
    /// One file, folder or link.
    struct Entry {
        /// Its path, as the archive writes it.
        var name: String
        /// What the path leads to, for a link.
        var target: String?
        /// Its size in bytes; `nil` for what has none, such as folders.
        var size: Int64?
        /// When it was changed, by the clock of this machine: `2026-11-22 19:24`, or the day alone.
        var date: String
        var isFolder: Bool

        /// Whether its name leads out of the folder in which the archive would be unpacked.
        fileprivate var leadsOut: Bool {
            let (bytes, slashes) = (name.utf8, "/\\".utf8)
            return bytes.first == slashes.first
                || bytes.split { slashes.contains($0) }.contains { $0.elementsEqual("..".utf8) }
        }
    }

    /// What all entries come to, with those beyond the limit.
    struct Totals {
        private(set) var files = 0
        private(set) var folders = 0
        /// The sizes of the files, in bytes.
        private(set) var size: Int64 = 0
        /// How many names lead out of the folder in which the archive would be unpacked.
        private(set) var leadingOut = 0

        fileprivate mutating func add(_ entry: Entry) {
            if entry.isFolder { folders += 1 } else { files += 1 }
            if entry.leadsOut { leadingOut += 1 }
            let (sum, isTooLarge) = size.addingReportingOverflow(entry.size ?? 0)
            size = isTooLarge ? .max : sum
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var totals = Totals()
    /// Whether there are more than were wanted.
    var isCut: Bool { totals.files + totals.folders > entries.count }
    private let maxEntries: Int
    private let dates: ListDate
    private let encoding: TextEncoding?

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - maxEntries: how long it may become.
    ///   - now: today, for dates that leave out the year.
    ///   - encoding: that of names that are not UTF-8, if it is known.
    init(maxEntries: Int, now: Date, encoding: TextEncoding?) {
        (self.maxEntries, dates, self.encoding) = (maxEntries, ListDate(now: now), encoding)
    }

    /// Adds a line; what is not one of an entry is left out, and an entry beyond the limit is only counted.
    mutating func add(_ line: [UInt8]) {
        guard let entry = entry(line) else { return }
        totals.add(entry)
        if entries.count < maxEntries { entries.append(entry) }
    }

    /// `-rw-r--r--  0 user group  5000 Mar  4  2019 name`; names of users may have spaces.
    private func entry(_ line: [UInt8]) -> Entry? {
        let fields = line.split(separator: 0x20, maxSplits: 40)
        guard fields.count >= 9, let kind = fields[0].first else { return nil }
        for index in 5..<min(fields.count - 2, 20) {
            guard let date = dates.text(fields[index], fields[index + 1], fields[index + 2]) else { continue }
            let size = Int64(String(decoding: fields[index - 1], as: UTF8.self))
            let rest = line[min(fields[index + 2].endIndex + 1, line.endIndex)...]
            return entry(kind, size, date, name(rest))
        }
        return nil
    }

    private func entry(_ kind: UInt8, _ size: Int64?, _ date: String, _ name: String) -> Entry {
        let isFolder = kind == UInt8(ascii: "d")
        let isFile = kind == UInt8(ascii: "-") || kind == UInt8(ascii: "h")
        var entry = Entry(
            name: name, size: isFile ? size.map { max(0, $0) } : nil, date: date, isFolder: isFolder)
        for arrow in [" -> ", " link to "] {
            guard kind == UInt8(ascii: arrow == " -> " ? "l" : "h"), let range = name.range(of: arrow) else {
                continue
            }
            (entry.name, entry.target) = (
                String(name[..<range.lowerBound]), String(name[range.upperBound...])
            )
        }
        return entry
    }

    /// A name: UTF-8 wherever it is that, as most programs write it without saying so.
    private func name(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = Self.plain(bytes)
        if let name = String(validating: plain, as: UTF8.self) { return name }
        return encoding?.decode(Data(plain)).text ?? String(decoding: plain, as: UTF8.self)
    }

    /// The bytes of a name without the backslashes with which bsdtar writes those that are not seen.
    static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
        let letters: [UInt8: UInt8] = [
            UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
            UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "\\"): 0x5C,
        ]
        var plain: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                plain.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                plain.append(value)
                rest = rest.dropFirst(3)
            } else if let value = letters[next] {
                plain.append(value)
                rest = rest.dropFirst()
            } else {
                plain.append(byte)
            }
        }
        return plain
    }
}

/// Reads the dates of lists: the year stands in the place of the time where it is not this half-year.
struct ListDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private let year: Int
    private let today: Int

    init(now: Date) {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: now)
        (year, today) = (parts.year ?? 1970, Self.dayOfYear(parts.month ?? 1, parts.day ?? 1))
    }

    /// `2019-03-04`, or with the time; `nil` if the fields are not a date.
    func text(_ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>, _ last: ArraySlice<UInt8>) -> String? {
        guard month.count == 3, day.count <= 2,
            let index = Self.months.firstIndex(of: String(decoding: month, as: UTF8.self)),
            let day = Int(String(decoding: day, as: UTF8.self)), (1...31).contains(day)
        else { return nil }
        let text = String(decoding: last, as: UTF8.self)
        let isTime = text.contains(":")
        guard isTime || Int(text) != nil else { return nil }
        let year = isTime ? String(nearestYear(to: Self.dayOfYear(index + 1, day))) : text
        let date = [index + 1, day].map(\.twoDigits).joined(separator: "-")
        return "\(year)-\(date)" + (isTime ? " \(text)" : "")
    }

    /// The year in which a day is nearest to today.
    private func nearestYear(to day: Int) -> Int {
        day - today > 183 ? year - 1 : today - day > 183 ? year + 1 : year
    }

    /// Which day of the year it is, or the one beside it.
    private static func dayOfYear(_ month: Int, _ day: Int) -> Int { Int(30.44 * Double(month - 1)) + day }
}
