import CarrelBasics
import CarrelText
import Foundation

/// A record of a presentation of PowerPoint 97 to 2003 (MS-PPT).
struct SlideRecord {
    /// What it is.
    let type: Int
    /// Which of several it is, where a parent holds several of a type.
    let instance: Int
    /// Whether it holds records.
    let isContainer: Bool
    /// Where its content begins and ends.
    let content: Range<Int>
}

/// Goes through the records of a presentation.
struct SlideRecords {
    let stream: LegacyBytes

    // More in one container are made to take time.
    private static let maxRecords = 20_000

    /// The record at a place, up to the end of the one that it is in; `nil` if there is none.
    func record(at place: Int, within end: Int = .max) -> SlideRecord? {
        guard let head = stream.short(place), let type = stream.short(place + 2),
            let length = stream.long(place + 4)
        else { return nil }
        let start = place + 8
        return SlideRecord(
            type: type, instance: head >> 4, isContainer: head & 0xF == 0xF,
            content: start..<max(start, min(end, stream.count, start + min(length, stream.count))))
    }

    /// The records directly in a record.
    func children(of parent: SlideRecord) -> [SlideRecord] {
        var result: [SlideRecord] = []
        var place = parent.content.lowerBound
        while place + 8 <= parent.content.upperBound, result.count < Self.maxRecords,
            let child = record(at: place, within: parent.content.upperBound)
        {
            result.append(child)
            place = child.content.upperBound
        }
        return result
    }

    /// The records of a type anywhere in a record, outermost ones only.
    func descendants(_ type: Int, of parent: SlideRecord, depth: Int = 0) -> [SlideRecord] {
        guard depth < 24 else { return [] }
        return children(of: parent).flatMap { child -> [SlideRecord] in
            if child.type == type { return [child] }
            // What newer versions added is in records that do not say that they hold others.
            let holdsRecords = child.isContainer || child.type == SlideType.addition
            return holdsRecords ? descendants(type, of: child, depth: depth + 1) : []
        }
    }

    /// The characters of a text.
    func text(of record: SlideRecord) -> String? {
        let bytes = stream.part(record.content.lowerBound, record.content.count)
        switch record.type {
        case SlideType.characters, SlideType.string: return TextEncoding.utf16LE.decode(Data(bytes)).text
        case SlideType.bytes: return String(latin1: bytes)
        default: return nil
        }
    }
}

/// The types of records that are looked at.
enum SlideType {
    static let document = 0x03E8
    static let slideAtom = 0x03EF
    static let persist = 0x03F3
    static let showInfo = 0x03F9
    static let list = 0x0FF0
    static let textReference = 0x0F9E
    static let textHeader = 0x0F9F
    static let characters = 0x0FA0
    static let bytes = 0x0FA8
    static let string = 0x0FBA
    static let edit = 0x0FF5
    static let directory = 0x1772
    static let addition = 0x138B
    static let comment = 0x2EE0
    static let textBox = 0xF00D
}
