import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLSummaryPreviewing
import Testing

/// Pages of Mozilla Readability's tests, with what its readers expect of them.
@Suite(
    .timeLimit(.minutes(2)), .enabled(if: ReadablePages.arePresent, "needs ../shared/corpora/readable-pages"))
struct ReadablePagesTests {
    @Test
    func `the text of pages in the wild is found`() async throws {
        var sum = 0.0
        let pages = try ReadablePages.folders()
        for page in pages {
            let expected = try await ReadablePages.text(page.appending(path: "expected.html"))
            let source = PreviewDocument(file: page.appending(path: "source.html"), mediaType: .html)
            let preview = try await HTMLSummaryPreviewer().preview(
                source, limits: PreviewLimits(maxText: 1 << 20))
            sum += ReadablePages.score(preview.text, expected)
        }
        #expect(sum / Double(pages.count) > 0.955)
    }
}

/// The folder of those pages.
private enum ReadablePages {
    static let folder = RealData.file("../corpora/readable-pages")
    static let arePresent = FileManager.default.fileExists(atPath: folder.path)

    static func folders() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: "expected.html").path) }
    }

    /// All the words of a page, without its tags.
    static func text(_ file: URL) async throws -> String {
        let html = try String(contentsOf: file, encoding: .utf8)
        let bare = html.replacing(
            /<(script|style)[^>]*>.*?<\/(script|style)>/.dotMatchesNewlines(), with: " "
        )
        .replacing(/<\/?(a|b|i|em|strong|span|font|u|sup|sub|code|abbr|cite|small)\b[^>]*>/, with: "")
        .replacing(/<[^>]*>/, with: " ")
        return bare.replacing("&nbsp;", with: " ").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }

    /// The harmonic mean of precision and recall over the words of two texts.
    static func score(_ text: String, _ expected: String) -> Double {
        let (words, wanted) = (counts(text), counts(expected))
        let common = words.reduce(0) { $0 + min($1.value, wanted[$1.key] ?? 0) }
        let all = words.values.reduce(0, +) + wanted.values.reduce(0, +)
        return all == 0 ? 1 : 2 * Double(common) / Double(all)
    }

    private static func counts(_ text: String) -> [Substring: Int] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.reduce(into: [:]) {
            $0[$1, default: 0] += 1
        }
    }
}
