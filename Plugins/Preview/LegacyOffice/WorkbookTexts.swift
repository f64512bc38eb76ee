import CarrelText
import Foundation

/// Reads the texts in a record of a workbook, and in those that continue it.
struct WorkbookTexts {
    private let stream: LegacyBytes
    private let encoding: TextEncoding?
    private var place: Int
    private var end: Int

    /// Begins within a record.
    ///
    /// - Parameters:
    ///   - stream: the workbook.
    ///   - content: the record, from the first text on.
    ///   - encoding: that of the texts; `nil` if they are in Unicode.
    init(_ stream: LegacyBytes, _ content: Range<Int>, _ encoding: TextEncoding?) {
        (self.stream, self.encoding) = (stream, encoding)
        (place, end) = (content.lowerBound, content.upperBound)
    }

    /// The next text, as far as it is there; `nil` if there is none.
    ///
    /// - Parameter lengthSize: how many bytes tell how long it is.
    /// - Returns: the text.
    mutating func next(lengthSize: Int) -> String? {
        guard let length = number(lengthSize) else { return nil }
        if let encoding {
            let bytes = stream.part(place, min(length, end - place))
            place += bytes.count
            return encoding.decode(Data(bytes)).text
        }
        guard var flags = number(1) else { return nil }
        // Behind the characters are the places of fonts, four bytes each, and how East Asian ones are pronounced.
        var rest = flags & 8 == 0 ? 0 : 4 * (number(2) ?? 0)
        rest += flags & 4 == 0 ? 0 : number(4) ?? 0
        var units: [UInt16] = []
        while units.count < length {
            if place >= end {
                // Each record says anew whether its characters have two bytes.
                guard goOn(), let more = number(1) else { break }
                flags = more
            }
            let width = flags & 1 == 0 ? 1 : 2
            let count = min(length - units.count, (end - place) / width)
            for place in stride(from: place, to: place + width * count, by: width) {
                units.append(UInt16((width == 1 ? stream.byte(place) : stream.short(place)) ?? 0))
            }
            place = units.count < length ? end : place + width * count
        }
        skip(rest)
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func number(_ size: Int) -> Int? {
        while place >= end { guard goOn() else { return nil } }
        guard place + size <= end else { return nil }
        defer { place += size }
        return size == 1 ? stream.byte(place) : size == 2 ? stream.short(place) : stream.long(place)
    }

    private mutating func skip(_ count: Int) {
        var count = count
        while count > end - place {
            count -= end - place
            place = end
            guard goOn() else { return }
        }
        place += count
    }

    /// Goes on in the record behind, if it continues this one.
    private mutating func goOn() -> Bool {
        guard stream.short(end) == WorkbookRecord.Kind.continuation.rawValue,
            let length = stream.short(end + 2)
        else { return false }
        (place, end) = (end + 4, min(end + 4 + length, stream.count))
        return true
    }
}
