import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import CarrelViews
import Foundation
import Testing

@Suite
struct PreviewPageTests {
    private func preview(_ text: String, _ form: Preview.Form = .markdown) -> Preview {
        Preview(text: text, form: form, mediaType: .html)
    }

    @Test func `pages begin with their numbers`() {
        var pages = preview("before\n\none\n\ntwo *ä*")
        pages.pageMarks = [.init(page: 3, offset: 8), .init(page: 5, offset: 13)]
        #expect(
            PreviewPage.body(of: pages).html == """
                <p>before</p>
                <p class="page" id="page-3">Page 3</p>
                <p>one</p>
                <p class="page" id="page-5">Page 5</p>
                <p>two <em>ä</em></p>

                """)
        pages.form = .plain
        #expect(PreviewPage.body(of: pages).html.contains("<pre class=\"text\">two *ä*</pre>"))
        // Marks that no previewer should make break nothing.
        pages.pageMarks = [
            .init(page: 2, offset: 900), .init(page: 1, offset: 13), .init(page: 4, offset: 2),
        ]
        #expect(PreviewPage.body(of: pages).html.contains("id=\"page-1\""))
    }

    @Test(arguments: [
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "slide"),
        ("application/vnd.ms-powerpoint", "slide"),
        ("application/vnd.oasis.opendocument.presentation", "slide"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "sheet"),
        ("application/vnd.ms-excel", "sheet"), ("application/vnd.oasis.opendocument.spreadsheet", "sheet"),
        ("application/epub+zip", "chapter"), ("application/x-fictionbook+xml", "chapter"),
        ("application/pdf", "page"), ("application/msword", "page"),
    ])
    func `a presentation has slides, a workbook sheets and a book chapters`(type: String, name: String) throws
    {
        var document = preview("one")
        (document.mediaType, document.pages) = (try #require(MediaType(type)), 12)
        document.pageMarks = [.init(page: 1, offset: 0)]
        let page = PreviewPage.page(of: document, name: "n")
        #expect(page.contains("id=\"page-1\">\(name.capitalized) 1</p>"))
        #expect(page.contains("<th scope=\"row\">\(name)s</th><td dir=\"auto\">12</td>"))
        let named = PreviewPage.body(of: document, naming: { "<\($0)>" }).html
        #expect(named.contains("id=\"page-1\">&lt;1&gt;</p>"))
        document.text = ""
        let absence = PageRange.absence(of: 13...14, in: document)
        #expect(absence == "it has 12 \(name)s, so there is no \(name) 13")
    }

    @Test func `all pages share one limit`() {
        var pages = preview(String(repeating: "word\n\n", count: 100))
        pages.pageMarks = (0..<100).map { .init(page: $0 + 1, offset: $0 * 6) }
        let cut = PreviewPage.body(of: pages, limits: MarkdownHTML.Limits(maxText: 60))
        #expect(cut.isCut && cut.html.components(separatedBy: "word").count == 11)
    }

    @Test func `plain text stays as it is`() {
        #expect(
            PreviewPage.body(of: preview("a <b>\n  *c*", .plain)).html
                == "<pre class=\"text\">a &lt;b&gt;\n  *c*</pre>\n")
    }

    @Test func `title, facts and notes are text`() {
        var hostile = preview("x")
        hostile.title = "</title><script>"
        hostile.summary = "<img src=x>"
        hostile.metadata = ["<b>": "\"><script>", "language": "\" onload=\"x"]
        hostile.notes = ["<i>"]
        hostile.isTruncated = true
        let page = PreviewPage.page(of: hostile, name: "n")
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
        #expect(
            page.contains("<th scope=\"row\">&lt;b&gt;</th><td dir=\"auto\">&quot;&gt;&lt;script&gt;</td>"))
        #expect(page.contains("<main lang=\"\" dir=\"auto\">") && page.contains("&lt;i&gt;"))
        #expect(page.contains("There is more in the document."))
        for tag in ["<script", "<img", "<b>", "<i>"] { #expect(!page.contains(tag)) }
    }

    @Test(arguments: [
        ("ar", "lang=\"ar\" dir=\"rtl\""), ("de-CH", "lang=\"de-CH\" dir=\"ltr\""),
        ("swift", "lang=\"\" dir=\"auto\""),
    ])
    func `the text has the document's language and its direction`(language: String, written: String) {
        var document = preview("x")
        document.metadata["language"] = language
        #expect(PreviewPage.page(of: document, name: "n").contains("<main \(written)>"))
        document.metadata["lines"] = "3"
        #expect(PreviewPage.page(of: document, name: "n").contains("<main lang=\"\" dir=\"auto\">"))
    }

    @Test func `a title that the text begins with stands once`() {
        var document = preview("# Title\n\nwords")
        document.title = "Title"
        #expect(PreviewPage.page(of: document, name: "n").components(separatedBy: "<h1").count == 2)
    }
}
