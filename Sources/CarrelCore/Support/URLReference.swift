import Foundation

/// References to documents, as catalogues write them.
public enum URLReference {
    /// Resolves a reference against the document that holds it (RFC 3986 section 5).
    ///
    /// An absolute URL stays as it is written; `RequestTarget` decides later whether it is requested. What is
    /// no reference gives `nil`.
    public static func resolve(_ reference: String, against base: URL) -> String? {
        let text = reference.trimmed
        guard !text.isEmpty, text.utf8.count <= RequestTarget.maxLength else { return nil }
        if hasScheme(text) { return text }
        return URL(string: RequestTarget.encoded(text), relativeTo: base)?.absoluteString
    }

    /// Whether the text begins with a scheme: RFC 3986 section 3.1.
    public static func hasScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                break
            default: if !isLetter(byte) { return false }
            }
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The last path component of a URL without percent-encoding, query and fragment; `nil` where it has none.
    public static func basename(_ url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let afterHost = path.range(of: "://").map { path[$0.upperBound...] } ?? path
        guard let slash = afterHost.lastIndex(of: "/") else { return nil }
        let name = afterHost[afterHost.index(after: slash)...]
        guard !name.isEmpty else { return nil }
        return name.removingPercentEncoding ?? String(name)
    }

    /// The extension of the last path component in lower case, without its dot.
    public static func fileExtension(_ url: String) -> String? {
        guard let name = basename(url), let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return nil
        }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text.lowercased()
    }
}
