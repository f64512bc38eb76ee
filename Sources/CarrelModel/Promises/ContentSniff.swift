/// Looks at the beginning of content: whether it is what its name promises.
///
/// Servers answer a login page or an apology with status 200 where a document was asked for. Only what is certain
/// counts: a name that promises nothing known is never contradicted.
public enum ContentSniff {
    /// How much of the content is looked at, in bytes.
    public static let length = 1024

    /// Why content cannot be what an extension promises, such as `an HTML page instead of a PDF document`.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the content, `length` bytes or all of it; nothing is said of nothing.
    ///   - promised: the extension of the document's URL or name, with or without its dot.
    /// - Returns: the reason, or `nil` if nothing contradicts.
    public static func contradiction(prefix: some Collection<UInt8>, promised: String) -> String? {
        let bytes = Array(prefix.prefix(length))
        // Of several, as in `notes.tar.pdf`, the last one promises something.
        let fileExtension = promised.split(separator: ".").last?.lowercased() ?? ""
        guard !bytes.isEmpty, let kind = ContentSignature.kind(ofExtension: fileExtension) else { return nil }
        if kind.accepted.contains(where: { ContentSignature.matches($0, bytes) }) { return nil }
        if isHTML(bytes) { return "an HTML page instead of \(kind.noun)" }
        guard !kind.accepted.isEmpty else { return nil }
        if let found = ContentSignature.noun(ofContent: bytes) { return "\(found) instead of \(kind.noun)" }
        return "the content does not begin as \(kind.noun) does"
    }

    /// Whether content begins as an HTML page does: the table of the WHATWG's MIME Sniffing, section 7.1.
    ///
    /// Byte order marks are skipped, UTF-16 is read, and an XML declaration may stand before the page.
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

    /// The bytes with ASCII letters in lower case; of UTF-16 the characters of ASCII, each as a byte.
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
        return text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }
}
