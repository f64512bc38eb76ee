import CarrelBasics

/// Whether content begins as a page.
extension ContentSniff {
    /// Whether content begins like an HTML page, by the table in section 7.1 of the WHATWG's MIME Sniffing Standard.
    ///
    /// Skips byte order marks, reads UTF-16, and allows an XML declaration before the page.
    public static func isHTML(_ prefix: some Collection<UInt8>) -> Bool {
        let text = lowercased(Array(prefix.prefix(length)))
        let start = text.drop(while: isSpace)
        if start.starts(with: "<?xml".utf8) {
            return contains(start, "<html") || contains(start, "<!doctype html")
        }
        return begins(start, with: patterns)
    }

    /// Whether content is a page from its beginning on, not only markup: behind comments and an XML declaration come the
    /// document type or the outermost elements.
    static func isWholePage(_ prefix: [UInt8]) -> Bool {
        var text = lowercased(Array(prefix.prefix(length))).drop(while: isSpace)
        for (opening, closing) in [("<?xml", "?>"), ("<!--", "-->")] {
            while text.starts(with: opening.utf8) {
                guard let end = text.indices.first(where: { text[$0...].starts(with: closing.utf8) }) else {
                    return false
                }
                text = text[end...].dropFirst(closing.utf8.count).drop(while: isSpace)
            }
        }
        return begins(text, with: ["<!doctype html", "<html", "<head", "<body"])
    }

    /// Whether text begins with one of these tags.
    private static func begins(_ text: ArraySlice<UInt8>, with tags: [String]) -> Bool {
        tags.contains { tag in
            guard text.starts(with: tag.utf8), let next = text.dropFirst(tag.utf8.count).first else {
                return false
            }
            return next == UInt8(ascii: ">") || isSpace(next)
        }
    }

    private static let patterns = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
        "<style", "<title", "<b", "<body", "<br", "<p", "<!--",
    ]

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    /// The bytes with ASCII letters in lower case; UTF-16 becomes one byte for each character, with 0xFF for those
    /// outside Latin-1.
    static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
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

    static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }
}
