import CarrelHTTP
import CarrelMarkup
import CarrelText
import Foundation

/// How a browser is to read a document that is text: as previews do.
enum DocumentCharset {
    /// As much as a guess by the bytes looks at.
    static let length = 256 << 10

    /// The value of `Content-Type` for a document.
    ///
    /// What a browser would find out by itself, and what it does not know by that name, is left to it.
    ///
    /// - Parameters:
    ///   - type: the document's type.
    ///   - stored: the charset that its server said.
    ///   - beginning: its first bytes.
    ///   - isWhole: whether those are all.
    /// - Returns: the type, with the charset if it is known.
    static func field(_ type: MediaType, stored: String?, _ beginning: Data, isWhole: Bool) -> String {
        guard type.isText || type.essence == "application/xhtml+xml" else { return type.essence }
        guard let name = name(type, stored, beginning, isWhole) else { return type.essence }
        return "\(type.essence); charset=\(name)"
    }

    private static func name(
        _ type: MediaType, _ stored: String?, _ beginning: Data, _ isWhole: Bool
    ) -> String? {
        let encoding: TextEncoding
        if type == .html {
            encoding = HTMLEncoding.encoding(of: beginning, transport: stored)
        } else if type.essence.hasSuffix("xml") {
            // It declares another one in itself, or it is UTF-8.
            guard let told = stored.flatMap({ TextEncoding(label: $0) }) else { return nil }
            encoding = told
        } else {
            encoding = DecodedText(of: beginning, declared: stored, isCut: !isWhole).decoding.encoding
        }
        return TextEncoding(label: encoding.name) == encoding ? encoding.name : nil
    }
}
