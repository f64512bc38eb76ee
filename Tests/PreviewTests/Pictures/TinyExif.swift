import Foundation

/// What a camera leaves in a picture, made by the tests.
enum TinyExif {
    private enum Value {
        case text(String)
        case short(Int)
        case long(Int)
        case quotients([(Int, Int)])
    }

    /// The facts of a camera as a TIFF file, of either order of bytes.
    static func tiff(isLittleEndian: Bool) -> Data {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        func directory(_ tags: [(Int, Value)], at start: Int) -> [UInt8] {
            var (entries, rest): ([UInt8], [UInt8]) = ([], [])
            let behind = start + 2 + tags.count * 12 + 4
            for (tag, value) in tags {
                let (kind, count, bytes): (Int, Int, [UInt8])
                switch value {
                case .text(let text): (kind, count, bytes) = (2, text.utf8.count + 1, Array(text.utf8) + [0])
                case .short(let value): (kind, count, bytes) = (3, 1, number(value, 2))
                case .long(let value): (kind, count, bytes) = (4, 1, number(value, 4))
                case .quotients(let parts):
                    (kind, count, bytes) = (
                        5, parts.count, parts.flatMap { number($0.0, 4) + number($0.1, 4) }
                    )
                }
                entries += number(tag, 2) + number(kind, 2) + number(count, 4)
                if bytes.count <= 4 {
                    entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
                } else {
                    entries += number(behind + rest.count, 4)
                    rest += bytes
                }
            }
            return number(tags.count, 2) + entries + number(0, 4) + rest
        }
        let camera: [(Int, Value)] = [
            (0x829A, .quotients([(1, 250)])), (0x829D, .quotients([(28, 10)])), (0x8827, .short(100)),
            (0x9003, .text("2024:05:01 12:00:03")), (0x920A, .quotients([(50, 1)])),
            (0xA434, .text("EF 50mm")),
        ]
        let place: [(Int, Value)] = [
            (1, .text("N")), (2, .quotients([(60, 1), (23, 1), (2868, 100)])), (3, .text("W")),
            (4, .quotients([(5, 1), (30, 1), (0, 0)])), (6, .quotients([(123, 10)])),
        ]
        func picture(_ cameraPlace: Int, _ placePlace: Int) -> [UInt8] {
            directory(
                [
                    (0x010E, .text("A lake\u{1B}[31m")), (0x010F, .text("Canon")),
                    (0x0110, .text("Canon EOS 5D")),
                    (0x0112, .short(6)), (0x0132, .text("2020:01:02 03:04:05")), (0x013B, .text("Ada")),
                    (0x8769, .long(cameraPlace)),
                    (0x8825, .long(placePlace)),
                ], at: 8)
        }
        let first = 8 + picture(0, 0).count
        let second = first + directory(camera, at: first).count
        let head = (isLittleEndian ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(8, 4)
        return Data(
            head + picture(first, second) + directory(camera, at: first) + directory(place, at: second))
    }

    /// A big-endian number.
    static func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    /// A box of a file of boxes.
    static func box(_ kind: String, _ content: Data) -> Data {
        number(content.count + 8, 4) + Data(kind.utf8) + content
    }

    /// The head of a picture of 600 × 400 pixels in JPEG 2000.
    static var jpeg2000: Data {
        let mark = Data([0x0D, 0x0A, 0x87, 0x0A])
        let size = number(400, 4) + number(600, 4) + Data([0, 3, 7, 7, 0, 0])
        return box("jP  ", mark) + box("ftyp", Data("jp2 ".utf8) + number(0, 4) + Data("jp2 ".utf8))
            + box("jp2h", box("ihdr", size))
    }

    /// The JPEG of `TinyPictures` with the facts.
    static var jpeg: Data {
        let facts = Data("Exif\0\0".utf8) + tiff(isLittleEndian: true)
        return TinyPictures.jpeg.prefix(2) + Data([0xFF, 0xE1]) + number(facts.count + 2, 2) + facts
            + TinyPictures.jpeg.dropFirst(2)
    }

    /// The PNG of `TinyPictures` with the facts; nothing checks its sum.
    static var png: Data {
        let facts = tiff(isLittleEndian: false)
        return TinyPictures.png.prefix(33) + number(facts.count, 4) + Data("eXIf".utf8) + facts + number(0, 4)
            + TinyPictures.png.dropFirst(33)
    }

    /// A HEIF picture of 640 by 480 in tiles of 320 by 240, with the facts; there is no picture in it.
    ///
    /// - Parameters:
    ///   - brand: its kind.
    ///   - turns: by how many quarters it says that it is to be turned.
    ///   - own: the number of the dimensions that it says are its own, from 1.
    /// - Returns: the picture.
    static func heif(brand: String, turns: UInt8? = nil, own: UInt8? = nil) -> Data {
        let facts = number(6, 4) + Data("Exif\0\0".utf8) + tiff(isLittleEndian: true)
        func size(_ width: Int, _ height: Int) -> Data {
            box("ispe", number(0, 4) + number(width, 4) + number(height, 4))
        }
        let turn = turns.map { box("irot", Data([$0])) } ?? Data()
        let first = own.map { _ in box("pitm", number(0, 4) + number(1, 2)) } ?? Data()
        let links = own.map {
            box("ipma", number(0, 4) + number(1, 4) + number(1, 2) + Data([1, 0x80 | $0]))
        }
        let properties = box(
            "iprp", box("ipco", size(320, 240) + size(640, 480) + turn) + (links ?? Data()))
        let entry = box("infe", Data([2, 0, 0, 0]) + number(7, 2) + number(0, 2) + Data("Exif\0".utf8))
        let items = box("iinf", number(0, 4) + number(1, 2) + entry)
        func meta(_ place: Int) -> Data {
            let location =
                number(0, 4) + Data([0x44, 0]) + number(1, 2) + number(7, 2) + number(0, 2) + number(1, 2)
            return box(
                "meta",
                number(0, 4) + first + items + properties
                    + box("iloc", location + number(place, 4) + number(facts.count, 4)))
        }
        let head = box("ftyp", Data(brand.utf8) + number(0, 4) + Data("mif1".utf8))
        return head + meta(head.count + meta(0).count + 8) + box("mdat", facts)
    }
}
