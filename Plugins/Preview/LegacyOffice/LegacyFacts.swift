import CarrelBasics
import CarrelText
import Foundation

/// What a document says about itself, in its sets of properties (MS-OLEPS).
struct LegacyFacts {
    private(set) var title: String?
    private(set) var pages: Int?
    private(set) var metadata: [String: String] = [:]

    private static let sets: [String: [Int: String]] = [
        "\u{5}SummaryInformation": [
            2: "title", 3: "subject", 4: "author", 5: "keywords", 6: "description", 8: "modified by",
            12: "created", 13: "modified", 14: "pages", 15: "words", 18: "producer",
        ],
        "\u{5}DocumentSummaryInformation": [2: "category", 14: "manager", 15: "company"],
    ]

    /// Reads the facts of a container; a damaged one has none.
    init(_ file: CompoundFile?) {
        for (name, properties) in Self.sets {
            if let stream = file?.stream(name) { read(stream, properties) }
        }
    }

    private mutating func read(_ stream: LegacyBytes, _ properties: [Int: String]) {
        // The first set is the format's own; another one holds what its author added.
        guard stream.short(0) == 0xFFFE, let start = stream.long(44), let count = stream.long(start + 4)
        else { return }
        var places: [Int: Int] = [:]
        for index in 0..<min(count, 256) {
            let entry = start + 8 + 8 * index
            guard let number = stream.long(entry), let place = stream.long(entry + 4) else { break }
            places[number] = start + place
        }
        let codePage = places[1].flatMap { stream.short($0 + 4) } ?? 1252
        let encoding: TextEncoding =
            codePage == 1200 ? .utf16LE : TextEncoding(codePage: codePage) ?? .windows1252
        for (number, name) in properties {
            guard let place = places[number],
                let value = Self.value(stream, place, encoding)?.titleText.nonEmpty
            else { continue }
            switch name {
            case "title": title = value
            case "pages": pages = Int(value)
            default: metadata[name] = value
            }
        }
    }

    /// A number above 0, a text or a time.
    private static func value(_ stream: LegacyBytes, _ place: Int, _ encoding: TextEncoding) -> String? {
        guard let type = stream.short(place), let value = stream.long(place + 4) else { return nil }
        switch type {
        case 3: return value > 0 && value < 1 << 31 ? String(value) : nil
        // Far more than is shown.
        case 30: return text(stream.part(place + 8, min(value, 8192)), encoding)
        case 31: return text(stream.part(place + 8, min(2 * value, 8192)), .utf16LE)
        case 64: return stream.long(place + 8).flatMap { Self.time(value | $0 << 32) }
        default: return nil
        }
    }

    /// Characters up to the first that is zero.
    private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> String {
        String(encoding.decode(Data(bytes)).text.prefix { $0 != "\0" })
    }

    /// Tenths of microseconds since 1601 as ISO 8601 writes them.
    private static func time(_ ticks: Int) -> String? {
        let seconds = ticks / 10_000_000 - 11_644_473_600
        // From 1900 to 9999: others are lengths of time, or none.
        guard (-2_208_988_800..<253_402_300_800).contains(seconds) else { return nil }
        return Date.ISO8601FormatStyle().format(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
