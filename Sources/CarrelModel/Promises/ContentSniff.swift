import CarrelBasics

/// Checks by its beginning whether content is what its name promises.
///
/// Servers may send a login page or an error page with status 200 instead of a document. Only certain contradictions
/// count: nothing contradicts an unknown extension.
public enum ContentSniff {
    /// How many bytes at the beginning are checked.
    public static let length = 1024

    /// Why content cannot be what an extension promises, such as `an HTML page instead of a PDF document`.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the content, `length` bytes or all of it; empty content contradicts nothing.
    ///   - promised: the extension of the document's URL or name, with or without its dot.
    /// - Returns: the reason, or `nil` if nothing contradicts.
    public static func contradiction(prefix: some Collection<UInt8>, promised: String) -> String? {
        // Of several extensions, as in `notes.tar.pdf`, the last one counts.
        let fileExtension = promised.split(separator: ".").last?.lowercased() ?? ""
        guard let kind = ContentSignature.kind(ofExtension: fileExtension) else { return nil }
        let bytes = Array(prefix.prefix(length))
        guard !bytes.isEmpty else { return nil }
        if kind.accepted.contains(where: { ContentSignature.matches($0, bytes) }) { return nil }
        if isHTML(bytes) { return "an HTML page instead of \(kind.noun)" }
        guard !kind.accepted.isEmpty else { return nil }
        if let found = ContentSignature.noun(ofContent: bytes) { return "\(found) instead of \(kind.noun)" }
        return "the content does not begin as \(kind.noun) does"
    }

    /// Whether content begins like an HTML page, by the table in section 7.1 of the WHATWG's MIME Sniffing Standard.
    ///
    /// Skips byte order marks, reads UTF-16, and allows an XML declaration before the page.
    public static func isHTML(_ prefix: some Collection<UInt8>) -> Bool {
        let text = lowercased(Array(prefix.prefix(length)))
        let start = text.drop(while: isSpace)
        if start.starts(with: "<?xml".utf8) {
            return contains(start, "<html") || contains(start, "<!doctype html")
        }
        return patterns.contains { pattern in
            guard start.starts(with: pattern.utf8) else { return false }
            guard let next = start.dropFirst(pattern.utf8.count).first else { return false }
            return next == UInt8(ascii: ">") || isSpace(next)
        }
    }

    private static let patterns = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
        "<style", "<title", "<b", "<body", "<br", "<p", "<!--",
    ]

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    /// The bytes with ASCII letters in lower case; UTF-16 becomes one byte for each character, with 0xFF for those
    /// outside Latin-1.
    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        var text = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = Array(bytes.dropFirst(3))
        } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            let high = bytes[0] == 0xFE ? 0 : 1
            text = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                bytes[index + high] == 0 ? bytes[index + 1 - high] : 0xFF
            }
        }
        return text.map(\.lowercased)
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }
}
