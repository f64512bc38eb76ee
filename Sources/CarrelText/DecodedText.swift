import Foundation

/// Text that was decoded.
public struct DecodedText: Sendable {
    /// The text in UTF-8, without a byte order mark.
    ///
    /// Of bytes that are UTF-8 already it is the same memory.
    public let utf8: Data
    /// How it was decoded.
    public let decoding: TextDecoding

    /// The text.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
}

/// How text was decoded: in which encoding, and what could not be read.
public struct TextDecoding: Sendable, Hashable {
    /// The encoding.
    public var encoding: TextEncoding
    /// The number of bytes that could not be decoded; U+FFFD stands for them.
    public var undecodable: Int

    public init(encoding: TextEncoding, undecodable: Int) {
        self.encoding = encoding
        self.undecodable = undecodable
    }

    /// The facts for a preview: `encoding` unless it is UTF-8, and `undecodable` if there is such a byte.
    public var metadata: [String: String] {
        var metadata: [String: String] = [:]
        if encoding != .utf8 { metadata["encoding"] = encoding.name }
        if undecodable > 0 { metadata["undecodable"] = String(undecodable) }
        return metadata
    }
}

extension TextEncoding {
    /// The encoding that a byte order mark tells, and the mark's length in bytes.
    public static func byteOrderMark(of data: Data) -> (encoding: TextEncoding, length: Int)? {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if data.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if data.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        return nil
    }

    /// Decodes bytes; never fails.
    ///
    /// - Parameters:
    ///   - data: the bytes; a byte order mark of this encoding at their beginning is left out.
    ///   - isCut: whether the bytes may end within a character, which is then left out.
    /// - Returns: the text, with U+FFFD for what could not be decoded.
    public func decode(_ data: Data, isCut: Bool = false) -> DecodedText {
        var data = data
        if let mark = Self.byteOrderMark(of: data), mark.encoding == self {
            data = data.dropFirst(mark.length)
        }
        if method == .utf8, data.withUnsafeBytes({ UTF8Scan(bytes: $0).isValid }) {
            return DecodedText(utf8: data, decoding: TextDecoding(encoding: self, undecodable: 0))
        }
        var writer = TextWriter(capacity: data.count)
        data.withUnsafeBytes { decode($0, isCut: isCut, into: &writer) }
        return DecodedText(
            utf8: Data(writer.utf8), decoding: TextDecoding(encoding: self, undecodable: writer.undecodable))
    }

    private func decode(_ bytes: UnsafeRawBufferPointer, isCut: Bool, into writer: inout TextWriter) {
        switch method {
        case .utf8: UTF8Decoder.repair(bytes, isCut: isCut, into: &writer)
        case .utf16(let isBigEndian):
            UTF16Decoder.decode(bytes, isBigEndian: isBigEndian, isCut: isCut, into: &writer)
        case .singleByte(let name): SingleByteDecoder(self, iconvName: name).decode(bytes, into: &writer)
        case .multiByte(let name):
            MultiByteDecoder.decode(bytes, iconvName: name, isCut: isCut, into: &writer)
        case .iso2022JP: ISO2022JPDecoder.decode(bytes, isCut: isCut, into: &writer)
        case .userDefined: UserDefinedDecoder.decode(bytes, into: &writer)
        case .replacement: if !bytes.isEmpty { writer.replace(bytes: bytes.count) }
        }
    }
}
