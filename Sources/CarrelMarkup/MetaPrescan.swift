import CarrelText
import Foundation

/// Looks for the encoding that an HTML document declares, before anything of it is parsed.
///
/// HTML Standard, section 13.2.3.2: “prescan a byte stream to determine its encoding”.
struct MetaPrescan {
    /// How much of a document may declare its encoding, in bytes.
    static let length = 1024
    // Further down only what a parser would have come upon counts; what is behind that much is not looked for.
    private static let lateLength = 256 << 10

    private var reader: TagReader
    // Whether elements that hold no markup are stepped over, as a parser would.
    private let skipsRawText: Bool

    private init(_ bytes: UnsafeRawBufferPointer, skipsRawText: Bool) {
        reader = TagReader(bytes: bytes)
        self.skipsRawText = skipsRawText
    }

    /// The encoding that the first kilobyte declares, in a `meta` or an XML declaration.
    static func encoding(declaredIn data: Data) -> TextEncoding? {
        let beginning = data.prefix(length)
        if beginning.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if beginning.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        let found = beginning.withUnsafeBytes { bytes in
            var scan = MetaPrescan(bytes, skipsRawText: false)
            return scan.encoding()
        }
        return found ?? XMLDeclaration.encoding(of: beginning)
    }

    /// The encoding that a `meta` further down declares.
    static func lateEncoding(declaredIn data: Data) -> TextEncoding? {
        data.prefix(lateLength).withUnsafeBytes { bytes in
            var scan = MetaPrescan(bytes, skipsRawText: true)
            return scan.encoding()
        }
    }

    private mutating func encoding() -> TextEncoding? {
        while reader.advance(to: UInt8(ascii: "<")) {
            if reader.hasPrefix("<!--") {
                // The dashes may be those that begin the comment.
                reader.index += 2
                guard reader.advance(past: "-->") else { return nil }
            } else if reader.isTag(named: "meta") {
                reader.index += 5
                guard let attributes = reader.attributes() else { return nil }
                if let encoding = MetaDeclaration(attributes).encoding { return encoding }
            } else if let name = reader.tagName() {
                guard reader.attributes() != nil else { return nil }
                if skipsRawText, Self.rawText.contains(name), !reader.advance(past: "</\(name)") {
                    return nil
                }
            } else if reader.hasPrefix("<!") || reader.hasPrefix("</") || reader.hasPrefix("<?") {
                guard reader.advance(past: ">") else { return nil }
            } else {
                reader.index += 1
            }
        }
        return nil
    }

    /// The elements that hold no markup.
    static let rawText: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]
}

/// What a `meta` says about the encoding.
private struct MetaDeclaration {
    let encoding: TextEncoding?

    init(_ attributes: [(name: String, value: String)]) {
        var seen: Set<String> = []
        var isPragma = false
        var needsPragma: Bool?
        var label: String?
        for (name, value) in attributes where seen.insert(name).inserted {
            switch name {
            case "http-equiv": isPragma = isPragma || value == "content-type"
            case "content":
                guard label == nil, let charset = Self.charset(in: value),
                    TextEncoding(label: charset) != nil
                else { continue }
                label = charset
                needsPragma = true
            case "charset":
                label = value
                needsPragma = false
            default: break
            }
        }
        guard let needsPragma, let label, isPragma || !needsPragma else {
            encoding = nil
            return
        }
        let told = TextEncoding(label: label)
        // Whoever reads the declaration as ASCII cannot have UTF-16 in hand.
        encoding =
            told?.isUTF16 == true ? .utf8 : told?.name == "x-user-defined" ? .windows1252 : told
    }

    /// The charset in a `content`, as “extracting a character encoding from a meta element” finds it.
    static func charset(in content: String) -> String? {
        var rest = content[...]
        while let range = rest.range(of: "charset") {
            rest = rest[range.upperBound...].drop(while: \.isASCIISpace)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isASCIISpace)
            if let quote = rest.first, quote == "\"" || quote == "'" {
                rest = rest.dropFirst()
                return rest.firstIndex(of: quote).map { String(rest[..<$0]) }
            }
            return String(rest.prefix { !$0.isASCIISpace && $0 != ";" })
        }
        return nil
    }
}

extension Character {
    fileprivate var isASCIISpace: Bool { isASCII && isWhitespace }
}
