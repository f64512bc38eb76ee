import Foundation

/// Writes the smallest files that hold others.
enum TinyContainers {
    /// A ZIP file whose entries are stored as they are.
    static func zip(_ entries: [(name: String, content: String)]) -> Data {
        var file = Data()
        var directory = Data()
        for (name, content) in entries {
            let (name, content) = (Data(name.utf8), Data(content.utf8))
            let common =
                number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4) + number(content.count, 4)
                + number(content.count, 4) + number(name.count, 2) + number(0, 2)
            directory += Data([0x50, 0x4B, 1, 2]) + number(20, 2) + number(20, 2) + common
            directory +=
                number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(file.count, 4) + name
            file += Data([0x50, 0x4B, 3, 4]) + number(20, 2) + common + name + content
        }
        let end =
            Data([0x50, 0x4B, 5, 6]) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
            + number(directory.count, 4) + number(file.count, 4) + number(0, 2)
        return file + directory + end
    }

    /// An OLE container with empty streams of these names, its directory behind the table of sectors.
    ///
    /// - Parameters:
    ///   - streams: the names of its own streams.
    ///   - embedded: those of a document within it, in a storage of its own.
    ///   - padding: how many sectors are before the directory.
    /// - Returns: the container.
    static func compound(_ streams: [String], embedding embedded: [String] = [], padding: Int = 0) -> Data {
        let names = ["Root Entry"] + embedded + ["ObjectPool"] + streams
        let storage = embedded.count + 1
        let sectors = (names.count + 3) / 4
        let first = 1 + padding
        var head = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) + Data(count: 16)
        head +=
            number(0x3E, 2) + number(3, 2) + number(0xFFFE, 2) + number(9, 2) + number(6, 2) + Data(count: 10)
        head += number(1, 4) + number(first, 4) + Data(count: 24) + number(0, 4)
        head += Data(repeating: 0xFF, count: 512 - head.count)
        var table = Data()
        for index in 0..<128 {
            let isChained = index >= first && index < first + sectors - 1
            table += number(isChained ? index + 1 : 0xFFFF_FFFE, 4)
        }
        var directory = Data()
        for (index, name) in names.enumerated() {
            let isLast = index == 0 || index == embedded.count || index == names.count - 1
            let child = index == 0 ? storage : index == storage && !embedded.isEmpty ? 1 : 0xFFFF_FFFF
            let units: [UInt8] = name.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
            var entry = Data(units) + Data(count: 64 - units.count)
            entry += number(units.count, 2)
            entry += Data([index == 0 ? 5 : index == storage ? 1 : 2, 1])
            entry += number(0xFFFF_FFFF, 4) + number(isLast ? 0xFFFF_FFFF : index + 1, 4) + number(child, 4)
            entry += Data(count: 128 - entry.count)
            directory += entry
        }
        return head + table + Data(count: 512 * padding) + directory
            + Data(count: sectors * 512 - directory.count)
    }

    private static func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
}
