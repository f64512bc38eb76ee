import CarrelBasics

/// Collects the text of a document page by page, up to a limit.
///
/// An empty line separates pages. A page without text has no mark.
public struct PagedText: Sendable {
    /// The text so far.
    public private(set) var text = ""
    /// Where its pages begin.
    public private(set) var marks: [Preview.PageMark] = []
    /// Whether text was left out because of the limit.
    public private(set) var isCut = false
    private let limit: Int

    /// Makes an empty text.
    ///
    /// - Parameter limit: the most text to keep, in bytes of UTF-8.
    public init(limit: Int) { self.limit = limit }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - number: its number, from 1; must ascend from call to call.
    ///   - page: its text, from which control characters and surrounding white space are removed.
    public mutating func add(page number: Int, _ page: String) {
        // White space at its end is not missed where the limit leaves no room for it.
        let page = String(page.readable.trimmingPrefix(while: \.isNewline)).trimmingSuffix(
            while: \.isWhitespace)
        guard !page.isEmpty else { return }
        let gap = text.isEmpty ? "" : "\n\n"
        let (part, isPartial) = String(page).prefix(utf8: max(0, limit - text.utf8.count - gap.utf8.count))
        isCut = isCut || isPartial
        guard !part.isEmpty else { return }
        text += gap
        marks.append(Preview.PageMark(page: number, offset: text.utf8.count))
        text += part.trimmingSuffix(while: \.isWhitespace)
    }
}

extension String {
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !condition($0) }) else { return "" }
        return self[...last]
    }
}

extension Preview {
    /// The part of the preview that belongs to some pages.
    ///
    /// - Parameter pages: the numbers of the first and the last page.
    /// - Returns: the preview with only the text of these pages; if that is not divided into pages, all of it, with a note.
    public func only(pages: ClosedRange<Int>) -> Preview {
        guard !pageMarks.isEmpty else {
            guard !text.isEmpty else { return self }
            var whole = self
            whole.notes.append("The text is not divided into pages, and is shown from its beginning")
            return whole
        }
        let kept = pageMarks.filter { pages.contains($0.page) }
        var part = self
        part.pageMarks = []
        part.text = ""
        guard let first = kept.first else { return part }
        let next = pageMarks.first { $0.page > pages.upperBound && $0.offset > first.offset }
        let end = next?.offset ?? text.utf8.count
        let utf8 = text.utf8
        let bytes = utf8.dropFirst(first.offset).prefix(max(0, end - first.offset))
        part.text = String(decoding: Array(bytes), as: UTF8.self)
        if next != nil {
            part.text = String(part.text.trimmingSuffix(while: \.isNewline))
            part.isTruncated = false
        }
        part.pageMarks = kept.map { PageMark(page: $0.page, offset: $0.offset - first.offset) }
        return part
    }
}

extension Preview {
    /// The preview with its text cut to at most `limit` bytes of UTF-8.
    public func cut(to limit: Int) -> Preview {
        let (beginning, isCut) = text.prefix(utf8: max(0, limit))
        guard isCut else { return self }
        var part = self
        (part.text, part.isTruncated) = (beginning, true)
        part.part = self.part?.cut(to: beginning.utf8.count, of: text.utf8.count)
        part.pageMarks = pageMarks.filter { $0.offset < beginning.utf8.count }
        return part
    }

    /// The preview without the beginning of its text that only says what its metadata says.
    public var withoutFactsInText: Preview {
        guard let factsEnd else { return self }
        var part = self
        part.text = String(decoding: text.utf8.dropFirst(factsEnd), as: UTF8.self).trimmed
        part.factsEnd = nil
        return part
    }
}

extension Preview.Part {
    /// What is left of it where some bytes are left of its text.
    fileprivate func cut(to rest: Int, of count: Int) -> Self? {
        guard case .beginning(let bytes, let size) = self, count > 0 else { return nil }
        return .beginning(bytes: Int64(Double(bytes) * Double(rest) / Double(count)), size: size)
    }
}
