import Foundation

/// The stem and the extension of a file name.
package enum FileNameParts {
    /// A name without dots and white space at either end.
    ///
    /// Works with scalars: a dot followed by a combining mark is another character, but still hides a file.
    package static func trimmed(_ name: String) -> String {
        func isDropped(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }
        return String(name.unicodeScalars.drop(while: isDropped).trimmingSuffix(while: isDropped))
    }

    /// Splits off an extension of at most 16 characters; double ones such as `.tar.gz` stay together.
    package static func split(_ name: String) -> (stem: String, fileExtension: String) {
        if let parts = plainParts(of: name) { return parts }
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            return (name, "")
        }
        let last = name[name.utf8.index(after: dot)...]
        guard (1...16).contains(last.utf8.count), isAlphanumeric(last) else {
            return (name, "")
        }
        let stem = name[..<dot]
        if stem.utf8.count > 4, stem.suffix(4).lowercased() == ".tar" {
            return (String(stem.dropLast(4)), String(stem.suffix(3)) + "." + last)
        }
        return (String(stem), String(last))
    }

    /// The parts of a name whose extension is a single one of ASCII letters and digits, as of nearly all; `nil` for any other.
    private static func plainParts(of name: String) -> (stem: String, fileExtension: String)? {
        var name = name
        return name.withUTF8 { bytes in
            guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
            let last = UnsafeBufferPointer(rebasing: bytes[(dot + 1)...])
            guard (1...16).contains(last.count), last.allSatisfy({ $0 < 0x80 && $0.isLetterOrDigit }),
                dot <= 4 || bytes[dot - 4] != UInt8(ascii: ".")
            else { return nil }
            let stem = UnsafeBufferPointer(rebasing: bytes[..<dot])
            return (String(decoding: stem, as: UTF8.self), String(decoding: last, as: UTF8.self))
        }
    }

    private static func isAlphanumeric(_ text: Substring) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.allSatisfy(\.isLetterOrDigit) }
        return text.allSatisfy { $0.isLetter || $0.isNumber }
    }

    /// The name, cut before its extension and between characters.
    package static func shortened(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        let (stem, fileExtension) = split(name)
        let tail = fileExtension.isEmpty ? "" : "." + fileExtension
        return cut(stem, to: limit - tail.utf8.count) + tail
    }

    /// The beginning of a name, cut between characters; `document` if nothing is left.
    package static func cut(_ text: String, to limit: Int) -> String {
        var length = 0
        let kept = text.prefix { character in
            length += character.utf8.count
            return length <= limit
        }
        let trimmed = trimmed(String(kept))
        return trimmed.isEmpty ? "document" : trimmed
    }
}

extension Substring.UnicodeScalarView {
    fileprivate func trimmingSuffix(while condition: (Unicode.Scalar) -> Bool) -> Self {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
