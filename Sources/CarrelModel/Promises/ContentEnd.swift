/// Tells by its last bytes whether a document is whole, if documents of its kind end in a way of their own.
package enum ContentEnd {
    /// The number of last bytes that are looked at; behind its end a document may have some that do not belong to it.
    package static let length = 2048

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

    /// Whether bytes hold the end of a kind; `nil` if that has none of its own.
    private static func isEnd(of kind: ContentSignature, in bytes: [UInt8]) -> Bool? {
        switch kind {
        case .pdf: holds(bytes, Array("%%EOF".utf8))
        // The record that ends the list of what is in it.
        case .zip: holds(bytes, Array("PK".utf8) + [5, 6])
        case .png: holds(bytes, Array("IEND".utf8))
        case .jpeg: holds(bytes, [0xFF, 0xD9])
        case .gif: bytes.last(where: { $0 != 0 }) == UInt8(ascii: ";")
        case .ole, .gzip, .djvu, .postScript: nil
        }
    }

    private static func holds(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: mark) }
    }
}
