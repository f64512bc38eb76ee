import CarrelModel

/// One box of a file of boxes (ISO 14496-12).
struct Box {
    let kind: String
    /// Where its content begins and ends in the file.
    let start: Int
    let end: Int

    /// Reads the head of a box; `nil` if there is none, or it does not fit.
    init?(_ file: FileWindow, at place: Int, end limit: Int) {
        guard place <= limit - 8, let head = file.bytes(at: place, count: 8) else { return nil }
        kind = String(decoding: head[4..<8], as: UTF8.self)
        var length = head.number(at: 0, count: 4)
        var headLength = 8
        if length == 1 {
            guard let long = file.bytes(at: place + 8, count: 8) else { return nil }
            (length, headLength) = (long.number(at: 0, count: 8), 16)
        } else if length == 0 {
            length = limit - place
        }
        guard length >= headLength, length <= limit - place else { return nil }
        (start, end) = (place + headLength, place + length)
    }

    /// The boxes within a part of a file.
    static func all(_ file: FileWindow, from start: Int, to end: Int) -> [Box] {
        var boxes: [Box] = []
        var place = start
        while boxes.count < 256, let box = Box(file, at: place, end: end) {
            boxes.append(box)
            place = box.end
        }
        return boxes
    }
}

/// The facts of a HEIF or AVIF picture (ISO 23008-12).
struct BoxedPicture {
    /// The dimensions; where it does not tell its own, those of the largest part, which is the whole where it is made of tiles.
    let size: PictureSize?
    /// Whether it is to be turned by a quarter; `nil` if it does not say how it is turned.
    let isTurned: Bool?
    /// Where the camera's facts are.
    let exif: Int?

    /// Reads the boxes; `nil` if there is none that describes a picture.
    init?(_ file: FileWindow) {
        guard let meta = Box.all(file, from: 0, to: file.size).first(where: { $0.kind == "meta" }) else {
            return nil
        }
        // A version and flags come first.
        let boxes = Box.all(file, from: meta.start + 4, to: meta.end)
        let within = boxes.filter { $0.kind == "iprp" }
            .flatMap { Box.all(file, from: $0.start, to: $0.end) }
        let properties = within.filter { $0.kind == "ipco" }
            .flatMap { Box.all(file, from: $0.start, to: $0.end) }
        let own = PictureProperties(file, boxes, within)?.own(of: properties) ?? []
        size =
            Self.size(file, own.filter { $0.kind == "ispe" })
            ?? Self.size(file, properties.filter { $0.kind == "ispe" })
        // In quarters; parts of it, and small pictures of it, are turned as it is.
        let turns = properties.filter { $0.kind == "irot" }
            .compactMap { file.bytes(at: $0.start, count: 1)?.first }
        isTurned = turns.isEmpty ? nil : turns.contains { $0 % 2 == 1 }
        exif = Self.exif(file, boxes)
    }

    private static func size(_ file: FileWindow, _ boxes: [Box]) -> PictureSize? {
        let sizes = boxes.compactMap { box -> PictureSize? in
            guard let bytes = file.bytes(at: box.start, count: 12) else { return nil }
            let (width, height) = (bytes.number(at: 4, count: 4), bytes.number(at: 8, count: 4))
            return width > 0 && height > 0 ? PictureSize(width: width, height: height) : nil
        }
        return sizes.max { $0.pixelCount < $1.pixelCount }
    }

    private static func exif(_ file: FileWindow, _ boxes: [Box]) -> Int? {
        guard let items = boxes.first(where: { $0.kind == "iinf" }), let number = exifItem(file, items),
            let places = boxes.first(where: { $0.kind == "iloc" }),
            let place = ItemLocations(file, places)?.place(of: number)
        else { return nil }
        return ExifPlace.afterOffset(file, place).map { ExifPlace.afterMark(file, $0) }
    }

