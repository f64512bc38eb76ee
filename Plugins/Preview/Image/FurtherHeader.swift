import CarrelModel
import Foundation

/// Kinds of pictures whose dimensions libmagic does not tell, or that it does not know.
enum FurtherHeader {
    /// The header; `nil` if the picture is of another kind.
    static func read(_ file: FileWindow) -> PictureHeader? {
        guard let head = file.bytes(at: 0, count: min(64, file.size)) else { return nil }
        if head.has("ftyp", at: 4), let kind = kind(of: head) {
            return PictureHeader(kind, BoxedPicture(file)?.size, isDrawable: false)
        }
        if head.starts(with: [0xFF, 0x0A]) {
            return PictureHeader("JPEG XL", JXLHeader.size(Array(head.dropFirst(2))), isDrawable: false)
        }
        if head.has("JXL \r\n", at: 4) {
            return PictureHeader("JPEG XL", packedSize(file), isDrawable: false)
        }
        if head.has("AT&TFORM", at: 0) { return PictureHeader("DjVu", pageSize(head), isDrawable: false) }
        if head.starts(with: [0x01, 0xDA]) {
            return PictureHeader("SGI", dimensions(head, at: 6), isDrawable: false)
        }
        if head.has("jP  ", at: 4) {
            return PictureHeader("JPEG 2000", headSize(file), isDrawable: false)
        }
        return nil
    }

    /// The dimensions of the only page of a document in DjVu.
    private static func pageSize(_ head: [UInt8]) -> PictureSize? {
        head.has("DJVUINFO", at: 12) ? dimensions(head, at: 24) : nil
    }

    /// Width and height, in two bytes each.
    private static func dimensions(_ head: [UInt8], at place: Int) -> PictureSize? {
        guard head.count >= place + 4 else { return nil }
        let (width, height) = (head.number(at: place, count: 2), head.number(at: place + 2, count: 2))
        return width > 0 && height > 0 ? PictureSize(width: width, height: height) : nil
    }

    /// The first box in the head of JPEG 2000 (ISO 15444-1, annex I).
    private static func headSize(_ file: FileWindow) -> PictureSize? {
        let head = Box.all(file, from: 0, to: file.size).first { $0.kind == "jp2h" }
        guard let head, let box = Box(file, at: head.start, end: head.end), box.kind == "ihdr",
            let bytes = file.bytes(at: box.start, count: 8)
        else { return nil }
        let (height, width) = (bytes.number(at: 0, count: 4), bytes.number(at: 4, count: 4))
        return width > 0 && height > 0 ? PictureSize(width: width, height: height) : nil
    }

    /// What the brands of a file of boxes say; that of pictures in general comes last.
    private static func kind(of head: [UInt8]) -> String? {
        let end = min(head.number(at: 0, count: 4), head.count)
        let brands = ([8] + Array(stride(from: 16, to: end - 3, by: 4))).map { start in
            String(decoding: head.dropFirst(start).prefix(4), as: UTF8.self)
        }
        let coding = brands.lazy.compactMap { kinds[$0] }.first
        return coding ?? (brands.contains { ["mif1", "msf1"].contains($0) } ? "HEIF" : nil)
    }

    private static let kinds: [String: String] = [
        "avif": "AVIF", "avis": "AVIF", "heic": "HEIC", "heix": "HEIC", "hevc": "HEIC", "hevx": "HEIC",
        "heim": "HEIC", "heis": "HEIC",
    ]

    /// The picture itself is in a box, or begins in one of several.
    private static func packedSize(_ file: FileWindow) -> PictureSize? {
        for box in Box.all(file, from: 0, to: file.size) where box.kind == "jxlc" || box.kind == "jxlp" {
            let start = box.start + (box.kind == "jxlp" ? 4 : 0)
            guard let bytes = file.bytes(at: start, count: max(0, min(32, box.end - start))),
                bytes.starts(with: [0xFF, 0x0A])
            else { return nil }
            return JXLHeader.size(Array(bytes.dropFirst(2)))
        }
        return nil
    }
}

/// The dimensions at the beginning of a JPEG XL picture (ISO 18181-1, annex D).
struct JXLHeader {
    private var bytes: [UInt8]
    private var place = 0

    /// The dimensions; `nil` if the bytes end within them.
    static func size(_ bytes: [UInt8]) -> PictureSize? {
        var header = JXLHeader(bytes: bytes)
        return header.size()
    }

    private mutating func size() -> PictureSize? {
        guard let isSmall = bits(1).map({ $0 == 1 }), let height = length(isSmall), let ratio = bits(3) else {
            return nil
        }
        let ratios = [(1, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        guard let width = ratio == 0 ? length(isSmall) : height * ratios[ratio].0 / ratios[ratio].1 else {
            return nil
        }
        return PictureSize(width: width, height: height)
    }

    private mutating func length(_ isSmall: Bool) -> Int? {
        if isSmall { return bits(5).map { ($0 + 1) * 8 } }
        guard let kind = bits(2) else { return nil }
        return bits([9, 13, 18, 30][kind]).map { $0 + 1 }
    }

    /// Bits come from the lowest of each byte on.
    private mutating func bits(_ count: Int) -> Int? {
        guard place + count <= bytes.count * 8 else { return nil }
        defer { place += count }
        return (0..<count).reduce(0) { value, index in
            let bit = place + index
            return value | Int(bytes[bit / 8] >> (bit % 8) & 1) << index
        }
    }
}
