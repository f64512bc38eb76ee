import Foundation

/// Reads off the directory at the end of a ZIP archive what bsdtar does not say: whether it is there, and which files are
/// locked by a password.
struct ZipDirectory {
    /// Whether the archive has its end: it is cut without one, and bsdtar then lists what it comes across.
    let isThere: Bool
    /// How many files are locked; `nil` if the directory cannot be read.
    let lockedEntries: Int?

    // A comment of at most 64 KiB may follow the end of the directory, and what other programs added, such as zeros.
    private static let endReach = 1 << 20
    private static let maxDirectory = 16 << 20

    /// Reads it; `nil` if the file cannot be read.
    init?(of file: URL) {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd() else { return nil }
        let tail = Self.bytes(handle, at: size - min(size, UInt64(Self.endReach)), count: Self.endReach)
        let mark: [UInt8] = [0x50, 0x4B, 5, 6]
        guard tail.count >= 22,
            let end = (0...(tail.count - 22)).last(where: { tail[$0..<($0 + 4)].elementsEqual(mark) })
        else {
            (isThere, lockedEntries) = (false, nil)
            return
        }
        let length = Self.number(tail, at: end + 12, count: 4)
        let offset = Self.number(tail, at: end + 16, count: 4)
        isThere = true
        // In archives beyond 4 GiB both stand elsewhere.
        lockedEntries =
            length <= Self.maxDirectory && offset < 0xFFFF_FFFF
            ? Self.lockedEntries(in: Self.bytes(handle, at: UInt64(offset), count: length)) : nil
    }

    private static func lockedEntries(in directory: [UInt8]) -> Int? {
        var place = 0
        var count = 0
        while place + 46 <= directory.count {
            guard directory[place..<(place + 4)].elementsEqual([0x50, 0x4B, 1, 2]) else { return nil }
            count += Int(directory[place + 8] & 1)
            place += 46 + [28, 30, 32].reduce(0) { $0 + number(directory, at: place + $1, count: 2) }
        }
        return count
    }

    private static func bytes(_ handle: FileHandle, at offset: UInt64, count: Int) -> [UInt8] {
        guard (try? handle.seek(toOffset: offset)) != nil, let data = try? handle.read(upToCount: count)
        else {
            return []
        }
        return Array(data)
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
        bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
