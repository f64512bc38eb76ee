import CarrelBasics

/// Writes text into that of the page: each run of white space as one space, and counted on the way.
struct CollapsingWriter {
    /// Characters without white space; those of Chinese and Japanese count twice, as they say twice as much.
    private(set) var length: Int32 = 0
    private(set) var commas: Int32 = 0
    /// The bytes that were written.
    private(set) var written = 0
    /// Whether a character was met that documents write for another one.
    private(set) var needsRepair = false
    private let isPreformatted: Bool
    private var afterSpace: Bool

    init(isPreformatted: Bool, afterSpace: Bool) {
        (self.isPreformatted, self.afterSpace) = (isPreformatted, afterSpace)
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        let before = text.count
        // Twice what is there: room for exactly this much would have the whole text copied each time.
        if text.capacity < before + bytes.count { text.reserveCapacity(2 * (before + bytes.count)) }
        var place = 0
        while true {
            place = writeRun(of: bytes, from: place, to: &text)
            guard place < bytes.count else { break }
            let byte = bytes[place]
            place += 1
            if byte <= 0x20 || byte == 0x7F {
                writeSpace(byte, to: &text)
            } else if byte == 0xC2, place < bytes.count, bytes[place] <= 0xA0 {
                // A space that does not break the line is a space; before it are control characters.
                if bytes[place] == 0xA0 { writeSpace(0x20, to: &text) } else { needsRepair = true }
                place += 1
            } else {
                text.append(byte)
                afterSpace = false
                count(byte, next: place + 1 < bytes.count ? (bytes[place], bytes[place + 1]) : (0, 0))
            }
        }
        written = text.count - before
    }

    /// Writes words in ASCII and single spaces, up to another character, and gives the place of that.
    ///
    /// They stay as they are and are most of a text: they go over as a whole.
    private mutating func writeRun(
        of bytes: UnsafeRawBufferPointer, from start: Int, to text: inout [UInt8]
    ) -> Int {
        var end = start
        while end < bytes.count {
            let byte = bytes[end]
            if byte == 0x20 {
                guard isPreformatted || !afterSpace else { break }
                afterSpace = !isPreformatted
            } else {
                guard byte > 0x20, byte < 0x7F else { break }
                afterSpace = false
                count(byte, next: (0, 0))
            }
            end += 1
        }
        if end > start { text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        return end
    }

    private mutating func writeSpace(_ byte: UInt8, to text: inout [UInt8]) {
        if isPreformatted {
            if byte == 0x20 || byte == 0x0A || byte == 0x09 { text.append(byte) }
        } else if byte.isSpace, !afterSpace {
            text.append(0x20)
            afterSpace = true
        }
    }

    @inline(__always)
    private mutating func count(_ byte: UInt8, next: (UInt8, UInt8)) {
        if byte < 0x80 {
            length += 1
            if byte == UInt8(ascii: ",") { commas += 1 }
        } else if byte >= 0xC0 {
            length += byte >= 0xE3 && byte < 0xF0 ? 2 : 1
            // 、 and ，; the Arabic comma.
            if byte == 0xE3, next == (0x80, 0x81) { commas += 1 }
            if byte == 0xEF, next == (0xBC, 0x8C) { commas += 1 }
            if byte == 0xD8, next.0 == 0x8C { commas += 1 }
        }
    }
}
