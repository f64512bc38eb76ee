import Foundation

/// Small pictures that take their reader's memory.
enum HostilePicture {
    /// A PNG of black pixels, one bit each.
    static func png(side: Int) -> Data { png(width: side, height: side, zeros: side * ((side + 7) / 8 + 1)) }

    /// A PNG of 6 by 4 pixels, with more content than these take.
    static func png(zeros: Int) -> Data { png(width: 6, height: 4, zeros: zeros) }

    private static func png(width: Int, height: Int, zeros: Int) -> Data {
        let header = number(width) + number(height) + Data([1, 0, 0, 0, 0])
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", header)
            + chunk("IDAT", deflated(zeros: zeros)) + chunk("IEND", Data())
    }

    private static func number(_ value: Int) -> Data {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Data($0) }
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let bytes = Data(name.utf8) + content
        return number(content.count) + bytes + number(checksum(bytes))
    }

    /// The CRC-32 of PNG.
    private static func checksum(_ bytes: Data) -> Int {
        let table = (UInt32(0)..<256).map { index in
            var value = index
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
            return value
        }
        var value = UInt32.max
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 255)] ^ (value >> 8) }
        return Int(~value)
    }

    /// Zero bytes in the coding of zlib (RFC 1950): one, and then repetitions of it, 258 at a time (RFC 1951).
    private static func deflated(zeros: Int) -> Data {
        var bytes = Data([0x78, 0x01])
        var (bits, count) = (UInt64(0), UInt64(0))
        func put(_ value: UInt64, _ length: UInt64) {
            bits |= value << count
            count += length
            while count >= 8 {
                bytes.append(UInt8(bits & 255))
                bits >>= 8
                count -= 8
            }
        }
        // The last block, of fixed codes; the codes are written from their highest bit on.
        put(0b011, 3)
        put(0b0000_1100, 8)
        func repeatCode(_ times: Int) { for _ in 0..<times { put(0b1010_0011, 13) } }
        let codes = (zeros - 1) / 258
        repeatCode(8 + codes % 8)
        // From here on eight codes are the same thirteen bytes, again and again.
        let start = bytes.count
        repeatCode(8)
        var (run, more) = (Data(bytes[start...]), codes / 8 - 2)
        while more > 0 {
            if more & 1 == 1 { bytes.append(run) }
            run.append(run)
            more >>= 1
        }
        for _ in 0..<((zeros - 1) % 258) { put(0b0000_1100, 8) }
        put(0, 7 + 7)
        return bytes + number((zeros % 65521) << 16 | 1)
    }
}
