import CarrelBasics
import CarrelHTTP
import CarrelText
import Foundation

/// The fields before a message or a part of one (RFC 5322), with folded lines joined.
struct HeaderFields {
    private var fields: [(name: String, value: String)] = []
    /// Where the content begins.
    let end: Int

    private static let maxFields = 1000
    // No field that people write is longer.
    private static let maxValue = 64 << 10
    /// They tell, behind a line that is none of a field, that the fields go on.
    private static let known: Set<String> = [
        "content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version", "subject",
        "to",
    ]

    /// Reads the fields that a range begins with, up to an empty line, or one that is none of a field and has none behind it.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        var index = range.lowerBound
        let limit = range.upperBound
        var fields: [(name: String, value: [UInt8])] = []
        var next = index
        var isPassedOver = false
        while index < limit {
            let lineStart = index
            let lineEnd = bytes[index..<limit].firstIndex(of: 0x0A) ?? limit
            var line = bytes[index..<lineEnd]
            if line.last == 0x0D { line = line.dropLast() }
            index = min(lineEnd + 1, limit)
            if line.isEmpty { break }
            if line.first == 0x20 || line.first == 0x09 {
                if let last = fields.indices.last, !isPassedOver {
                    let room = Self.maxValue - fields[last].value.count
                    fields[last].value += line.prefix(room)
                }
                continue
            }
            guard let colon = line.firstIndex(of: 0x3A) else {
                if next < index { next = Self.knownField(bytes, in: index..<limit) ?? limit }
                isPassedOver = true
                if next < limit { continue }
                index = lineStart
                break
            }
            isPassedOver = fields.count == Self.maxFields
            guard !isPassedOver else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = line[(colon + 1)...].prefix(Self.maxValue)
            fields.append((name.trimmingCharacters(in: .whitespaces), Array(value)))
        }
        end = index
        // Some programs write other characters than ASCII without coding them.
        self.fields = fields.map {
            ($0.name, DecodedText(of: Data($0.value), isCut: $0.value.count == Self.maxValue).text)
        }
    }

    /// Where a known field begins before the next empty line; `nil` if none does.
    static func knownField(_ bytes: [UInt8], in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            let lineEnd = bytes[index..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            let line = bytes[index..<lineEnd]
            if line.isEmpty || line.first == 0x0D { return nil }
            let name = line.prefix(30).prefix { $0 != 0x3A }
            if name.endIndex < lineEnd, bytes[name.endIndex] == 0x3A,
                known.contains(String(decoding: name, as: UTF8.self).lowercased())
            {
                return index
            }
            index = lineEnd + 1
        }
        return nil
    }

    /// The first value of a field as it was written; `nil` if there is none.
    func raw(_ name: String) -> String? {
        fields.first { $0.name == name }?.value.trimmingCharacters(in: .whitespaces)
    }

    /// The first value of a field with coded words read; `nil` if there is none.
    func text(_ name: String) -> String? { raw(name).map { EncodedWords.decode($0).withoutEscapeSequences } }
}

/// A field's value with parameters (RFC 2045), such as `text/plain; charset=utf-8`.
struct ParameterizedValue {
    /// What stands before the parameters, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    init(_ text: String) {
        value = text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        for parameter in ParameterList(text).prefix(100) where parameters[parameter.name] == nil {
            parameters[parameter.name] = parameter.value
        }
    }

    /// A parameter, joined of its sections and decoded where it tells its charset (RFC 2231).
    subscript(name: String) -> String? {
        if let value = parameters[name] { return EncodedWords.decode(value) }
        var coded: [UInt8] = []
        var charset: String?
        for section in 0..<100 {
            let extended =
                section == 0
                ? parameters["\(name)*"] ?? parameters["\(name)*0*"] : parameters["\(name)*\(section)*"]
            if var text = extended {
                if section == 0 {
                    let halves = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
                    if halves.count == 3 { (charset, text) = (String(halves[0]), String(halves[2])) }
                }
                coded += text.utf8.decoded(escape: UInt8(ascii: "%"))
            } else if let plain = parameters["\(name)*\(section)"] {
                coded += plain.utf8
            } else {
                break
            }
        }
        return coded.isEmpty ? nil : DecodedText(of: Data(coded), declared: charset).text
    }
}
