import Foundation

extension MarkupReader {
    /// HTML without the start tag that its last bytes begin and do not end.
    ///
    /// HTML is read whatever its mistakes, so that nothing else tells that it was cut. What is left of such a tag may hold a
    /// piece of an address. Some pages end for ever within `</html`, or in a comment that nobody ended: these hold nothing.
    ///
    /// - Parameter html: the document, in any encoding whose tags have the bytes of ASCII, or in UTF-16.
    /// - Returns: what stands before the tag, and what is to be said of it; the whole document and `nil` if there is none.
    public static func beforeCutTag(_ html: Data) -> (html: Data, problem: String?) {
        let last = html.lastIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        guard let last, html[last] == UInt8(ascii: "<"),
            // Zero bytes are those of UTF-16.
            let next = html[last...].dropFirst().first(where: { $0 != 0 }),
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
        else { return (html, nil) }
        return (html[..<last], "it was cut: it ends within a tag; only what comes before is listed")
    }
}
