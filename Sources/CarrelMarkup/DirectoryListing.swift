import Foundation

/// Recognises the pages that web servers make of folders: those of Apache, nginx, lighttpd, Caddy and Python.
public enum DirectoryListing {
    // Their titles stand near the beginning; Caddy's mark stands behind its styles.
    private static let outline = 16 << 10
    private static let longOutline = 256 << 10
    private static let titles = ["index of /", "directory listing for /"]
    private static let sorting = Data("?sort=namedirfirst".utf8)

    /// Whether a page is such a listing, by its title or by the links that sort it.
    public static func isPresent(in page: Data) -> Bool {
        let outline = page.prefix(Self.outline)
        guard outline.withUnsafeBytes({ $0.contains(UInt8(ascii: "<")) }) else { return false }
        let beginning = String(decoding: outline.filter { $0 != 0 }, as: UTF8.self).lowercased()
        if let start = beginning.range(of: "<title>"),
            let end = beginning.range(of: "</title>", range: start.upperBound..<beginning.endIndex)
        {
            let title = beginning[start.upperBound..<end.lowerBound].trimmingCharacters(
                in: .whitespacesAndNewlines)
            if titles.contains(where: title.hasPrefix) { return true }
        }
        return beginning.contains("<html") && page.prefix(longOutline).range(of: sorting) != nil
    }
}
