import CarrelModel
import CarrelStages
import Foundation
import Testing

/// Pages that are no articles.
@Suite(.timeLimit(.minutes(1)))
struct OtherPageTests {
    @Test
    func `navigation, scripts, forms and what is hidden are left out`() async throws {
        let preview = try await Pages.show(
            """
            <body class="nav-open"><header><a href=/>Home</a></header><nav>Menu</nav><div class="site-Sidebar left">Side</div>
            <ul id=main-menu><li>Item</ul><script>var x = "<p>script</p>"</script><style>p{}</style>
            <noscript>no script</noscript><p>A line of text<span hidden>h</span> <span style="display: none">n</span>
            that is long enough, with a comma, to be read.</p><div aria-hidden=true>aria</div><form><button>Send</button></form>
            <template><p>t</template><svg><title>icon</title></svg><!-- comment --><footer>Foot</footer>
            <div role=contentinfo>Info</div>
            """)
        #expect(preview.text == "A line of text that is long enough, with a comma, to be read.")
    }

    @Test(arguments: [
        (
            "<frameset cols=\"20%,80%\"><frame src=a.html><noframes>none</noframes></frameset>",
            "The page is made of frames: what they show are pages of their own"
        ),
        (
            "<meta http-equiv=\"Refresh\" content=\"0; URL='https://sea.example/a'\"><script>x()</script>",
            "The page only leads on to https://sea.example/a"
        ),
        (
            "<script src=a.js></script><noscript>Enable scripts.</noscript><div id=root></div>",
            "The page holds no text; its scripts, which are not run, may make some"
        ),
        ("<p></p>", nil),
    ])
    func `a page without text says why, as far as it tells`(page: String, note: String?) async throws {
        let preview = try await Pages.show("<title>Sea</title>\(page)")
        #expect(preview.text.isEmpty && preview.notes.first == note && preview.notes.count <= 1)
    }

    @Test
    func `the conditions that Word writes are not shown`() async throws {
        let preview = try await Pages.show(
            """
            <![if !vml]><p><![if !supportLists]>a)<![endif]> Text of &lt;!DOCTYPE&gt;, and 1 <!2.</p><![endif]>
            <p>Of <b><![if !x]>all<![endif]></b> <![CDATA[kinds]]>, and the tag &lt;<!-- -->&gt;.</p>
            """)
        #expect(
            preview.text
                == "a) Text of <!DOCTYPE>, and 1 <!2.\n\nOf all <![CDATA[kinds]]>, and the tag <>.")
    }

    @Test
    func `a page of nothing but navigation is shown all the same`() async throws {
        #expect(try await Pages.show("<nav><ul><li>One<li>Two</ul></nav>").text == "- One\n- Two")
    }

    @Test
    func `a name alone drops nothing that holds much of the text`() async throws {
        let preview = try await Pages.show(
            """
            <title>Notes</title><h1>Notes</h1><div id="sharing-with-others-at-sea" class="section">\(Pages.paragraphs(1...5))</div>
            <div class="share">\(Pages.paragraphs(6...8))</div><form class="sidebar">\(Pages.paragraphs(9...19))</form>
            """)
        #expect(preview.text == Pages.text(1...19))
    }

    @Test
    func `documentation keeps its headings, listings and tables without its contents`() async throws {
        let preview = try await Pages.show(
            """
            <title>Charts — Sea 1.0</title><div class="navbar">\(Pages.links(3))</div><div class="sphinxsidebar">\(Pages.links(30))</div>
            <div class="body" role="main"><h1>Charts</h1><div class="toc">\(Pages.links(6))</div><h2 id="reading-a-chart">Reading a chart</h2>
            \(Pages.paragraphs(1...2))<pre>chart = read(1)</pre><h2>Colours</h2><p>There are two:</p>
            <table><tr><th>Name<th>Means<tr><td>blue<td>deep</table></div>
            """)
        #expect(
            preview.text
                == "## Reading a chart\n\n" + Pages.text(1...2)
                    + """


                    ```
                    chart = read(1)
                    ```

                    ## Colours

                    There are two:

                    | Name | Means |
                    | --- | --- |
                    | blue | deep |
                    """)
    }

    @Test
    func `a listing keeps its cards, and a directory its files`() async throws {
        let listing = try await Pages.show(
            "<title>Birds</title><header>\(Pages.links(5))</header><main><h1>Birds</h1>\(Pages.cards(9, in: "teaser"))</main>"
        )
        #expect(
            listing.text.contains("### Why gulls prefer pier 1\n")
                && listing.text.contains("number 9 of the people"))
        let directory = try await Pages.show(
            """
            <title>Index of /notes</title><h1>Index of /notes</h1><table><tr><th><a href="?C=N">Name</a></th><th><a href="?C=S">Size</a></th></tr>
            <tr><td><a href="a.pdf">a.pdf</a></td><td>2.1K</td></tr><tr><td><a href="b.pdf">b.pdf</a></td><td>3.4K</td></tr></table>
            """)
        #expect(directory.text == "| Name | Size |\n| --- | --- |\n| a.pdf | 2.1K |\n| b.pdf | 3.4K |")
    }

    @Test
    func `a page that shows nothing without its scripts is read from what it hides`() async throws {
        let noscript = try await Pages.show(
            "<div id=app></div><noscript>\(Pages.paragraphs(1...3))</noscript>")
        #expect(noscript.text == Pages.text(1...3))
        let hidden = try await Pages.show(
            "<body><div style=\"visibility: hidden\">\(Pages.paragraphs(1...3))</div></body>")
        #expect(hidden.text == Pages.text(1...3))
    }

    @Test
    func `a text is cut at the limit, and a page nested too deeply where it becomes so`() async throws {
        let long = try await Pages.show(
            String(repeating: "<p>déjà vu, and once more déjà vu, for all I know.", count: 100),
            limits: PreviewLimits(maxText: 50))
        #expect(long.text.utf8.count <= 50 && long.text.hasPrefix("déjà vu"))
        #expect(long.isTruncated)
        let dense = try await Pages.show(
            String(repeating: "<p>x", count: 3000), limits: PreviewLimits(maxRead: 16 << 10))
        #expect(dense.isTruncated && dense.text.hasPrefix("x\n\nx\n\nx"))
        let deep = try await Pages.show(
            "<p>Before</p>" + String(repeating: "<div>", count: 100_000) + "after")
        #expect(deep.text == "Before")
        #expect(deep.isTruncated)
    }
}
