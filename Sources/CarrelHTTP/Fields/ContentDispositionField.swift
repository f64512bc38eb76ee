import CarrelBasics
import Foundation

/// The `Content-Disposition` field of a response: RFC 6266, with extended values after RFC 8187.
public enum ContentDispositionField {
    /// The longest field value that is read, in bytes.
    public static let maxLength = 16 << 10
    /// The longest name that is suggested, in bytes; what becomes of it on a disk is `DocumentName`'s matter.
    public static let maxNameLength = 1024

    /// The file name that a field value suggests, whichever the disposition type; `nil` if it suggests none.
    ///
    /// `filename*` wins over `filename`. Values that servers get wrong are read as they are meant: spaces in a
    /// name without quotes, quotes that are not closed, a missing disposition type, quotes around an extended
    /// value. An extended value that cannot be decoded counts as absent. Of a path only the last part is
    /// suggested, without dots at its beginning.
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

    /// The last part of what may be a path, of Unix or of Windows.
    private static func lastPart(_ text: String) -> String? {
        // By scalars: a slash with a combining mark behind it is another character, and still a slash on a disk.
        var name = text.unicodeScalars[...]
        if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
        // A backslash that no folder stands before belongs to the name.
        if let backslash = name.lastIndex(of: "\\"), name[..<backslash].contains(where: { $0 != "\\" }) {
            name = name[name.index(after: backslash)...]
        }
        name = name.drop { $0 == "." || $0.properties.isWhitespace }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : FileNameParts.shortened(String(name), to: maxNameLength)
    }
}

/// The parameters of a field value, read as leniently as browsers do.
private struct ParameterList: Sequence, IteratorProtocol {
    private var rest: Substring.UnicodeScalarView
    private var isFirst = true

    init(_ value: String) { rest = value.unicodeScalars[...] }

    mutating func next() -> (name: String, value: String)? {
        while !rest.isEmpty {
            let name = read { $0 == ";" || $0 == "=" }
            let isType = isFirst && rest.first != "="
            isFirst = false
            guard rest.first == "=" else {
                rest = rest.dropFirst()
                // The disposition type, or a parameter without a value.
                if isType || !rest.isEmpty { continue }
                return nil
            }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let value = rest.first == "\"" ? quoted() : read { $0 == ";" }
            rest = rest.drop { $0 != ";" }.dropFirst()
            return (name.lowercased(), value)
        }
        return nil
    }

    private mutating func read(until isEnd: (Unicode.Scalar) -> Bool) -> String {
        let text = rest.prefix { !isEnd($0) }
        rest = rest[text.endIndex...]
        return String(text).trimmingCharacters(in: .whitespaces)
    }

    /// A quoted string (RFC 9110 section 5.6.4), up to the end of the value where the quote is not closed.
    private mutating func quoted() -> String {
        var text = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(text)
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
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
