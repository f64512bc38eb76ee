import Foundation

/// The line `<?xml … encoding="…"?>` that XML documents begin with.
package enum XMLDeclaration {
    // It stands at the beginning, and nobody writes a longer one.
    private static let length = 1024

    /// The encoding that the declaration names; `nil` without one.
    ///
    /// A declaration in bytes of ASCII that names UTF-16 means UTF-8.
    package static func encoding(of data: Data) -> TextEncoding? {
        let beginning = data.prefix(length)
        if beginning.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if beginning.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        guard beginning.starts(with: "<?xml".utf8), let end = beginning.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let text = String(decoding: beginning[..<end], as: UTF8.self)
        guard let name = text.range(of: "encoding") else { return nil }
        var rest = text[name.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        let told = TextEncoding(label: String(rest.dropFirst().prefix { $0 != quote }))
        return told?.isUTF16 == true ? .utf8 : told
    }
}

extension DecodedText {
    /// Decodes an XML document.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    package init(xml data: Data, charset: String?) {
        self.init(
            of: data, declared: charset.flatMap { TextEncoding(label: $0) }, own: XMLDeclaration.encoding(of:)
        )
    }
}
