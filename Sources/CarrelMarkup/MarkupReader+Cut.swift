import Foundation

extension MarkupReader {
    /// How a page shows that it was cut.
    public enum Cut: Sendable, Hashable {
        /// It ends within a start tag.
        case tag
        /// It ends within a list, a table or the like, as a page does, too, that ends none of them each time.
        case element
    }

    /// HTML without what was cut off of its last tag, and whether the page was cut.
    ///
    /// HTML is read whatever its mistakes, so that nothing else tells that it was cut. What is left of a start tag may hold a
    /// piece of an address. Some pages end for ever within `</html`, or in a comment that nobody ended: these hold nothing. A page
    /// that ends within a list or a table, and not with its body, was probably cut between two tags, or its server failed.
    ///
    /// - Parameter html: the document, in any encoding whose tags have the bytes of ASCII, or in UTF-16.
    /// - Returns: what can be read, and how it shows that it was cut; the whole document and `nil` if it was not.
    public static func beforeCut(_ html: Data) -> (html: Data, cut: Cut?) {
        if let tag = cutTag(in: html) { return (html[..<tag], .tag) }
        let isCut = html.withUnsafeBytes { bytes in
            var elements = UnendedElements(bytes: bytes)
            return elements.areThere()
        }
        return (html, isCut ? .element : nil)
    }

    /// Where the start tag is that the last bytes begin and do not end; `nil` if there is none.
    private static func cutTag(in html: Data) -> Data.Index? {
        let last = html.lastIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        guard let last, html[last] == UInt8(ascii: "<"),
            // Zero bytes are those of UTF-16.
            let next = html[last...].dropFirst().first(where: { $0 != 0 }),
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
        else { return nil }
        return last
    }
}

/// Looks for elements that a page begins and does not end.
private struct UnendedElements {
    // Nobody leaves out their end tags, as is done with those of paragraphs, rows, and entries of lists.
    private static let ended: Set<String> = [
        "article", "div", "dl", "main", "ol", "pre", "section", "table", "ul",
    ]
    // How much of a page's end is looked at first, in bytes: nearly all pages end their body there.
    private static let end = 1024

    private let bytes: UnsafeRawBufferPointer
    private var counts: [String: Int] = [:]

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether there are such elements, and neither the body nor the page is ended.
    mutating func areThere() -> Bool {
        guard !endsBody() else { return false }
        var reader = TagReader(bytes: bytes)
        while reader.advance(to: UInt8(ascii: "<")), !Task.isCancelled {
            if reader.hasPrefix("<!--") {
                reader.index += 2
                guard reader.advance(past: "-->") else { break }
            } else if let name = reader.tagName() {
                guard let isEmpty = reader.skipAttributes() else { break }
                if name == "/body" || name == "/html" { return false }
                if !isEmpty { count(name) }
                if MetaPrescan.rawText.contains(name), !reader.advance(past: "</\(name)") { break }
            } else {
                reader.index += 1
            }
        }
        return counts.values.contains { $0 > 0 }
    }

    private func endsBody() -> Bool {
        ["</body", "</html"].contains { tag in
            var reader = TagReader(bytes: bytes)
            reader.index = max(0, bytes.count - Self.end)
            return reader.advance(past: tag)
        }
    }

    private mutating func count(_ tag: String) {
        let isEnd = tag.first == "/"
        let name = isEnd ? String(tag.dropFirst()) : tag
        guard Self.ended.contains(name) else { return }
        counts[name] = max(0, counts[name, default: 0] + (isEnd ? -1 : 1))
    }
}
