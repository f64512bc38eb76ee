import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

extension Attempt {
    /// How many attempts an item keeps at least.
    package static let kept: Int64 = 50

    /// Whether it says anything of its item: a cancelled one does not, and what the one before it found stays.
    ///
    /// All that it may have left is a part of the document.
    ///
    /// - Parameter updateAvailable: whether it found that the server has a newer version.
    /// - Returns: whether it does.
    package func tells(_ updateAvailable: Bool) -> Bool { outcome != .parked || updateAvailable }

    /// Why it leaves its item without what was asked for; `nil` if it does not.
    package var failure: String? { outcome == .failed || outcome == .quarantined ? reason : nil }
}

/// The requests of an attempt as the database keeps them: the JSON form of `AttemptExchange`.
package enum AttemptDetail {
    /// The text for an attempt's requests; `nil` for none.
    ///
    /// Written by hand: every download makes one, and a `JSONEncoder` costs more than the row that it is for.
    package static func text(of exchanges: [AttemptExchange]) -> String? {
        guard !exchanges.isEmpty else { return nil }
        var text = JSONBytes()
        text.list(exchanges) { $0.object($1) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The requests in a text; none if it is missing or not readable.
    package static func exchanges(in text: String?) -> [AttemptExchange] {
        text.flatMap { try? JSONDecoder().decode([AttemptExchange].self, from: Data($0.utf8)) } ?? []
    }
}

/// JSON in the making.
private struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    mutating func object(_ exchange: AttemptExchange) {
        raw("{\"asked\":")
        quoted(exchange.asked.name)
        member(",\"offset\":", exchange.asked.offset)
        member(",\"overlap\":", exchange.asked.overlap)
        if !exchange.redirects.isEmpty {
            raw(",\"redirects\":")
            list(exchange.redirects) { $0.quoted($1) }
        }
        member(",\"url\":", exchange.url)
        member(",\"status\":", exchange.status)
        member(",\"entityTag\":", exchange.entityTag)
        member(",\"lastModified\":", exchange.lastModified)
        member(",\"mediaType\":", exchange.mediaType)
        member(",\"content\":", exchange.content)
        member(",\"length\":", exchange.length)
        if !exchange.digests.isEmpty {
            raw(",\"digests\":")
            list(exchange.digests) { $0.quoted($1.textWithOrigin) }
        }
        member(",\"retryAfter\":", exchange.retryAfter)
        member(",\"decision\":", exchange.decision.name)
        member(",\"reason\":", exchange.decision.reason)
        raw("}")
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout JSONBytes, Element) -> Void) {
        raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        raw("]")
    }

    /// Adds a member with what comes before its value, if it has one.
    private mutating func member(_ beginning: StaticString, _ value: String?) {
        guard let value else { return }
        raw(beginning)
        quoted(value)
    }

    private mutating func member(_ beginning: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        raw(beginning)
        bytes += String(value).utf8
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func quoted(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            // All at once, unless there is something to escape.
            var escapes: UInt8 = 0
            for byte in text {
                escapes |=
                    (byte < 0x20).bit | (byte == UInt8(ascii: "\"")).bit
                    | (byte == UInt8(ascii: "\\")).bit
            }
            if escapes != 0 {
                for byte in text { escaped(byte) }
            } else {
                bytes.append(contentsOf: text)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escaped(_ byte: UInt8) {
        guard Self.mustBeEscaped(byte) else { return bytes.append(byte) }
        if byte < 0x20 {
            raw(byte < 16 ? "\\u000" : "\\u00")
            bytes += String(byte, radix: 16).utf8
        } else {
            raw("\\")
            bytes.append(byte)
        }
    }
}
