import Foundation

/// Parts of a file, read where they are asked for, up to a total: a damaged file may lead anywhere.
final class FileWindow {
    // Facts about a picture take far less.
    private static let maxTotal = 8 << 20
    private static let maxReads = 4096

    private let handle: FileHandle
    /// The file's size in bytes.
    let size: Int
    private var total = 0
    private var reads = 0
    /// Whether something was not read because too much had been.
    private(set) var isSpent = false

    /// Opens a file; `nil` if it cannot be read.
    init?(_ file: URL) {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        guard let end = try? handle.seekToEnd(), let size = Int(exactly: end) else {
            try? handle.close()
            return nil
        }
        (self.handle, self.size) = (handle, size)
    }

    deinit { try? handle.close() }

    /// A part of the file; `nil` if it is not there as a whole, or too much was read already.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        guard total + count <= Self.maxTotal, reads < Self.maxReads else {
            isSpent = true
            return nil
        }
        (total, reads) = (total + count, reads + 1)
        guard (try? handle.seek(toOffset: UInt64(offset))) != nil,
            let data = try? handle.read(upToCount: count) ?? Data(), data.count == count
        else { return nil }
        return Array(data)
    }
}

extension [UInt8] {
    /// A number of some bytes; 0 where they are not all there.
    func number(at place: Int, count: Int, isLittleEndian: Bool = false) -> Int {
        guard place >= 0, count <= 8, place <= self.count - count else { return 0 }
        let part = self[place..<(place + count)]
        let value = (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return Int(clamping: value)
    }

    /// Whether some bytes are a text.
    func has(_ text: String, at place: Int = 0) -> Bool { dropFirst(place).starts(with: text.utf8) }
}
