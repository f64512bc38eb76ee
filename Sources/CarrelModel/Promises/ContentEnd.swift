/// Tells by its last bytes whether a document is whole, if documents of its kind end in a way of their own.
///
/// Only what certainly lacks its end counts: documents from cameras and careless programs have much behind it.
package enum ContentEnd {
    /// The number of last bytes that are kept: the record that ends a ZIP archive may have a comment of 64 KiB.
    package static let length = 66 << 10
    /// How many of them may not belong to the document, beside zeros and blanks.
    private static let tail = 2048

    /// What a document is whose end is missing, such as `a PDF document`.
    ///
    /// - Parameters:
    ///   - beginning: its first bytes.
    ///   - ending: its last bytes, `length` of them or all.
    /// - Returns: the kind, as a noun with its article; `nil` if the end is there, or nobody can tell.
    package static func missing(beginning: [UInt8], ending: [UInt8]) -> String? {
        // Texts may hold the beginning of a PDF document, too.
        let first = Array(beginning.prefix(8))
        guard let kind = ContentSignature.allCases.first(where: { ContentSignature.matches($0, first) }),
            let isThere = isEnd(of: kind, in: ending), !isThere
        else { return nil }
        return ContentSignature.noun(ofContent: first)
    }

    /// Whether bytes hold the end of a kind; `nil` if nobody can tell.
    private static func isEnd(of kind: ContentSignature, in bytes: [UInt8]) -> Bool? {
        let last = lastBytes(of: bytes)
        guard !last.isEmpty else { return nil }
        return switch kind {
        // What stands before the mark is all that readers need.
        case .pdf: holds(last, "%%EOF".utf8) || holds(last, "startxref".utf8)
        case .zip: holdsArchiveEnd(bytes)
        case .png: holds(last, "IEND".utf8)
        case .jpeg: holds(last, [0xFF, 0xD9]) ? true : isWithinPicture(last) ? false : nil
        // The trailer, also behind the end of a picture's blocks.
        case .gif: last.last == UInt8(ascii: ";") || holds(last, [0, UInt8(ascii: ";")])
        case .ole, .gzip, .djvu, .postScript: nil
        }
    }

    /// The last bytes before those that fill up a block, or end a line.
    private static func lastBytes(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        let fill: [UInt8] = [0, 0x09, 0x0A, 0x0D, 0x20]
        let end = bytes.lastIndex { !fill.contains($0) }.map { $0 + 1 } ?? 0
        return bytes[..<end].suffix(tail)
    }

    /// Whether the record that ends the list of what is in an archive is there, and ends with its comment where the archive does.
    private static func holdsArchiveEnd(_ bytes: [UInt8]) -> Bool {
        let (mark, record) = (Array("PK".utf8) + [5, 6], 22)
        return bytes.indices.contains { start in
            guard bytes[start...].starts(with: mark) else { return false }
            let length = bytes[start...].dropFirst(record - 2).prefix(2)
            let comment = length.reversed().reduce(0) { $0 << 8 | Int($1) }
            return start + record + comment >= bytes.count - tail
        }
    }

    /// Whether the last bytes of a JPEG image are those of its picture, in which few marks stand; all of one that is so short.
    private static func isWithinPicture(_ last: ArraySlice<UInt8>) -> Bool {
        guard last.count == tail else { return true }
        let marks = zip(last, last.dropFirst()).filter { $0.0 == 0xFF }.map { $0.1 }
        return marks.contains(0) && marks.allSatisfy(standsInPicture)
    }

    /// Whether a byte may stand behind 255 in a picture: a stuffed one, a restart, and what is between two scans.
    private static func standsInPicture(_ mark: UInt8) -> Bool {
        switch mark {
        case 0, 0xC4, 0xD0...0xD7, 0xDA: true
        default: false
        }
    }

    private static func holds(_ bytes: ArraySlice<UInt8>, _ mark: some Sequence<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: mark) }
    }
}
