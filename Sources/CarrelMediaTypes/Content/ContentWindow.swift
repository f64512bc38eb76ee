import Foundation

/// The parts of a document that its type is told by: its beginning, and of a file what is asked for.
struct ContentWindow {
    /// The first bytes.
    let beginning: Data
    /// Whether `beginning` is all there is.
    let isWhole: Bool
    /// Reads some bytes of the document from a place; `nil` if that is impossible.
    private let read: (Int, Int) -> Data?
    /// The size in bytes; that of the beginning if it is all that is known.
    let size: Int

    /// The beginning alone, all there is to see.
    init(_ beginning: Data, isWhole: Bool) {
        self.beginning = beginning
        self.isWhole = isWhole
        size = beginning.count
        read = { _, _ in nil }
    }

    /// A file with more than its beginning, open as long as the window is used.
    init(_ file: FileHandle, beginning: Data) {
        self.beginning = beginning
        isWhole = false
        size = Int((try? file.seekToEnd()) ?? UInt64(beginning.count))
        read = { offset, count in
            guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return nil }
            return try? file.read(upToCount: count)
        }
    }

    /// Some bytes from a place; fewer at the end of the document, none behind it.
    func bytes(at offset: Int, count: Int) -> Data {
        guard offset >= 0, count > 0, offset < size else { return Data() }
        if offset + count <= beginning.count || isWhole {
            return Data(beginning.dropFirst(offset).prefix(count))
        }
        return read(offset, count) ?? Data(beginning.dropFirst(offset).prefix(count))
    }

    /// The last bytes.
    func end(count: Int) -> Data { bytes(at: max(0, size - count), count: count) }
}

extension Data {
    /// A number of two or four bytes, the lowest first; `nil` behind the end.
    func littleEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Int? {
        let size = MemoryLayout<Number>.size
        guard offset >= 0, offset + size <= count else { return nil }
        let value = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
        return Int(exactly: Number(littleEndian: value))
    }

    /// A number of four bytes, the highest first; `nil` behind the end.
    func bigEndian(at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return withUnsafeBytes {
            Int(UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
    }

    /// Whether some bytes stand at a place.
    func has(_ pattern: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        withUnsafeBytes { bytes in
            offset >= 0 && offset < bytes.count && bytes[offset...].starts(with: pattern)
        }
    }
}