    /// The number of the item of the kind `Exif`.
    private static func exifItem(_ file: FileWindow, _ items: Box) -> Int? {
        guard let version = file.bytes(at: items.start, count: 1)?.first else { return nil }
        let entries = Box.all(file, from: items.start + (version == 0 ? 6 : 8), to: items.end)
        for entry in entries where entry.kind == "infe" {
            guard let bytes = file.bytes(at: entry.start, count: min(16, entry.end - entry.start)) else {
                continue
            }
            let width = bytes.first == 2 ? 2 : bytes.first == 3 ? 4 : 0
            if width > 0, bytes.has("Exif", at: 4 + width + 2) { return bytes.number(at: 4, count: width) }
        }
        return nil
    }
}

/// Which properties are those of the picture itself: its tiles, its coded form and small copies have others.
struct PictureProperties {
    private let picture: Int
    private let bytes: [UInt8]

    init?(_ file: FileWindow, _ boxes: [Box], _ within: [Box]) {
        guard let first = boxes.first(where: { $0.kind == "pitm" }),
            let told = file.bytes(at: first.start, count: min(first.end - first.start, 8)),
            let links = within.first(where: { $0.kind == "ipma" }),
            let bytes = file.bytes(at: links.start, count: min(links.end - links.start, 1 << 16)),
            bytes.count >= 8
        else { return nil }
        picture = told.number(at: 4, count: told.first == 0 ? 2 : 4)
        self.bytes = bytes
    }

    /// Those of all properties that the picture has.
    func own(of properties: [Box]) -> [Box] {
        let (itemWidth, width) = (bytes[0] == 0 ? 2 : 4, bytes[3] & 1 == 0 ? 1 : 2)
        var place = 8
        for _ in 0..<min(bytes.number(at: 4, count: 4), 10_000) where place < bytes.count {
            let item = bytes.number(at: place, count: itemWidth)
            let count = bytes.number(at: place + itemWidth, count: 1)
            place += itemWidth + 1
            if item == picture {
                // From 1; the highest bit says that a reader must know the property.
                let numbers = (0..<count).map {
                    bytes.number(at: place + $0 * width, count: width) & (width == 1 ? 0x7F : 0x7FFF)
                }
                return numbers.filter { properties.indices.contains($0 - 1) }.map { properties[$0 - 1] }
            }
            place += count * width
        }
        return []
    }
}

/// Where the items of a file of boxes are.
struct ItemLocations {
    private let bytes: [UInt8]

    init?(_ file: FileWindow, _ box: Box) {
        guard let bytes = file.bytes(at: box.start, count: min(box.end - box.start, 1 << 16)),
            bytes.count >= 8
        else {
            return nil
        }
        self.bytes = bytes
    }

    /// The offset in the file of an item's first part; `nil` if it is not in the file itself.
    func place(of item: Int) -> Int? {
        let version = bytes[0]
        let offsetWidth = Int(bytes[4] >> 4)
        let lengthWidth = Int(bytes[4] & 15)
        let baseWidth = Int(bytes[5] >> 4)
        let indexWidth = version > 0 ? Int(bytes[5] & 15) : 0
        let numberWidth = version < 2 ? 2 : 4
        guard version <= 2,
            [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) })
        else { return nil }
        var place = 6 + numberWidth
        for _ in 0..<min(bytes.number(at: 6, count: numberWidth), 10_000) where place < bytes.count {
            let number = bytes.number(at: place, count: numberWidth)
            place += numberWidth
            let method = version > 0 ? bytes.number(at: place, count: 2) & 15 : 0
            place += version > 0 ? 4 : 2
            let base = bytes.number(at: place, count: baseWidth)
            place += baseWidth
            let parts = bytes.number(at: place, count: 2)
            place += 2
            if number == item {
                let (offset, isTooFar) = base.addingReportingOverflow(
                    bytes.number(at: place + indexWidth, count: offsetWidth))
                return method == 0 && parts > 0 && !isTooFar ? offset : nil
            }
            place += parts * (indexWidth + offsetWidth + lengthWidth)
        }
        return nil
    }
}
