import Foundation

/// Looks for the end of sound and film whose containers tell how long they are: one that is cut tells the length of the whole.
struct MediaEnd {
    private let handle: FileHandle
    private let size: UInt64

    // A film that is sent in pieces has two boxes for each.
    private static let mostBoxes = 10_000
    // Something else that other programs put behind the boxes, such as tags of ID3, looks like one of another kind.
    private static let kinds: Set = ["moov", "mdat", "moof", "mfra", "free", "skip", "wide", "uuid"]
    // Programs that cannot go back tell about that, or more.
    private static let longest: UInt64 = 0x7FFF_0000

    /// Whether it is missing; `false` where nobody can tell.
    static func isMissing(of file: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd() else { return false }
        let end = MediaEnd(handle: handle, size: size)
        // Some programs leave out a byte at the end that makes the length even.
        return end.told.map { $0 > size + 1 } ?? false
    }

    /// Where the file ends, as its container tells; `nil` if it does not.
    private var told: UInt64? {
        let head = bytes(at: 0, count: 12)
        if head.starts(with: "RIFF".utf8), head.count == 12 {
            let length = Self.number(head[4..<8].reversed())
            // The eight bytes of its head should not count, but some programs count them.
            return length < Self.longest ? length : nil
        }
        if head.dropFirst(4).starts(with: "ftyp".utf8) { return endOfBoxes }
        return head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) ? endOfSegment : nil
    }

    /// Of MP4 and the like: where the last box ends, or the first one that goes beyond the file.
    private var endOfBoxes: UInt64? {
        var place: UInt64 = 0
        for _ in 0..<Self.mostBoxes where place < size {
            let head = bytes(at: place, count: 16)
            guard head.count >= 8 else { return nil }
            var length = Self.number(head[0..<4])
            if length == 1, head.count == 16 { length = Self.number(head[8..<16]) }
            // To the end of the file, whatever that is.
            guard length >= 8, length <= UInt64.max - place else { return nil }
            let isKnown = Self.kinds.contains(String(decoding: head[4..<8], as: UTF8.self))
            guard isKnown || length <= size - place else { return nil }
            place += length
        }
        return place
    }

    /// Of Matroska and WebM: where the segment ends that follows the head.
    private var endOfSegment: UInt64? {
        guard let head = variableNumber(at: 4) else { return nil }
        let start = 4 + head.length + head.value
        guard start < size, bytes(at: start, count: 4) == [0x18, 0x53, 0x80, 0x67],
            let segment = variableNumber(at: start + 4)
        else { return nil }
        return start + 4 + segment.length + segment.value
    }

    /// A number of one to eight bytes, whose first bit that is set tells how many; `nil` if it is not known, or not there.
    private func variableNumber(at place: UInt64) -> (value: UInt64, length: UInt64)? {
        let bytes = bytes(at: place, count: 8)
        guard let first = bytes.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        let limit = UInt64(1) << (7 * length)
        let value = Self.number(bytes[0..<length]) & (limit - 1)
        // All bits are set where it is not known; no file has half of the greatest number of bytes.
        guard value != limit - 1, value <= 1 << 54 else { return nil }
        return (value, UInt64(length))
    }

    private func bytes(at place: UInt64, count: Int) -> [UInt8] {
        guard (try? handle.seek(toOffset: place)) != nil else { return [] }
        return Array((try? handle.read(upToCount: count)) ?? Data())
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
