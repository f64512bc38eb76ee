import Foundation

/// Ampersands in XML that belong to no reference, as in `<link>…?a=1&b=2</link>`: a common mistake, and what stands behind
/// them is lost to every reader of XML.
public enum StrayAmpersands {
    /// The document with each of them written as `&amp;`.
    ///
    /// Sections of CDATA, comments and declarations stay as they are. The encoding must be one that has ASCII in it; a
    /// document in UTF-16 comes back unchanged.
    public static func escaped(_ data: Data) -> Data {
        if data.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) { return data }
        var result = Data(capacity: data.count + data.count / 64)
        let bytes = [UInt8](data)
        var index = 0
        var copied = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                index = endOfSection(bytes, from: index) ?? index + 1
            case UInt8(ascii: "&") where !isReference(bytes, at: index + 1):
                result.append(contentsOf: bytes[copied..<index])
                result.append(contentsOf: "&amp;".utf8)
                index += 1
                copied = index
            default: index += 1
            }
        }
        result.append(contentsOf: bytes[copied...])
        return result
    }

    /// Where what has no references ends that begins here; `nil` if nothing such does.
    private static func endOfSection(_ bytes: [UInt8], from start: Int) -> Int? {
        for (opening, closing) in [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<!DOCTYPE", ">"), ("<?", "?>")] {
            guard bytes[start...].starts(with: opening.utf8) else { continue }
            let rest = bytes[(start + opening.utf8.count)...]
            return rest.firstRange(of: closing.utf8)?.upperBound ?? bytes.endIndex
        }
        return nil
    }

    /// Whether a name or a number and a semicolon follow.
    private static func isReference(_ bytes: [UInt8], at start: Int) -> Bool {
        let name = bytes[start...].prefix(64).prefix { $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else {
            return false
        }
        let isNumber = name.first == UInt8(ascii: "#")
        let rest = isNumber ? name.dropFirst() : name
        return !rest.isEmpty
            && rest.allSatisfy { byte in
                byte >= 0x80 || (0x30...0x39).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
            }
    }
}
