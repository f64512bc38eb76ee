import Foundation

extension DecodedText {
    /// Decodes a text file: by its byte order mark, by what was declared, by what it declares itself as XML, else by its
    /// bytes (RFC 7303, section 3).
    ///
    /// Bytes beyond ASCII that are UTF-8 throughout are UTF-8 whatever was declared: no other text is that by chance.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - declared: the encoding's label as the server or the file tells it; an unknown one is ignored.
    ///   - isCut: whether the bytes may end within a character.
    public init(of data: Data, declared: String? = nil, isCut: Bool = false) {
        let encoding =
            TextEncoding.byteOrderMark(of: data)?.encoding
            ?? declared.flatMap { TextEncoding(label: $0) }.map { told in
                !told.isUTF16 && UndeclaredText(data: Self.whole(data, isCut)).isUTF8BeyondASCII
                    ? .utf8 : told
            } ?? XMLDeclaration.encoding(of: data).map { Self.kept($0, Self.whole(data, isCut)) }
            ?? UndeclaredText(data: Self.whole(data, isCut)).encoding
        self = encoding.decode(data, isCut: isCut)
    }

    /// Decodes a page or another document that declares its encoding in itself.
    ///
    /// A document that declares an alphabet and is UTF-8 beyond ASCII was put into UTF-8 later. What begins with a tag in single
    /// bytes is never UTF-16.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - declared: the encoding that counts, as what the transport declared; `nil` to look into the document.
    ///   - own: finds what the document declares itself.
    public init(of data: Data, declared: TextEncoding?, own: (Data) -> TextEncoding?) {
        let encoding =
            TextEncoding.byteOrderMark(of: data)?.encoding ?? declared.flatMap { Self.believed($0, data) }
            ?? own(data).map { Self.kept($0, data) } ?? UndeclaredText(data: data).encoding
        self = encoding.decode(data)
    }

    /// What the transport declares, unless it is UTF-16 and the document begins with a tag in single bytes.
    private static func believed(_ told: TextEncoding, _ data: Data) -> TextEncoding? {
        guard told.isUTF16,
            let start = data.firstIndex(where: { !TextEncoding.isSpace($0) }),
            data[start] == UInt8(ascii: "<")
        else { return told }
        return data[start...].dropFirst().first == 0 ? told : nil
    }

    /// What a document declares itself, unless it was put into UTF-8 later.
    private static func kept(_ told: TextEncoding, _ data: Data) -> TextEncoding {
        told.isSingleByte && UndeclaredText(data: data).isUTF8BeyondASCII ? .utf8 : told
    }

    /// The bytes without up to three of a character that is broken off at their end.
    private static func whole(_ data: Data, _ isCut: Bool) -> Data {
        guard isCut, let lead = data.suffix(4).lastIndex(where: { $0 & 0xC0 == 0xC0 }) else { return data }
        let length = data[lead] >= 0xF0 ? 4 : data[lead] >= 0xE0 ? 3 : 2
        return data.endIndex - lead < length ? data[..<lead] : data
    }
}
