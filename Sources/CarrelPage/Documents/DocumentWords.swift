import CarrelCore
import CarrelModel

/// The words on the pages of documents, read some pages at a time and kept for a while.
struct DocumentWords: Sendable {
    private struct Name: Hashable, Sendable {
        var content: String
        var first: Int
    }

    // A program's start costs as much as some pages, and nobody waits long for 25.
    private static let pagesAtOnce = 25
    /// The pages that are searched; a search of more takes too long for somebody who waits.
    static let mostSearched = 2000
    private let parts = MadeOnce<Name, [PageWords]>(limit: 48 << 20) { pages in
        // A word takes a string and four numbers.
        pages.reduce(0) { sum, page in sum + page.lines.reduce(64) { $0 + 64 + 64 * $1.count } }
    }

    /// The words of a page; `nil` if there is no such page.
    ///
    /// - Parameters:
    ///   - page: the page, from 1.
    ///   - content: what `Desk.contentName(of:)` calls the document's content.
    ///   - key: its item.
    ///   - desk: what reads it.
    /// - Throws: `PreviewError`, `StoreError`, `ConfigurationError`.
    func words(
        ofPage page: Int, of content: String, _ key: ItemKey, _ desk: Desk
    ) async throws -> PageWords? {
        let first = (max(1, page) - 1) / Self.pagesAtOnce * Self.pagesAtOnce + 1
        return try await part(first, of: content, key, desk).first { $0.page == page }
    }

    /// The places of a text in a document, by page.
    ///
    /// - Parameters:
    ///   - text: what to find.
    ///   - count: how many pages the document has.
    ///   - most: how many places are enough.
    ///   - content: what `Desk.contentName(of:)` calls the document's content.
    ///   - key: its item.
    ///   - desk: what reads it.
    /// - Returns: each page where it stands with its places, in order.
    /// - Throws: `PreviewError`, `StoreError`, `ConfigurationError`.
    func places(
        of text: String, pages count: Int, most: Int, in content: String, _ key: ItemKey, _ desk: Desk
    ) async throws -> [(page: Int, matches: [PageWords.Match])] {
        var found: [(page: Int, matches: [PageWords.Match])] = []
        var total = 0
        for first in stride(from: 1, through: min(count, Self.mostSearched), by: Self.pagesAtOnce) {
            try Task.checkCancellation()
            for page in try await part(first, of: content, key, desk) {
                let matches = page.matches(of: text)
                guard !matches.isEmpty else { continue }
                found.append((page.page, Array(matches.prefix(most - total))))
                total += matches.count
                if total >= most { return found }
            }
        }
        return found
    }

    private func part(
        _ first: Int, of content: String, _ key: ItemKey, _ desk: Desk
    ) async throws -> [PageWords] {
        try await parts.value(Name(content: content, first: first)) {
            try await desk.words(ofPages: first...first + Self.pagesAtOnce - 1, of: key)
        }
    }
}
