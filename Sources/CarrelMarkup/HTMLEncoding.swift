import CarrelText
import Foundation

/// An HTML document in UTF-8, whatever it came in.
package struct HTMLEncoding {
    /// The document without a byte order mark and without zero bytes, which libxml2 takes for the end.
    let utf8: Data
    let decoding: TextDecoding

    /// Decides by, in this order: a byte order mark, the transport, the document's declaration, the bytes.
    init(_ data: Data, transport: String?) {
        let decoded = DecodedText(
            of: data, declared: transport.flatMap { TextEncoding(label: $0) },
            own: { MetaPrescan.encoding(declaredIn: $0) ?? Self.lateEncoding(declaredIn: $0) })
        let holdsZero = decoded.utf8.withUnsafeBytes { $0.contains(0) }
        utf8 = holdsZero ? decoded.utf8.filter { $0 != 0 } : decoded.utf8
        decoding = decoded.decoding
    }

    /// The encoding of an HTML document, decided as when it is parsed.
    ///
    /// - Parameters:
    ///   - data: the document, or its beginning.
    ///   - transport: the charset that came with it.
    package static func encoding(of data: Data, transport: String?) -> TextEncoding {
        HTMLEncoding(data, transport: transport).decoding.encoding
    }

    /// The encoding that is declared after the first kilobyte: looked for only where it makes a difference.
    private static func lateEncoding(declaredIn data: Data) -> TextEncoding? {
        // Escapes are how ISO-2022-JP writes what is beyond ASCII.
        let isASCII = data.withUnsafeBytes { bytes in !bytes.contains { $0 >= 0x80 || $0 == 0x1B } }
        return isASCII ? nil : MetaPrescan.lateEncoding(declaredIn: data)
    }
}
