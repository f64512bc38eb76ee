import Foundation

/// Bytes of an old document, read as numbers; what is beyond their end is nothing.
struct LegacyBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// A byte; `nil` beyond the end.
    func byte(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

    /// Two bytes, the lower first.
    func short(_ place: Int) -> Int? {
        guard let low = byte(place), let high = byte(place + 1) else { return nil }
        return low | high << 8
    }

    /// Four bytes, the lowest first.
    func long(_ place: Int) -> Int? {
        guard let low = short(place), let high = short(place + 2) else { return nil }
        return low | high << 16
    }

    /// A part, as far as it is there.
    func part(_ place: Int, _ length: Int) -> ArraySlice<UInt8> {
        guard place >= 0, length > 0, place < count else { return [] }
        return bytes[place..<min(count, place + min(length, count))]
    }
}

/// A container of streams (OLE, MS-CFB), as documents of Office 97 to 2003 are.
struct CompoundFile {
    private let file: LegacyBytes
    private let sectorSize: Int
    private let smallSize: Int
    private let smallLimit: Int
    private var table: [Int] = []
    private var smallTable: [Int] = []
    private var smallStream = LegacyBytes([])
    private var streams: [String: (start: Int, size: Int)] = [:]

    // Above it are marks: the end of a chain, free sectors, those of the tables.
    private static let lastSector = 0xFFFF_FFFA - 1
    private static let maxEntries = 10_000

    /// Reads the tables of a container; `nil` if it is damaged.
    init?(_ data: Data) {
        file = LegacyBytes([UInt8](data))
        guard let shift = file.short(0x1E), let smallShift = file.short(0x20), (7...12).contains(shift),
            (2...shift).contains(smallShift), let folder = file.long(0x30), let limit = file.long(0x38),
            let smallStart = file.long(0x3C)
        else { return nil }
        (sectorSize, smallSize, smallLimit) = (1 << shift, 1 << smallShift, limit)
        readTable()
        // Neither is longer, whatever its chain says: as many entries as the file has room for, and as are read.
        smallTable = Self.numbers(chain(from: smallStart, size: file.count / smallSize * 4))
        readFolder(chain(from: folder, size: Self.maxEntries * 128))
    }

    /// A stream's content, as far as it is there.
    func stream(_ name: String) -> LegacyBytes? {
        guard let (start, size) = streams[name] else { return nil }
        let bytes =
            size < smallLimit
            ? Self.chain(from: start, size: size, smallTable, smallStream, before: 0, smallSize)
            : chain(from: start, size: size)
        return LegacyBytes(Array(bytes.prefix(size)))
    }

    private mutating func readTable() {
        var sectors = (0..<109).compactMap { file.long(0x4C + 4 * $0) }
        // Large files list further sectors of the table in sectors that are chained by their last number.
        var next = file.long(0x44) ?? Int.max
        var seen: Set<Int> = []
        while next <= Self.lastSector, seen.count < 4096, seen.insert(next).inserted {
            let place = (next + 1) * sectorSize
            sectors += (0..<(sectorSize / 4 - 1)).compactMap { file.long(place + 4 * $0) }
            next = file.long(place + sectorSize - 4) ?? Int.max
        }
        // No table has more entries than the file has sectors, but for the rest of its own last one.
        let most = file.count / sectorSize + sectorSize / 4
        for sector in sectors where sector <= Self.lastSector && table.count < most {
            table += Self.numbers(Array(file.part((sector + 1) * sectorSize, sectorSize)))
        }
    }

    /// The names of its own streams, without those of documents that are embedded.
    var names: Set<String> { Set(streams.keys) }

    /// A stream, a storage of streams, or the root of all.
    private struct Entry {
        let name: String
        let isStream: Bool
        let isRoot: Bool
        let start: Int
        let size: Int
        /// The entries beside it in the tree of its storage.
        let siblings: [Int]
        /// The first of its own entries, for a storage.
        let child: Int

        init?(_ folder: LegacyBytes, at place: Int) {
            guard let length = folder.short(place + 64), (2...64).contains(length),
                let kind = folder.byte(place + 66), let left = folder.long(place + 68),
                let right = folder.long(place + 72), let child = folder.long(place + 76),
                let start = folder.long(place + 116), let size = folder.long(place + 120)
            else { return nil }
            let units = (0..<(length / 2 - 1)).compactMap { folder.short(place + 2 * $0).map { UInt16($0) } }
            name = String(decoding: units, as: UTF16.self)
            (isStream, isRoot, self.start, self.size) = (kind == 2, kind == 5, start, size)
            (siblings, self.child) = ([left, right], child)
        }
    }

    private mutating func readFolder(_ bytes: [UInt8]) {
        let folder = LegacyBytes(bytes)
        let entries = (0..<min(Self.maxEntries, bytes.count / 128)).map { Entry(folder, at: 128 * $0) }
        var own: [Entry] = []
        if let root = entries.first(where: { $0?.isRoot == true }) ?? nil {
            smallStream = LegacyBytes(chain(from: root.start, size: root.size))
            own = Self.tree(from: root.child, in: entries)
        }
        // All of them where there is no tree.
        for entry in own.isEmpty ? entries.compactMap(\.self) : own
        where entry.isStream && streams[entry.name] == nil {
            streams[entry.name] = (entry.start, entry.size)
        }
    }

    /// The entries of one storage.
    private static func tree(from top: Int, in entries: [Entry?]) -> [Entry] {
        var found: [Entry] = []
        var (left, seen): ([Int], Set<Int>) = ([top], [0])
        while let index = left.popLast() {
            guard entries.indices.contains(index), seen.insert(index).inserted, let entry = entries[index]
            else { continue }
            found.append(entry)
            left += entry.siblings
        }
        return found
    }

    private func chain(from start: Int, size: Int) -> [UInt8] {
        Self.chain(from: start, size: size, table, file, before: 1, sectorSize)
    }

    private static func chain(
        from start: Int, size: Int, _ table: [Int], _ file: LegacyBytes, before head: Int, _ sectorSize: Int
    ) -> [UInt8] {
        var result: [UInt8] = []
        var sector = start
        // No chain is longer than the file, unless it goes round.
        var left = file.count / sectorSize + 1
        while sector <= lastSector, left > 0, result.count < size {
            result += file.part((sector + head) * sectorSize, sectorSize)
            sector = table.indices.contains(sector) ? table[sector] : Int.max
            left -= 1
        }
        return result
    }

    private static func numbers(_ bytes: [UInt8]) -> [Int] {
        let list = LegacyBytes(bytes)
        return (0..<(bytes.count / 4)).compactMap { list.long(4 * $0) }
    }
}
