import CarrelBasics

/// Finds the messages of a file: one, or those that lines beginning with “From ” part (RFC 4155).
enum MailboxReader {
    private static let mark = Array("From ".utf8)
    private static let lengthField = "content-length:"

    /// Where they are; at least one.
    static func messages(_ bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.starts(with: mark) else { return [0..<bytes.count] }
        var marks: [Range<Int>] = []
        var line = 0
        var isAfterEmpty = true
        while line < bytes.count {
            let end = lineEnd(bytes, line)
            if isAfterEmpty, isMark(bytes, line..<end, isFirst: marks.isEmpty) {
                marks.append(line..<end)
                line = statedEnd(bytes, of: end) ?? end
                isAfterEmpty = line != end
                continue
            }
            isAfterEmpty = isEmpty(bytes[line..<end])
            line = end
        }
        let ends = marks.dropFirst().map(\.lowerBound) + [bytes.count]
        return zip(marks, ends).map { $0.upperBound..<$1 }
    }

    // It tells a time of the day, and fields follow: a line of a text may begin with the same word, and tell a time, too.
    private static func isMark(_ bytes: [UInt8], _ line: Range<Int>, isFirst: Bool) -> Bool {
        guard bytes[line].starts(with: mark) else { return false }
        return isFirst
            || holdsTime(bytes[line])
                && HeaderFields.knownField(bytes, in: line.upperBound..<bytes.count) != nil
    }

    private static func holdsTime(_ line: ArraySlice<UInt8>) -> Bool {
        zip(line, zip(line.dropFirst(), line.dropFirst(2))).contains { first, next in
            first.isDigit && next.0 == UInt8(ascii: ":") && next.1.isDigit
        }
    }

    /// Where a message ends that tells the length of its content, as in mailboxes whose texts may hold lines like those between
    /// messages; `nil` if it tells none, or a wrong one.
    private static func statedEnd(_ bytes: [UInt8], of message: Int) -> Int? {
        var length: Int?
        var line = message
        while line < bytes.count {
            let end = lineEnd(bytes, line)
            let field = bytes[line..<end]
            line = end
            if isEmpty(field) { break }
            // A longer line is another field.
            if field.count <= 40, length == nil { length = statedLength(field) }
        }
        guard let length, length >= 0, length <= bytes.count - line else { return nil }
        let ends = bytes[(line + length)...].prefix(4).prefix { $0 == 0x0A || $0 == 0x0D }
        let isEnd = ends.endIndex == bytes.count || bytes[ends.endIndex...].starts(with: mark)
        return isEnd ? ends.endIndex : nil
    }

    private static func statedLength(_ field: ArraySlice<UInt8>) -> Int? {
        // Most fields begin with another letter.
        guard field.first.map({ $0 | 0x20 }) == lengthField.utf8.first else { return nil }
        let text = String(decoding: field, as: UTF8.self).lowercased()
        guard text.hasPrefix(lengthField) else { return nil }
        return Int(text.dropFirst(lengthField.count).filter { !$0.isWhitespace })
    }

    private static func lineEnd(_ bytes: [UInt8], _ line: Int) -> Int {
        bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }

    private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
        line.count <= 2 && line.allSatisfy { $0 <= 0x20 }
    }
}
