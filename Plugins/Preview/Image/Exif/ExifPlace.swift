/// Finds where in a file the facts of a camera are: a small TIFF file within the picture.
enum ExifPlace {
    /// The offset of its beginning in the file; `nil` if there are none.
    static func find(in file: FileWindow) -> Int? {
        guard let head = file.bytes(at: 0, count: min(16, file.size)) else { return nil }
        if head.has("II*\0") || head.has("MM\0*") { return 0 }
        if head.starts(with: [0xFF, 0xD8]) { return jpeg(file) }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return png(file) }
        if head.has("RIFF"), head.has("WEBP", at: 8) { return webp(file) }
        if head.has("ftyp", at: 4) { return BoxedPicture(file)?.exif }
        if head.has("JXL ", at: 4) { return boxes(file) }
        return nil
    }

    /// The segment APP1 that begins with `Exif`.
    private static func jpeg(_ file: FileWindow) -> Int? {
        var place = 2
        // After either of these there is the picture itself.
        while let head = file.bytes(at: place, count: 10), head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 {
            if head[1] == 0xE1, head.has("Exif\0\0", at: 4) { return place + 10 }
            place += 2 + Swift.max(2, head.number(at: 2, count: 2))
        }
        return nil
    }

    private static func png(_ file: FileWindow) -> Int? {
        var place = 8
        while let head = file.bytes(at: place, count: 8), !head.has("IEND", at: 4) {
            if head.has("eXIf", at: 4) { return place + 8 }
            place += 12 + head.number(at: 0, count: 4)
        }
        return nil
    }

    private static func webp(_ file: FileWindow) -> Int? {
        var place = 12
        while let head = file.bytes(at: place, count: 8) {
            let length = head.number(at: 4, count: 4, isLittleEndian: true)
            if head.has("EXIF") { return afterMark(file, place + 8) }
            place += 8 + length + length % 2
        }
        return nil
    }

    /// JPEG XL: a box of its own, unless it is packed with Brotli.
    private static func boxes(_ file: FileWindow) -> Int? {
        Box.all(file, from: 0, to: file.size).first { $0.kind == "Exif" }
            .flatMap { afterOffset(file, $0.start) }
    }

    /// Some writers keep the mark of JPEG before the facts.
    static func afterMark(_ file: FileWindow, _ place: Int) -> Int {
        file.bytes(at: place, count: 6)?.has("Exif\0\0") == true ? place + 6 : place
    }

    /// In boxes four bytes tell how far the facts are.
    static func afterOffset(_ file: FileWindow, _ place: Int) -> Int? {
        guard let head = file.bytes(at: place, count: 4) else { return nil }
        return place + 4 + head.number(at: 0, count: 4)
    }
}
