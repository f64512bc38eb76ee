import Foundation

/// Writes small containers (OLE) with documents of Office 97 in them.
enum TinyCompound {
    /// A container of some streams, each of which takes at least 4096 bytes.
    static func file(_ streams: [(name: String, data: Data)]) -> Data {
        var sectors = Data()
        var table: [UInt32] = [0xFFFF_FFFD, 0xFFFF_FFFE]
        var folder = entry("Root Entry", kind: 5, start: 0xFFFF_FFFE, size: 0)
        for (name, data) in streams {
            let padded = data + Data(count: max(4096, (data.count + 511) / 512 * 512) - data.count)
            folder += entry(name, kind: 2, start: UInt32(table.count), size: UInt32(padded.count))
            let count = padded.count / 512
            for index in 1...count { table.append(index == count ? 0xFFFF_FFFE : UInt32(table.count + 1)) }
            sectors += padded
        }
        table += Array(repeating: 0xFFFF_FFFF, count: 128 - table.count)
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
            + Data(count: max(0, 512 - folder.count)) + sectors
    }

    private static func entry(_ name: String, kind: UInt8, start: UInt32, size: UInt32) -> Data {
        var entry = Data(count: 128)
        let units = Array(name.utf16)
        for (index, unit) in units.enumerated() { set(&entry, 2 * index, unit) }
        set(&entry, 64, UInt16(2 * units.count + 2))
        entry[66] = kind
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
    /// - Returns: the document.
    static func word(_ text: [UInt8], comments: Int = 0, isLocked: Bool = false) -> Data {
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
        let table = Data([2]) + bytes(UInt32(pieces.count)) + pieces
        set(&stream, 0x1A2, UInt32(0))
        set(&stream, 0x1A6, UInt32(table.count))
        return file([("WordDocument", stream), ("0Table", table)])
    }

    /// A record of PowerPoint.
    static func record(_ type: UInt16, _ content: Data, isContainer: Bool = false, instance: UInt16 = 0)
        -> Data
    {
        bytes(instance << 4 | (isContainer ? 0xF : 0)) + bytes(type) + bytes(UInt32(content.count)) + content
    }

    /// A presentation of PowerPoint 97 with a slide: a title that the list of slides holds, and a box with a text.
    static func slides(title: String, box: String) -> Data {
        let persist = bytes(UInt32(2)) + Data(count: 16)
        let list = record(
            0x0FF0,
            record(0x03F3, persist) + record(0x0F9F, bytes(UInt32(0))) + record(0x0FA8, Data(title.utf8)),
            isContainer: true)
        let document = record(0x03E8, list, isContainer: true)
        let reference = record(0xF00D, record(0x0F9E, bytes(UInt32(0))), isContainer: true)
        let own = record(
            0xF00D,
            record(0x0F9F, bytes(UInt32(1)))
                + record(0x0FA0, box.utf16.reduce(into: Data()) { $0 += bytes($1) }),
            isContainer: true)
        let slide = record(0x03EE, record(0x040C, reference + own, isContainer: true), isContainer: true)
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
