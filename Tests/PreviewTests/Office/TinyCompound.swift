import Foundation

/// Writes small containers (OLE) with documents of Office 97 in them.
enum TinyCompound {
    /// A container of some streams, each of which takes at least 4096 bytes.
    ///
    /// - Parameters:
    ///   - streams: its own streams.
    ///   - embedded: those of a document within it, which come first in the folder.
    /// - Returns: the container.
    static func file(
        _ streams: [(name: String, data: Data)], embedding embedded: [(name: String, data: Data)] = []
    ) -> Data {
        let storages = embedded.isEmpty ? 0 : 1
        let folderSectors = (1 + embedded.count + storages + streams.count + 3) / 4
        var sectors = Data()
        var table: [UInt32] = [0xFFFF_FFFD] + chain(of: folderSectors, from: 1)
        var folder = entry("Root Entry", kind: 5, start: end, size: 0, child: UInt32(embedded.count) + 1)
        func add(_ streams: [(name: String, data: Data)], from place: Int) {
            for (index, (name, data)) in streams.enumerated() {
                let padded = data + Data(count: max(4096, (data.count + 511) / 512 * 512) - data.count)
                let next = index + 1 < streams.count ? UInt32(place + index + 1) : none
                folder += entry(
                    name, kind: 2, start: UInt32(table.count), size: UInt32(padded.count), next: next)
                table += chain(of: padded.count / 512, from: table.count)
                sectors += padded
            }
        }
        add(embedded, from: 1)
        if !embedded.isEmpty {
            folder += entry("MBD01", kind: 1, start: 0, size: 0, next: UInt32(embedded.count) + 2, child: 1)
        }
        add(streams, from: 1 + embedded.count + storages)
        table += Array(repeating: none, count: 128 - table.count)
        var header = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) + Data(count: 504)
        set(&header, 0x1E, UInt16(9))
        set(&header, 0x20, UInt16(6))
        set(&header, 0x2C, UInt32(1))
        set(&header, 0x30, UInt32(1))
        set(&header, 0x38, UInt32(4096))
        set(&header, 0x3C, UInt32(0xFFFF_FFFE))
        set(&header, 0x44, UInt32(0xFFFF_FFFE))
        for index in 1..<109 { set(&header, 0x4C + 4 * index, UInt32(0xFFFF_FFFF)) }
        return header + table.reduce(into: Data()) { $0 += bytes($1) } + folder
            + Data(count: 512 * folderSectors - folder.count) + sectors
    }

    /// What stands for no entry, and for the end of a chain of sectors.
    private static let (none, end): (UInt32, UInt32) = (0xFFFF_FFFF, 0xFFFF_FFFE)

    /// The numbers of sectors that follow each other.
    private static func chain(of count: Int, from first: Int) -> [UInt32] {
        (1...count).map { $0 == count ? end : UInt32(first + $0) }
    }

    private static func entry(
        _ name: String, kind: UInt8, start: UInt32, size: UInt32, next: UInt32 = 0xFFFF_FFFF,
        child: UInt32 = 0xFFFF_FFFF
    ) -> Data {
        var entry = Data(count: 128)
        let units = Array(name.utf16)
        for (index, unit) in units.enumerated() { set(&entry, 2 * index, unit) }
        set(&entry, 64, UInt16(2 * units.count + 2))
        entry[66] = kind
        set(&entry, 68, UInt32(0xFFFF_FFFF))
        set(&entry, 72, next)
        set(&entry, 76, child)
        set(&entry, 116, start)
        set(&entry, 120, size)
        return entry
    }

    static func bytes(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    private static func set(_ data: inout Data, _ place: Int, _ number: some FixedWidthInteger) {
        data.replaceSubrange(place..<(place + bytes(number).count), with: bytes(number))
    }

    /// A document of Word 97.
    ///
    /// - Parameters:
    ///   - text: its characters in windows-1252, and then those of its comments.
    ///   - comments: how many characters are those of comments.
    ///   - isLocked: whether it is marked as locked by a password.
    ///   - format: the characters that have a format, and its code.
    /// - Returns: the document.
    static func word(
        _ text: [UInt8], comments: Int = 0, isLocked: Bool = false,
        format: (text: Range<Int>, code: UInt16)? = nil
    ) -> Data {
        file(wordStreams(text, comments: comments, isLocked: isLocked, format: format))
    }

    /// The streams of such a document.
    static func wordStreams(
        _ text: [UInt8], comments: Int = 0, isLocked: Bool = false,
        format: (text: Range<Int>, code: UInt16)? = nil
    ) -> [(name: String, data: Data)] {
        var stream = Data(count: 2048) + Data(text)
        set(&stream, 0, UInt16(0xA5EC))
        set(&stream, 2, UInt16(0xC1))
        set(&stream, 0x0A, UInt16(isLocked ? 0x0100 : 0))
        set(&stream, 0x4C, UInt32(text.count - comments))
        set(&stream, 0x5C, UInt32(comments))
        // One piece for all of the text, whose characters take a byte each.
        let pieces =
            bytes(UInt32(0)) + bytes(UInt32(text.count)) + bytes(UInt16(0))
            + bytes(UInt32(0x4000_0000 | 4096))
            + bytes(UInt16(0))
        var table = Data([2]) + bytes(UInt32(pieces.count)) + pieces
        set(&stream, 0x1A2, UInt32(0))
        set(&stream, 0x1A6, UInt32(table.count))
        if let format {
            // A page of formats behind the text, with one run of it.
            var page = Data(count: 512)
            set(&page, 0, UInt32(2048 + format.text.lowerBound))
            set(&page, 4, UInt32(2048 + format.text.upperBound))
            page[8] = 128
            page[256] = 3
            set(&page, 257, format.code)
            page[259] = 1
            page[511] = 1
            stream += Data(count: 512 - stream.count % 512)
            set(&stream, 0xFA, UInt32(table.count))
            set(&stream, 0xFE, UInt32(12))
            table += Data(count: 8) + bytes(UInt32(stream.count / 512))
            stream += page
        }
        return [("WordDocument", stream), ("0Table", table)]
    }

    /// A set of properties: each with its number, and its value behind its type.
    static func properties(_ values: [(number: UInt32, type: UInt32, value: Data)]) -> Data {
        var (list, content) = (Data(), Data())
        for (number, type, value) in values {
            list += bytes(number) + bytes(UInt32(8 + 8 * values.count + content.count))
            content += bytes(type) + value + Data(count: 3 - (value.count + 3) % 4)
        }
        var data = bytes(UInt32(0xFFFE)) + Data(count: 40) + bytes(UInt32(48))
        data += bytes(UInt32(8 + list.count + content.count)) + bytes(UInt32(values.count))
        return data + list + content
    }

    /// A record of PowerPoint.
    static func record(_ type: UInt16, _ content: Data, isContainer: Bool = false, instance: UInt16 = 0)
        -> Data
    {
        bytes(instance << 4 | (isContainer ? 0xF : 0)) + bytes(type) + bytes(UInt32(content.count)) + content
    }

    /// A presentation of PowerPoint 97 with a slide: a title that the list of slides holds, in some boxes, and a box with
    /// a text.
    static func slides(title: String, titleBoxes: Int = 1, box: String) -> Data {
        let persist = bytes(UInt32(2)) + Data(count: 16)
        let list = record(
            0x0FF0,
            record(0x03F3, persist) + record(0x0F9F, bytes(UInt32(0))) + record(0x0FA8, Data(title.utf8)),
            isContainer: true)
        let document = record(0x03E8, list, isContainer: true)
        var references = Data()
        for _ in 0..<titleBoxes {
            references += record(0xF00D, record(0x0F9E, bytes(UInt32(0))), isContainer: true)
        }
        let own = record(
            0xF00D,
            record(0x0F9F, bytes(UInt32(1)))
                + record(0x0FA0, box.utf16.reduce(into: Data()) { $0 += bytes($1) }),
            isContainer: true)
        let slide = record(0x03EE, record(0x040C, references + own, isContainer: true), isContainer: true)
        let directory = record(
            0x1772, bytes(UInt32(1 | 2 << 20)) + bytes(UInt32(0)) + bytes(UInt32(document.count)))
        let edit = record(
            0x0FF5,
            Data(count: 12) + bytes(UInt32(document.count + slide.count)) + bytes(UInt32(1)) + Data(count: 8))
        let stream = document + slide + directory + edit
        let user = Data(count: 12) + bytes(UInt32(0xE391_C05F)) + bytes(UInt32(stream.count - edit.count))
        return file([("PowerPoint Document", stream), ("Current User", user)])
    }
}
