import BookPreviewing
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct BookPreviewerTests {
    private let previewer = BookPreviewer(tools: ProcessToolRunner())
    private let type = MediaType.forFileExtension("epub") ?? .octetStream

    private func text(_ body: String) async throws -> String {
        try await preview(TinyBooks.epub([("one", body)]), as: type, with: previewer).text
    }

    @Test func `chapters that cannot be read are counted, and are not the end of the book`() async throws {
        let book = TinyBooks.epub([
            ("two", String(repeating: "<div>", count: 300)), ("one", "<h1>Neaps</h1><p>In between.</p>"),
        ])
        let preview = try await preview(book, as: type, with: previewer)
        #expect(preview.text == "# Neaps\n\nIn between." && preview.pages == 2)
        #expect(preview.notes == ["Chapters that are missing or damaged: 1"])
        #expect(preview.isTruncated && preview.part == .withGaps)
    }

    @Test func `chapters come in the order of the spine, with the titles of the contents`() async throws {
        let book = TinyBooks.epub([
            ("two", "<p>Twice a month.</p>"), ("one", "<h1>Neaps</h1><p>In between.</p>"),
        ])
        let preview = try await preview(book, as: type, with: previewer)
        #expect(preview.text == "# Of Springs\n\nTwice a month.\n\n# Neaps\n\nIn between.")
        #expect(preview.title == "The Tides" && preview.summary == "How the sea moves.")
        #expect(preview.pages == 2 && preview.pageMarks.map(\.page) == [1, 2] && preview.form == .markdown)
        #expect(
            preview.metadata == [
                "author": "Ada Marsh, Ben Shore", "language": "en", "publisher": "Harbour Press",
                "published": "2024-03-01", "identifier": "urn:isbn:1",
            ])
        #expect(preview.only(pages: 2...2).text == "# Neaps\n\nIn between.")
    }

    @Test func `chapters beside the text come last`() async throws {
        let book = TinyBooks.epub(
            [("answers", "<p>Twice.</p>"), ("one", "<p>How often?</p>"), ("end", "<p>The end.</p>")],
            beside: ["answers"])
        let preview = try await preview(book, as: type, with: previewer)
        #expect(preview.text == "How often?\n\nThe end.\n\nTwice." && preview.pages == 3)
    }

    @Test func `the contents of EPUB 3 give titles, and are not a chapter`() async throws {
        let contents =
            "<nav epub:type=\"landmarks\"><ol><li><a href=\"text/one.xhtml\">No</a></li></ol></nav>"
            + "<nav epub:type=\"toc\"><ol><li><a href=\"text/one.xhtml\">Of Neaps</a></li></ol></nav>"
        let book = TinyBooks.epub([("one", "<p>In between.</p>")], navigation: contents)
        let preview = try await preview(book, as: type, with: previewer)
        #expect(preview.text == "# Of Neaps\n\nIn between." && preview.pages == 1)
    }

    @Test func `only the chapters that are asked for are read`() async throws {
        let book = TinyBooks.epub([("a", "<p>one</p>"), ("b", "<p>two</p>"), ("c", "<p>three</p>")])
        let preview = try await preview(book, as: type, with: previewer, limits: PreviewLimits(pages: 2...3))
        #expect(
            preview.text == "two\n\nthree" && preview.pages == 3 && preview.pageMarks.map(\.page) == [2, 3])
    }

    @Test func `pages keep their lists, tables, quotes and code`() async throws {
        let body = """
            <h2>Ports &amp; times</h2><p>The <i>mo</i>on&nbsp;pulls<br/>the sea.</p>
            <ul><li>one<ol start="3"><li><p>three</p></li><li>four</li></ol></li><li>two</li></ul>
            <table><tr><th>Port</th><th>High</th></tr><tr><td>Dover</td><td>06:12</td></tr></table>
            <blockquote><p>So it goes.</p><p>Always.</p></blockquote><pre>a
              b</pre><hr/><p style="display: none">unseen</p><img src="a.png" alt="A harbour at dusk"/>
            <p><ruby>東京<rt>とうきょう</rt></ruby></p>
            """
        #expect(
            try await text(body) == """
                ## Ports & times

                The moon pulls
                the sea.

                - one
                  3. three
                  4. four
                - two

                | Port | High |
                | --- | --- |
                | Dover | 06:12 |

                > So it goes.
                >
                > Always.

                ```
                a
                  b
                ```

                ---

                Picture: A harbour at dusk

                東京
                """)
    }

    @Test func `notes are numbered like their references`() async throws {
        let body =
            "<p>Tides<a epub:type=\"noteref\" href=\"#n1\">*</a> turn.</p>"
            + "<aside epub:type=\"footnote\" id=\"n1\"><p>Twice a day.</p></aside>"
        #expect(try await text(body) == "Tides [^1] turn.\n\n[^1]: Twice a day.")
    }

    @Test func `a book that its seller locked says so, one with locked fonts is read`() async throws {
        func encryption(_ file: String) -> (String, String) {
            (
                "META-INF/encryption.xml",
                "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><EncryptedData "
                    + "xmlns=\"http://www.w3.org/2001/04/xmlenc#\"><CipherData><CipherReference URI=\"\(file)\"/>"
                    + "</CipherData></EncryptedData></encryption>"
            )
        }
        let locked = TinyBooks.epub([("one", "<p>x</p>")], others: [encryption("OPS/text/one.xhtml")])
        let error = await previewError(locked, as: type, with: previewer)
        #expect(error?.code == .encrypted)
        #expect(error?.reason == "the book is locked: only its seller's programs can read it")
        let fonts = TinyBooks.epub([("one", "<p>x</p>")], others: [encryption("OPS/fonts/a.otf")])
        #expect(try await preview(fonts, as: type, with: previewer).text == "x")
    }

    @Test func `what is not a book is called what it is`() async {
        let other = await previewError(TinyZip.archive([("a.xml", "<a/>")]), as: type, with: previewer)
        #expect(other?.code == .malformed && other?.reason == "the file is a ZIP archive, but not a book")
        let words = await previewError(Data("words".utf8), as: type, with: previewer)
        #expect(words?.code == .malformed)
        #expect(words?.reason == "the file is not a book: it holds no FictionBook")
        let missing = await previewError(
            TinyBooks.epub([("one", "<p>x</p>")]), as: type,
            with: BookPreviewer(tools: ScriptedToolRunner([:])))
        #expect(missing?.remedy == "Install libarchive-tools: apt-get install libarchive-tools")
    }
}

