import Foundation

/// What an OLE container holds, by the names in its directory ([MS-CFB]).
struct CompoundFile {
    private let window: ContentWindow
    private let sectorSize: Int

    /// What stands for no entry.
    private static let none = 0xFFFF_FFFF

    // Four entries of a directory fit into a small sector; documents have some dozen.
    private static let maxSectors = 64

    /// Looks into a document that begins as a container does; `nil` for another one.
    init?(_ window: ContentWindow) {
        guard window.beginning.has([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) else { return nil }
        self.window = window
        let power = window.beginning.littleEndian(at: 30, as: UInt16.self) ?? 9
        sectorSize = power == 12 ? 4096 : 512
    }

    /// The type of the document; `nil` for an unknown one, and for one that is locked by a password.
    var type: String? {
        let names = self.names
        guard !names.contains("EncryptedPackage") else { return nil }
        return Self.types.first { names.contains($0.name) }?.type
    }

    /// An entry of the directory.
    private struct Entry {
        let name: String?
        let isRoot: Bool
        /// The entries beside it in the tree of its storage.
        let siblings: [Int]
        /// The first of its own entries, for a storage.
        let child: Int?
    }

    /// The names of the outermost streams and storages; of all where their tree is damaged, or larger than what is read.
    ///
    /// A document that is embedded in another one has the same names, in a storage of its own.
    private var names: Set<String> {
        let entries = self.entries
        var names: Set<String> = []
        var isWhole = entries.first?.isRoot == true
        var (left, seen): ([Int], Set<Int>) = (entries.first?.child.map { [$0] } ?? [], [0])
        while let index = left.popLast() {
            guard index != Self.none, seen.insert(index).inserted else { continue }
            guard entries.indices.contains(index) else {
                isWhole = false
                continue
            }
            entries[index].name.map { _ = names.insert($0) }
            left += entries[index].siblings
        }
        return isWhole && !names.isEmpty ? names : Set(entries.compactMap(\.name))
    }

    private var entries: [Entry] {
        var entries: [Entry] = []
        var sector = window.beginning.littleEndian(at: 48, as: UInt32.self)
        var seen = 0
        while let current = sector, current < 0xFFFF_FFFA, seen < Self.maxSectors {
            let data = window.bytes(at: (current + 1) * sectorSize, count: sectorSize)
            for start in stride(from: 0, to: data.count - 127, by: 128) {
                let entry = Data(data.dropFirst(start).prefix(128))
                entries.append(
                    Entry(
                        name: Self.name(in: entry), isRoot: entry.dropFirst(66).first == 5,
                        siblings: [68, 72].compactMap { entry.littleEndian(at: $0, as: UInt32.self) },
                        child: entry.littleEndian(at: 76, as: UInt32.self)))
            }
            sector = next(after: current)
            seen += 1
        }
        return entries
    }

    private static func name(in entry: Data) -> String? {
        guard let length = entry.littleEndian(at: 64, as: UInt16.self), (4...64).contains(length) else {
            return nil
        }
        let units = stride(from: 0, to: length - 2, by: 2).compactMap {
            entry.littleEndian(at: $0, as: UInt16.self).map(UInt16.init)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The sector that follows one, from the table that the head leads to.
    private func next(after sector: Int) -> Int? {
        let perTable = sectorSize / 4
        guard sector / perTable < 109,
            let table = window.beginning.littleEndian(at: 76 + sector / perTable * 4, as: UInt32.self)
        else { return nil }
        let place = (table + 1) * sectorSize + sector % perTable * 4
        return window.bytes(at: place, count: 4).littleEndian(at: 0, as: UInt32.self)
    }

    private static let types: [(name: String, type: String)] = [
        ("WordDocument", "application/msword"), ("Workbook", "application/vnd.ms-excel"),
        ("Book", "application/vnd.ms-excel"), ("PowerPoint Document", "application/vnd.ms-powerpoint"),
        ("VisioDocument", "application/vnd.visio"), ("Quill", "application/x-mspublisher"),
        ("__properties_version1.0", "application/vnd.ms-outlook"), ("MatOST", "application/vnd.ms-works"),
    ]
}
