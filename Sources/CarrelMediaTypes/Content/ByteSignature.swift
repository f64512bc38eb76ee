import CarrelBasics
import Foundation

/// Kinds of content that their first bytes tell for certain.
enum ByteSignature {
    /// The type that the first bytes tell; `nil` if none of the known ones.
    static func type(of data: Data) -> String? {
        if let found = table.first(where: { data.has($0.bytes, at: $0.offset) }) { return found.type }
        if hasLatePDFHeader(data.prefix(1024 + 5)) { return "application/pdf" }
        if isMPEGAudio(data) { return "audio/mpeg" }
        if isSGIPicture(data) { return "image/x-sgi" }
        return transportStream(data) ?? rawPixels(data)
    }

    private struct Entry {
        let type: String
        let offset: Int
        let bytes: [UInt8]

        init(_ type: String, _ text: String, at offset: Int = 0) {
            self.init(type, Array(text.utf8), at: offset)
        }

        init(_ type: String, _ bytes: [UInt8], at offset: Int = 0) {
            (self.type, self.offset, self.bytes) = (type, offset, bytes)
        }
    }

    private static let table: [Entry] = [
        Entry("application/pdf", "%PDF-"),
        Entry("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        Entry("image/jpeg", [0xFF, 0xD8, 0xFF]), Entry("image/gif", "GIF87a"), Entry("image/gif", "GIF89a"),
        Entry("image/tiff", [0x49, 0x49, 0x2A, 0x00]), Entry("image/tiff", [0x4D, 0x4D, 0x00, 0x2A]),
        Entry("image/tiff", [0x49, 0x49, 0x2B, 0x00]), Entry("image/vnd.adobe.photoshop", "8BPS"),
        Entry("image/vnd.microsoft.icon", [0, 0, 1, 0]),
        Entry("image/vnd.microsoft.icon", [0, 0, 2, 0, 1, 0]),
        Entry("image/jxl", [0xFF, 0x0A]),
        Entry("image/jxl", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A]),
        Entry("image/jp2", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A]),
        Entry("image/x-xcf", "gimp xcf"),
        Entry("image/vnd.djvu", "AT&TFORM"), Entry("application/postscript", "%!PS"),
        Entry("application/postscript", [0x04, 0x25, 0x21, 0x50, 0x53]),
        Entry("application/postscript", [0xC5, 0xD0, 0xD3, 0xC6]), Entry("application/rtf", "{\\rtf"),
        Entry("application/x-dvi", [0xF7, 0x02, 0x01, 0x83]),
        Entry("application/gzip", [0x1F, 0x8B]), Entry("application/x-bzip2", "BZh"),
        Entry("application/x-xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        Entry("application/zstd", [0x28, 0xB5, 0x2F, 0xFD]), Entry("application/x-lzip", "LZIP"),
        Entry("application/x-compress", [0x1F, 0x9D]),
        Entry("application/x-7z-compressed", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        Entry("application/vnd.rar", [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]),
        Entry("application/x-tar", "ustar", at: 257),
        Entry("application/vnd.debian.binary-package", "!<arch>\ndebian"),
        Entry("application/x-rpm", [0xED, 0xAB, 0xEE, 0xDB]),
        Entry("application/x-iso9660-image", "CD001", at: 32769),
        Entry("application/vnd.sqlite3", "SQLite format 3\0"),
        Entry("application/wasm", [0x00, 0x61, 0x73, 0x6D]),
        Entry("application/x-executable", [0x7F, 0x45, 0x4C, 0x46]),
        Entry("application/x-bittorrent", "d8:announce"),
        Entry("application/x-mobipocket-ebook", "BOOKMOBI", at: 60), Entry("audio/flac", "fLaC"),
        Entry("audio/mpeg", "ID3"), Entry("audio/midi", "MThd"), Entry("audio/basic", ".snd"),
        Entry("video/x-flv", "FLV\u{1}"), Entry("video/mpeg", [0, 0, 1, 0xBA]),
        Entry("video/mpeg", [0, 0, 1, 0xB3]),
        Entry("video/x-ms-wmv", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        Entry("font/woff", "wOFF"), Entry("font/woff2", "wOF2"), Entry("font/otf", "OTTO"),
        Entry("font/ttf", [0x00, 0x01, 0x00, 0x00, 0x00]),
        // Excel and Word before they used containers.
        Entry("application/vnd.ms-excel", [0x09, 0x08, 0x08, 0x00]),
        Entry("application/vnd.ms-excel", [0x09, 0x04, 0x06, 0x00]),
        Entry("application/vnd.ms-excel", [0x09, 0x02, 0x06, 0x00]),
        Entry("application/vnd.ms-excel", [0x09, 0x00, 0x04, 0x00]),
        Entry("application/msword", [0xDB, 0xA5, 0x2D, 0x00]),
        Entry("application/msword", [0x31, 0xBE, 0x00, 0x00]),
    ]

    /// Whether a header of PDF begins a line, follows bytes that no text has, or has a comment or an object on the next line:
    /// readers accept what stands before it.
    private static func hasLatePDFHeader(_ data: Data) -> Bool {
        guard data.contains("%PDF-") else { return false }
        return data.ranges(of: Data("%PDF-".utf8)).prefix(20).contains { mark in
            guard let before = data[..<mark.lowerBound].last else { return false }
            let rest = data[mark.upperBound...].dropFirst("1.4".utf8.count)
            let isEnded = rest.first == 0x0D || rest.first == 0x0A
            let next = rest.first { $0 != 0x0D && $0 != 0x0A }
            return before < 0x20 || before >= 0x80 || isEnded && (next == 0x25 || next?.isDigit == true)
        }
    }

    /// Whether it begins as a picture of Silicon Graphics: its mark is short, so the values behind it must be possible, too.
    private static func isSGIPicture(_ data: Data) -> Bool {
        let head = Array(data.prefix(12))
        return head.count == 12 && head.starts(with: [0x01, 0xDA]) && head[2] <= 1
            && (1...2).contains(head[3]) && head[4] == 0 && (1...3).contains(head[5])
    }

    /// Whether a frame of MPEG audio begins the data and another one follows it: WHATWG's MIME Sniffing, section 6.2.3.
    private static func isMPEGAudio(_ data: Data) -> Bool {
        guard let first = frameLength(data, at: 0) else { return false }
        return frameLength(data, at: first) != nil
    }

    private static func frameLength(_ data: Data, at offset: Int) -> Int? {
        guard offset + 4 <= data.count else { return nil }
        let head = Array(data.dropFirst(offset).prefix(4))
        guard head[0] == 0xFF, head[1] & 0xE0 == 0xE0, head[1] & 0x06 == 0x02 else { return nil }
        let isFirstVersion = head[1] & 0x18 == 0x18
        let (rate, frequency) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
        guard (1...14).contains(rate), frequency < 3 else { return nil }
        let kilobits =
            isFirstVersion
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][rate]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][rate]
        let divisor = isFirstVersion ? 1 : head[1] & 0x18 == 0x10 ? 2 : 4
        let hertz = [44_100, 48_000, 32_000][frequency] / divisor
        return (isFirstVersion ? 144 : 72) * kilobits * 1000 / hertz + Int(head[2] >> 1 & 1)
    }

    /// A raw picture of Netpbm: its kind and numbers as words, and pixels that are not UTF-8.
    private static func rawPixels(_ data: Data) -> String? {
        let beginning = data.prefix(4096)
        guard let kind = pixels.first(where: { beginning.has(Array($0.key.utf8)) }),
            (0...3).allSatisfy({ String(validating: beginning.dropLast($0), as: UTF8.self) == nil }),
            // Only bitmaps do without the greatest value behind the dimensions.
            String(latin1: beginning.prefix(512)).prefixMatch(
                of: #/(?:P4|..(?:\s|#[^\n]*\n)+\d+)(?:(?:\s|#[^\n]*\n)+\d+){2}\s/#) != nil
        else { return nil }
        return kind.value
    }

    private static let pixels = [
        "P4": "image/x-portable-bitmap", "P5": "image/x-portable-graymap", "P6": "image/x-portable-pixmap",
    ]

    /// Packets of 188 bytes that all begin alike.
    private static func transportStream(_ data: Data) -> String? {
        guard data.count >= 188 * 3 else { return nil }
        return (0..<3).allSatisfy { data.has([0x47], at: $0 * 188) } ? "video/mp2t" : nil
    }
}
