/// Addresses of the web as apps and desktops write them, with schemes of their own.
enum AppAddress {
    private static let schemes = [
        "dav": "http", "davs": "https", "webdav": "http", "webdavs": "https", "feed": "https",
        "itpc": "https", "pcast": "https", "podcast": "https", "opds": "https", "webcal": "https",
    ]

    /// What such an address means; `nil` for one of another scheme.
    ///
    /// - Parameters:
    ///   - text: the address.
    ///   - scheme: its scheme in lower case.
    static func webAddress(_ text: String, _ scheme: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        guard let web = schemes[scheme] else { return nil }
        // As in `feed:https://…`.
        if rest.hasPrefix("http://") || rest.hasPrefix("https://") { return String(rest) }
        return rest.hasPrefix("//") ? "\(web):\(rest)" : nil
    }
}