@Suite(.timeLimit(.minutes(1)))
struct FictionBookTests {
    private let previewer = BookPreviewer(tools: ProcessToolRunner())
    private let type = MediaType("application/x-fictionbook+xml") ?? .octetStream

    private static let book = TinyBooks.fiction(
        """
        <body><title><p>The</p><p>Tides</p></title><section><title><p>Springs</p></title><epigraph><p>So it goes.</p>\
        <text-author>Anon</text-author></epigraph><p>Twice a <emphasis>month</emphasis><a l:href="#n1" type="note">1</a>.\
        </p><section><title><p>Moon</p></title><subtitle>Full</subtitle><poem><stanza><v>O moon</v><v>of old</v></stanza>\
        </poem></section></section><section><p>Neaps.</p><table><tr><td>a</td><td>b</td></tr></table></section></body>\
        <body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>More or less.</p></section>\
        </body>
        """)

    private static let text = """
        # The Tides

        # Springs

        > So it goes.
        >
        > Anon

        Twice a month [^1].

        ## Moon

        ### Full

        O moon
        of old

        Neaps.

        | a | b |
        | --- | --- |

        # Notes

        [^1]: More or less.
        """

    @Test func `sections are chapters, and notes come last`() async throws {
        let preview = try await preview(Data(Self.book.utf8), as: type, with: previewer)
        #expect(preview.text == Self.text)
        #expect(preview.title == "The Tides" && preview.summary == "How the sea moves.")
        #expect(preview.pages == 3 && preview.pageMarks.map(\.page) == [1, 2, 3] && !preview.isTruncated)
        #expect(
            preview.metadata == [
                "author": "Ada Marsh", "language": "en", "subject": "science", "published": "2024",
                "publisher": "Harbour Press", "identifier": "1",
            ])
    }

    @Test(.enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
    func `a book in an archive is the same`() async throws {
        let archive = TinyZip.archive([("tides.fb2", Self.book)])
        #expect(try await preview(archive, as: type, with: previewer).text == Self.text)
    }

    @Test func `a book that breaks off is shown as far as it goes`() async throws {
        let end = try #require(Self.book.range(of: "Neaps"))
        let cut = Self.book[..<end.lowerBound]
        let preview = try await preview(Data(cut.utf8), as: type, with: previewer)
        #expect(preview.text.hasPrefix("# The Tides\n\n# Springs") && preview.isTruncated)
    }

    @Test func `a note of thirty thousand paragraphs is read in one pass`() async throws {
        let words = String(repeating: "word ", count: 100)
        let note = String(repeating: "<p>\(words)</p>", count: 30_000)
        let book = TinyBooks.fiction(
            "<body><section><p>\(words)</p></section></body>"
                + "<body name=\"notes\"><section id=\"n\">\(note)</section></body>")
        let preview = try await preview(
            Data(book.utf8), as: type, with: previewer, limits: PreviewLimits(maxText: 100))
        #expect(preview.text.hasPrefix("word word") && preview.isTruncated)
    }

    @Test func `what is raised or lowered is marked`() async throws {
        let book = TinyBooks.fiction(
            "<body><section><p>2<sup>10</sup> bytes, H<sub>2</sub>O and x<sub>i</sub>.</p></section></body>")
        let preview = try await preview(Data(book.utf8), as: type, with: previewer)
        #expect(preview.text == "2^10 bytes, H2O and x_i.")
    }
}
