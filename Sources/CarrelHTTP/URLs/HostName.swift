/// Host and port of a URL as text, by which limits and holds are counted.
package enum HostName {
    /// The authority of a URL without user information, in lower case: `example.org`, `example.org:8080`.
    ///
    /// It only looks at the text, because the URL is checked before it is requested.
    package static func of(_ url: String) -> String {
        var url = url
        return url.withUTF8 { String(decoding: authority($0), as: UTF8.self) }.lowercased()
    }

    private static func authority(_ url: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        // The two slashes after the scheme begin the authority (RFC 3986 section 3.2).
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return .init(start: nil, count: 0) }
        let rest = url[colon...].dropFirst().drop { $0 == UInt8(ascii: "/") }
        let authority = rest.prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        return UnsafeBufferPointer(rebasing: at.map { authority[$0...].dropFirst() } ?? authority)
    }
}
