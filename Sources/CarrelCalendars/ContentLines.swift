import CarrelBasics
import CarrelText
import Foundation

/// A line of a calendar or a card: a name, parameters and a value (RFC 5545, RFC 6350).
package struct ContentLine {
    /// The name in capital letters, without the group before its dot.
    package let name: String
    /// The parameters by their names in capital letters; those without a name are types.
    package let parameters: [String: String]
    /// The value as it is written.
    package let raw: String

    init?(_ line: String) {
        var isQuoted = false
        var marks: [String.Index] = []
        var colon: String.Index?
        for index in line.indices {
            let character = line[index]
            if character == "\"" { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if character == ";" { marks.append(index) }
            if character == ":" {
                colon = index
                break
            }
        }
        guard let colon else { return nil }
        let ends = marks + [colon]
        let name = line[..<(ends.first ?? colon)].split(separator: ".").last.map(String.init) ?? ""
        guard !name.isEmpty, name.utf8.count < 64 else { return nil }
        self.name = name.uppercased()
        var parameters: [String: String] = [:]
        for (start, end) in zip(marks, ends.dropFirst()) {
            let halves = line[line.index(after: start)..<end].split(separator: "=", maxSplits: 1).map(
                String.init)
            guard let first = halves.first else { continue }
            let key =
                halves.count == 2
                ? first.uppercased() : first.uppercased() == "QUOTED-PRINTABLE" ? "ENCODING" : "TYPE"
            let value = (halves.count == 2 ? halves[1] : first).trimmingCharacters(
                in: CharacterSet(charactersIn: "\""))
            if parameters[key] == nil {
                parameters[key] = value
            } else {
                // In place, for a line may have a million of them.
                parameters[key]?.append(",\(value)")
            }
        }
        self.parameters = parameters
        raw = String(line[line.index(after: colon)...])
    }

    /// The value with its escapes read, decoded where it is quoted-printable.
    package var text: String { Self.unescaped(decoded) }

    /// The parts between semicolons, each with its escapes read.
    package var parts: [String] {
        var parts = [""]
        var isEscaped = false
        for character in decoded {
            if character == ";", !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts.map(Self.unescaped)
    }

    private var decoded: String {
        guard parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" else { return raw }
        // Cards of version 2.1 write other characters than ASCII so.
        let bytes = raw.utf8.decoded(escape: UInt8(ascii: "="))
        return DecodedText(of: Data(bytes), declared: parameters["CHARSET"]).text
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// The lines of a calendar or cards.
package struct ContentLines: Sequence, IteratorProtocol {
    private var lines: ArraySlice<Substring>

    // An empty line ends quoted-printable: Outlook writes an equals sign before it, too.
    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }

    /// Joins folded lines: it happens to bytes, also within a character.
    ///
    /// Behind an equals sign `next` decides, for in quoted-printable the blank belongs to the text.
    package static func unfold(_ data: Data) -> Data {
        var unfolded = Data(capacity: data.count)
        var rest = data[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[..<end].last == 0x0D ? rest[..<end].dropLast() : rest[..<end]
            let isBlank = end + 1 < rest.endIndex && (rest[end + 1] == 0x20 || rest[end + 1] == 0x09)
            let isFolded = isBlank && line.last != UInt8(ascii: "=")
            unfolded += isFolded ? line : rest[...end]
            rest = rest[(isFolded ? end + 2 : end + 1)...]
        }
        return unfolded + rest
    }

    /// The next line that can be read; `nil` behind the last.
    package mutating func next() -> ContentLine? {
        while let first = lines.popFirst() {
            var line = String(first)
            // What is folded in UTF-16, or behind a carriage return alone, is seen once it is decoded.
            while !Self.goesOn(line), let next = lines.first,
                next.isEmpty || next.utf8.first == 0x20 || next.utf8.first == 0x09
            {
                line += next.dropFirst()
                lines = lines.dropFirst()
            }
            let isQuoted = Self.goesOn(line)
            while isQuoted, line.hasSuffix("="), let next = lines.popFirst() {
                line.removeLast()
                line += next
            }
            if let read = ContentLine(line) { return read }
        }
        return nil
    }

    /// Whether a line is quoted-printable, where it goes on behind an equals sign.
    private static func goesOn(_ line: String) -> Bool {
        guard line.utf8.last == UInt8(ascii: "=") else { return false }
        return String(decoding: line.utf8.prefix(512), as: UTF8.self).uppercased().contains(
            "QUOTED-PRINTABLE")
    }
}
