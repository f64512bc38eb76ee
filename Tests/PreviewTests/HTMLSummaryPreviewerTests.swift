import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLSummaryPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLSummaryPreviewerTests {
    private func show(_ html: String, limits: PreviewLimits = PreviewLimits()) async throws -> Preview {
        try await preview(Data(html.utf8), as: .html, with: HTMLSummaryPreviewer(), limits: limits)
    }

    @Test
    func `title, description and facts come from the head`() async throws {
        let preview = try await show(
            """
            <html lang=en><head><title> Cells &amp;\n genes </title><meta name=Description content="All about cells.">
            <meta property="og:description" content="other"><meta name=author content="Dr Ada">
            <meta property="article:published_time" content="2012-01-31"><meta property=og:site_name content=Bio>
            <body><p>Text.
            """)
        #expect(preview.title == "Cells & genes")
        #expect(preview.summary == "All about cells.")
        #expect(
            preview.metadata == [
                "author": "Dr Ada", "published": "2012-01-31", "site": "Bio", "language": "en",
            ])
        #expect(preview.text == "Text.")
    }

    @Test
    func `without them, the first heading and the first paragraph of some length serve`() async throws {
        let sentence = "A cell is the smallest unit of life, and it can do a great deal on its own."
        let preview = try await show("<h1>Cells</h1><p>Week 1<h2>x</h2><p>\(sentence)<p>More.")
        #expect(preview.title == "Cells")
        #expect(preview.summary == sentence)
    }

    @Test
    func `paragraphs, headings, lists, tables and listings are told apart`() async throws {
        let preview = try await show(
            """
            <h1>Head\ning</h1><p>One <b>two</b>&nbsp;three<br>four</p>
            <ul><li>a<li><p>b</p><p>more</p><ol start=3><li>c</li><li>d</li></ol></li></ul>
            <table><tr><th>Lecture<th>Title<tr><td>1<td><p>Cells</p><td> <td>x<br>y</table>
            <pre>
            if x:
                go()  # &lt;now&gt;
            </pre><dl><dt>Cell<dd>A unit.</dl>
            """)
        #expect(
            preview.text
                == """
                Head ing

                One two three
                four

                • a
                • b
                  more
                  3. c
                  4. d

                Lecture | Title
                1 | Cells | x, y

                if x:
                    go()  # <now>

                Cell

                  A unit.
                """)
    }

    @Test
    func `navigation, scripts, forms and what is hidden are left out`() async throws {
        let preview = try await show(
            """
            <body class="nav-open"><header><a href=/>Home</a></header><nav>Menu</nav><div class="site-Sidebar left">Side</div>
            <ul id=main-menu><li>Item</ul><script>var x = "<p>script</p>"</script><style>p{}</style>
            <noscript>no script</noscript><p>Text<span hidden>h</span> <span style="display: none">n</span>
            <a class=menulink>link</a> end</p><div aria-hidden=true>aria</div><form>f<button>Send</button></form>
            <template><p>t</template><svg><title>icon</title></svg><!-- comment --><footer>Foot</footer>
            <div role=contentinfo>Info</div>
            """)
        #expect(preview.text == "Text\nend\nf")
        #expect(preview.title == nil)
    }

    @Test
    func `the main part wins where there is one, with its own header`() async throws {
        let main = String(repeating: "Cells divide and divide. ", count: 20)
        let preview = try await show(
            "<div>Around it</div><main><header><h1>Cells</h1></header><p>\(main)</p><aside>Ad</aside></main><p>Below"
        )
        #expect(preview.text == "Cells\n\n" + main.trimmingCharacters(in: .whitespaces))
    }

    @Test
    func `a page of nothing but navigation is shown all the same`() async throws {
        #expect(try await show("<nav><ul><li>One<li>Two</ul></nav>").text == "• One\n• Two")
    }

    @Test
    func `a text is cut at the limit, and a page nested too deeply where it becomes so`() async throws {
        let long = try await show(
            String(repeating: "<p>déjà vu", count: 100), limits: PreviewLimits(maxText: 50))
        #expect(long.text.utf8.count <= 50)
        #expect(long.isTruncated)
        let deep = try await show("<p>Before</p>" + String(repeating: "<div>", count: 10_000) + "after")
        #expect(deep.text == "Before")
        #expect(deep.isTruncated)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct HTMLSummarySampleTests {
    private func show(_ path: String) async throws -> Preview {
        try await HTMLSummaryPreviewer().preview(
            PreviewDocument(file: SampleData.file(path), mediaType: .html), limits: PreviewLimits())
    }

    @Test
    func `the pages of the course show their tables without the menu`() async throws {
        let course = try await show("course/index.html")
        #expect(course.title == "At sea: a course in two modules")
        #expect(course.text.contains("\nWeek | Notes\n1 | Why there are tides\n"))
        #expect(course.summary?.hasPrefix("The notes of two modules about the sea") == true)
        #expect(!course.text.contains("The handbook"))
        let rule = try await show("course/tides/twelfths.html")
        #expect(rule.text.contains("\n3 | 2 | 5\n"))
        let changed = try await show("course/changed/twelfths.html")
        #expect(changed.text.contains("\n3 | 3 | 6\n"))
        for page in [rule, changed, try await show("course/way/compass.html")] {
            #expect(page.title != nil && page.summary != nil && !page.text.contains("At sea"))
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct HTMLSummaryRealDataTests {
    private func show(_ name: String) async throws -> Preview {
        let file = RealData.file("coursepage/cs107/\(name)")
        return try await HTMLSummaryPreviewer().preview(
            PreviewDocument(file: file, mediaType: .html), limits: PreviewLimits())
    }

    @Test
    func `the course pages show their tables without the site's menus`() async throws {
        let handouts = try await show("handouts.html")
        #expect(handouts.title == "Stanford School of Engineering")
        #expect(handouts.text.contains("Lecture 10\nFunction Call and Return | Code Generation Examples\n"))
        #expect(
            handouts.summary?.hasPrefix("Introduction to Computer Science | Programming Paradigms") == true)
        let assignments = try await show("assignments.html")
        #expect(assignments.text.contains("\nAssignment 3 | Solutions | Lecture 11\n"))
        #expect(assignments.text.contains("1-rsg.zip, 1-rsg-data.zip | Lecture 2\n"))
        for page in [handouts, assignments] {
            for word in ["Course Home", "Stanford Home", "Course Contents", "SEE Navigation"] {
                #expect(!page.text.contains(word), "\(word)")
            }
        }
    }
}
