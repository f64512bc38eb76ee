import CarrelBasics

/// The tags of a TIFF file (TIFF 6.0, Exif 2.32), which cameras keep within pictures, as far as a picture's facts need them.
struct TIFFTags {
    /// A directory of tags.
    enum Directory { case picture, camera, place }

    /// The value of a tag.
    enum Value: Equatable {
        case text(String)
        case numbers([Double])
    }

    // Directories of photographs have fewer than a hundred tags.
    private static let maxTags = 1000
    private static let maxValue = 4096
    /// The size of a value, by its kind.
    private static let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8]
    private static let cameraTag = 0x8769
    private static let placeTag = 0x8825
    private static let kindTag = 0x00FE
    // A picture that is a smaller copy of another one, or a mask for it.
    private static let kindsOfNoPage = 0b101

    private let file: FileWindow
    private let start: Int
    private let isLittleEndian: Bool
    // Where the first directory is.
    private let first: Int
    private var directories: [Directory: [Int: Value]] = [:]

    /// Reads the tags; `nil` if they are none.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - start: where in it they begin.
    init?(_ file: FileWindow, at start: Int) {
        guard let head = file.bytes(at: start, count: 8), head.has("II*\0") || head.has("MM\0*") else {
            return nil
        }
        (self.file, self.start) = (file, start)
        isLittleEndian = head[0] == UInt8(ascii: "I")
        first = head.number(at: 4, count: 4, isLittleEndian: isLittleEndian)
        let picture = directory(at: first)
        directories[.picture] = picture
        for (kind, tag) in [(Directory.camera, Self.cameraTag), (.place, Self.placeTag)] {
            guard case .numbers(let numbers)? = picture[tag],
                let place = numbers.first.flatMap({ Int(exactly: $0) })
            else { continue }
            directories[kind] = directory(at: place)
        }
    }

    func text(_ tag: Int, in directory: Directory = .picture) -> String? {
        guard case .text(let text)? = directories[directory]?[tag] else { return nil }
        return text
    }

    /// The numbers of a tag; at least one.
    func numbers(_ tag: Int, in directory: Directory = .picture) -> [Double]? {
        guard case .numbers(let numbers)? = directories[directory]?[tag], !numbers.isEmpty else { return nil }
        return numbers
    }

    /// How many pages the file has, as scans do, as far as it can be read; smaller copies of a page and masks are not counted.
    func pageCount() -> Int {
        var (place, count, seen) = (first, 0, Set<Int>())
        while place > 0, seen.insert(place).inserted, let head = file.bytes(at: start + place, count: 2) {
            let length = 12 * head.number(at: 0, count: 2, isLittleEndian: isLittleEndian)
            guard let bytes = file.bytes(at: start + place + 2, count: length + 4) else { break }
            let belongsToPage = stride(from: 0, to: length, by: 12).contains { entry in
                bytes.number(at: entry, count: 2, isLittleEndian: isLittleEndian) == Self.kindTag
                    && bytes.number(at: entry + 8, count: 4, isLittleEndian: isLittleEndian)
                        & Self.kindsOfNoPage != 0
            }
            if !belongsToPage { count += 1 }
            place = bytes.number(at: length, count: 4, isLittleEndian: isLittleEndian)
        }
        return count
    }

    private func directory(at place: Int) -> [Int: Value] {
        guard let head = file.bytes(at: start + place, count: 2) else { return [:] }
        let count = min(head.number(at: 0, count: 2, isLittleEndian: isLittleEndian), Self.maxTags)
        guard let bytes = file.bytes(at: start + place + 2, count: count * 12) else { return [:] }
        var tags: [Int: Value] = [:]
        for entry in stride(from: 0, to: bytes.count, by: 12) {
            let tag = bytes.number(at: entry, count: 2, isLittleEndian: isLittleEndian)
            if let value = value(Array(bytes[entry..<(entry + 12)])) { tags[tag] = value }
        }
        return tags
    }

    /// The value of an entry, which stands in it or where it says.
    private func value(_ entry: [UInt8]) -> Value? {
        let kind = entry.number(at: 2, count: 2, isLittleEndian: isLittleEndian)
        guard kind > 0, kind < Self.widths.count else { return nil }
        let width = Self.widths[kind]
        let count = entry.number(at: 4, count: 4, isLittleEndian: isLittleEndian)
        guard count > 0, count <= Self.maxValue / width else { return nil }
        let length = count * width
        let offset = entry.number(at: 8, count: 4, isLittleEndian: isLittleEndian)
        guard
            let bytes = length <= 4
                ? Array(entry[8..<(8 + length)]) : file.bytes(at: start + offset, count: length)
        else { return nil }
        if kind == 2 { return .text(Self.text(bytes)) }
        return .numbers(stride(from: 0, to: length, by: width).map { number(kind, bytes, at: $0) })
    }

    private func number(_ kind: Int, _ bytes: [UInt8], at place: Int) -> Double {
        if [5, 10].contains(kind) {
            // Two numbers of the kind before.
            return number(kind - 1, bytes, at: place) / number(kind - 1, bytes, at: place + 4)
        }
        let bits = 8 * Self.widths[kind]
        let value = bytes.number(at: place, count: bits / 8, isLittleEndian: isLittleEndian)
        let isNegative = [6, 8, 9].contains(kind) && value >> (bits - 1) == 1
        return Double(isNegative ? value - 1 << bits : value)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(utf8OrLatin1: bytes.prefix { $0 != 0 })
    }
}
