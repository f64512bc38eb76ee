import CarrelBasics

/// Where links of a foreign document may lead.
enum LinkTarget {
    // As much as a request takes.
    private static let maxLength = 8 << 10
    // The characters of RFC 3986 that HTML does not act on; the percent sign among them.
    private static let kept = Set("-._~!$()*+,;=:@/?#%[]&".utf8)

    /// An address as it may stand in HTML, before it is escaped; `nil` if nobody is to follow it.
    ///
    /// Allowed are http, https and mailto with something behind them, and places of the same page.
    static func allowed(_ url: String) -> String? {
        let bytes = Array(url.utf8)
        guard bytes.count <= maxLength, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            return nil
        }
        let beginning = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        let length = ["https://", "http://", "mailto:", "#"].first { beginning.hasPrefix($0) }?.utf8.count
        guard let length, bytes.count > length, length == 1 || !"/\\".utf8.contains(bytes[length])
        else { return nil }
        return url.percentEncoded { $0.isLetterOrDigit || kept.contains($0) }
    }
}
