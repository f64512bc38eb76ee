/// What the first bytes of a file say about archives.
struct ArchiveShape {
    /// How far the marks are from the beginning.
    static let reach = 32_769 + 5

    /// How the whole file is compressed, in words: there may be an archive below it.
    let compression: String?
    /// Whether it is a ZIP archive.
    let isZip: Bool

    private static let zip: [[UInt8]] = [
        [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 7, 8], Array("PK00PK".utf8),
    ]
    private static let archives: [(offset: Int, mark: [UInt8])] = [
        (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), (0, Array("Rar!\u{1A}\u{7}".utf8)),
        (257, Array("ustar".utf8)),
        (0, Array("07070".utf8)), (0, [0xC7, 0x71]), (0, [0x71, 0xC7]), (0, Array("!<arch>\n".utf8)),
        (0, Array("MSCF".utf8)), (0, Array("xar!".utf8)), (2, Array("-lh".utf8)), (2, Array("-lz".utf8)),
        (0, [0xED, 0xAB, 0xEE, 0xDB]), (0, Array("WARC/".utf8)), (32_769, Array("CD001".utf8)),
    ]
    private static let compressions: [(name: String, mark: [UInt8])] = [
        ("gzip", [0x1F, 0x8B]), ("bzip2", Array("BZh".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("lzip", Array("LZIP".utf8)), ("compress", [0x1F, 0x9D]),
        ("lz4", [0x04, 0x22, 0x4D, 0x18]), ("lzma", [0x5D, 0, 0]),
    ]

    /// Reads the marks; `nil` if there is none of an archive.
    init?(beginning: [UInt8]) {
        func has(_ mark: [UInt8], at offset: Int = 0) -> Bool {
            beginning.dropFirst(offset).starts(with: mark)
        }
        isZip = Self.zip.contains { has($0) }
        compression = Self.compressions.first { has($0.mark) }?.name
        let isArchive = Self.archives.contains { has($0.mark, at: $0.offset) }
        guard isZip || isArchive || compression != nil || Self.isOldTar(beginning) else { return nil }
    }

    /// Whether a whole file is a tar archive of nothing: two blocks of zeros that mark its end, and others that fill it up.
    static func isEmptyTar(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 1024 && bytes.count % 512 == 0 && bytes.allSatisfy { $0 == 0 }
    }

    /// A tar archive of before POSIX has no mark, but the sum of its first block.
    private static func isOldTar(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 512, bytes[0] != 0 else { return false }
        let digits = bytes[148..<156].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, let sum = Int(String(decoding: digits, as: UTF8.self), radix: 8) else {
            return false
        }
        let found = bytes[..<512].enumerated().reduce(0) {
            $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element))
        }
        return sum == found
    }
}
