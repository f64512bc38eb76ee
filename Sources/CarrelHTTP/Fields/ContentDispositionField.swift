import CarrelBasics
import Foundation

/// The `Content-Disposition` field of a response: RFC 6266, with extended values after RFC 8187.
public enum ContentDispositionField {
    /// The longest field value that is read, in bytes.
    public static let maxLength = 16 << 10
    /// The longest name that it returns, in bytes; `DocumentName` makes it safe for a disk.
    public static let maxNameLength = 1024

    /// The file name that a field value suggests, with any disposition type; `nil` if it suggests none.
    ///
    /// `filename*` wins over `filename`. Common mistakes of servers are accepted: spaces in a name without quotes,
    /// quotes that are not closed, a missing disposition type, and quotes around an extended value. An extended value
    /// that cannot be decoded is ignored. Of a path only the last part counts, without dots at its beginning.
    public static func suggestedName(in value: String) -> String? {
        guard value.utf8.count <= maxLength else { return nil }
        var plain: String?
        var extended: String?
        for parameter in ParameterList(value) {
            switch parameter.name {
            case "filename": plain = plain ?? parameter.value
            case "filename*": extended = extended ?? ExtendedValue.decode(parameter.value)
            default: break
            }
        }
        return extended.flatMap(lastPart) ?? plain.flatMap(lastPart)
    }

    /// The last part of a name that may be a Unix or Windows path.
    private static func lastPart(_ text: String) -> String? {
        // By scalars: with a combining mark after it, a slash is another character, but still a slash on a disk.
        var name = text.unicodeScalars[...]
        if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
        // A backslash without a folder before it belongs to the name.
        if let backslash = name.lastIndex(of: "\\"), name[..<backslash].contains(where: { $0 != "\\" }) {
            name = name[name.index(after: backslash)...]
        }
        name = name.drop { $0 == "." || $0.properties.isWhitespace }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : FileNameParts.shortened(String(name), to: maxNameLength)
    }
}

/// An extended value: `UTF-8'en'%E2%82%AC%20rates` (RFC 8187 section 3.2).
private enum ExtendedValue {
    static func decode(_ text: String) -> String? {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Substring(parts[2]).percentDecodedBytes else { return nil }
        switch String(parts[0])?.lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(latin1: bytes)
        default: return nil
        }
    }
}
