import CarrelBasics
import Foundation

/// A media type: `type/subtype` with an optional charset (RFC 9110 section 8.3.1).
///
/// It is kept in lower case, because type, subtype and parameter names are case-insensitive.
public struct MediaType: Hashable, Sendable {
    /// The type and subtype without parameters, such as `text/html`.
    public let essence: String
    /// The `charset` parameter in lower case, if there is one.
    public let charset: String?

    /// Reads a `Content-Type` field value; `nil` if it is not a media type.
    public init?(_ fieldValue: String) {
        if Self.isPlain(fieldValue) {
            self.init(essence: fieldValue)
            return
        }
        let parts = fieldValue.split(separator: ";", omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        let essence = String(first).withoutBlankEnds.lowercased()
        let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy(Self.isToken) else { return nil }
        var charset: String?
        for parameter in parts.dropFirst() where charset == nil {
            charset = Self.charset(inParameter: parameter)
        }
        self.init(essence: essence, charset: charset)
    }

    /// Whether a value is only a type and a subtype in lower case, as nearly all are.
    private static func isPlain(_ text: String) -> Bool {
        var slashes = 0
        var last: UInt8 = UInt8(ascii: "/")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                break
            case UInt8(ascii: "/"):
                if last == byte { return false }
                slashes += 1
            default: return false
            }
            last = byte
        }
        return slashes == 1 && last != UInt8(ascii: "/")
    }

    private init(essence: String, charset: String? = nil) {
        self.essence = essence
        self.charset = charset
    }

    /// Plain text.
    public static let plainText = MediaType(essence: "text/plain")
    /// A web page.
    public static let html = MediaType(essence: "text/html")
    /// A PDF document.
    public static let pdf = MediaType(essence: "application/pdf")
    /// Bytes of an unknown kind.
    public static let octetStream = MediaType(essence: "application/octet-stream")

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isTokenCharacter)
    }

    private static func charset(inParameter parameter: Substring) -> String? {
        let halves = parameter.split(separator: "=", maxSplits: 1)
        guard halves.count == 2,
            String(halves[0]).withoutBlankEnds.lowercased() == "charset"
        else { return nil }
        let value = halves[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'"))
        return value.isEmpty ? nil : value.lowercased()
    }

    /// Whether documents of this type are text that a person can read as it is.
    public var isText: Bool { essence.hasPrefix("text/") }

    /// Whether it is that of web pages.
    package var isHTML: Bool { essence == "text/html" || essence == "application/xhtml+xml" }

    /// Whether the type says nothing about the content: none given, or `application/octet-stream`.
    public var isOpaque: Bool { essence == "application/octet-stream" }
}

extension MediaType: CustomStringConvertible {
    /// The field value for this media type.
    public var description: String { charset.map { "\(essence); charset=\($0)" } ?? essence }
}

extension MediaType: Codable {
    /// Decodes a field value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let type = MediaType(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a media type: \(text)")
        }
        self = type
    }

    /// Encodes the field value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
