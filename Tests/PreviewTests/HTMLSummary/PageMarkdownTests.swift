import CarrelModel
import CarrelStages
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PageMarkdownTests {
    @Test
    func `paragraphs, headings, lists, tables and listings are told apart`() async throws {
        let preview = try await Pages.show(
            """
            <h1>Head\ning</h1><p>One <b>two</b>&nbsp;three<br>four</p>
            <ul><li>a<li><p>b</p><p>more</p><ol start=3><li>c</li><li value=7>d</li><li>e</li></ol>and on</li></ul>
            <table><tr><th>Lecture<th>Title<tr><td>1<td><p>Cells</p><td> <td>x<br>y</table>
            <pre><code class="language-python">
            if x:
                go()  # &lt;now&gt;
            </code></pre><dl><dt>Cell<dd>A unit.</dl><blockquote><p>So it is.</p><p>Really.</p></blockquote>
            """)
        #expect(preview.form == .markdown)
        #expect(
            preview.text
                == """
                One two three
                four

                - a
                - b

                more

                  3. c
                  7. d
                  8. e

                and on

                | Lecture | Title |  |
                | --- | --- | --- |
                | 1 | Cells | x y |

                ```python
                if x:
                    go()  # <now>
                ```

                Cell

                - A unit.

                > So it is.
                >
                > Really.
                """)
        #expect(preview.title == "Head ing")
    }

    @Test
    func `items whose own numbers Markdown does not have are counted`() async throws {
        let preview = try await Pages.show(
            "<ol start=-1><li value=-3>a<li>b<li value=9999999999>c<li value=12>d<li>e</ol>")
        #expect(preview.text == "1. a\n2. b\n3. c\n12. d\n13. e")
    }

    @Test
    func `what a quotation holds keeps its order`() async throws {
        let preview = try await Pages.show(
            "<p>Before.</p><blockquote><p>One.</p><p>Two.</p><ul><li>Three</ul><p>Four.</p></blockquote><p>After.</p>"
        )
        #expect(preview.text == "Before.\n\n> One.\n>\n> Two.\n\n- Three\n\n> Four.\n\nAfter.")
    }

    @Test
    func `code within a line is marked`() async throws {
        let preview = try await Pages.show(
            "<p>Call <code>run() </code> and <kbd>Ctrl</kbd>, then <code></code>wait.</p>")
        #expect(preview.text == "Call `run()` and `Ctrl`, then wait.")
    }

    @Test
    func `formulas are kept as TeX, wherever the page has it`() async throws {
        let preview = try await Pages.show(
            #"""
            <p>If <math alttext="a^2"><mi>a</mi></math>, then
            <span class="mwe-math-element"><span style="display: none"><math><semantics><mrow><mi>b</mi></mrow>
            <annotation encoding="application/x-tex">{\displaystyle b_1}</annotation></semantics></math></span><img alt="b"></span> is,
            and <script type="math/tex">c \le d</script> holds.</p>
            <script type="math/tex; mode=display">\int f</script>
            <p>By hand: <math><mfrac><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup></mfrac><mo>+</mo><msqrt><mn>2</mn></msqrt></math>.</p>
            <p>Drawn: <span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">e^x</annotation>
            </math></span><span class="katex-html" aria-hidden="true">ex</span></span>.</p>
            """#)
        #expect(
            preview.text
                == #"""
                If $a^2$, then $b_1$ is, and $c \le d$ holds.

                $$\int f$$

                By hand: $\frac{x}{y^2} + \sqrt{2}$.

                Drawn: $e^x$.
                """#)
    }

    @Test
    func `a formula that MathJax drew is kept, though it names its context menu`() async throws {
        let preview = try await Pages.show(
            #"""
            <p>Of all the equations, <mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML"><mjx-math class="MJX-TEX"
            aria-hidden="true"><mjx-c class="mjx-c1D44E TEX-I"></mjx-c></mjx-math><mjx-assistive-mml><math><mi>a</mi><mo>≠</mo>
            <mn>0</mn></math></mjx-assistive-mml></mjx-container> is not even one.</p>
            """#)
        #expect(preview.text == "Of all the equations, $a ≠ 0$ is not even one.")
    }

    @Test(arguments: [("Tides ¶", "Tides"), ("Tides¶", "Tides"), ("Tides #", "Tides"), ("In C#", "In C#")])
    func `the sign that links to a heading is not part of it`(heading: String, text: String) async throws {
        let preview = try await Pages.show(
            "<title>The sea</title><p>\(Pages.words(1))</p><h2>\(heading)</h2><p>\(Pages.words(2))</p>")
        #expect(preview.text == Pages.text(1...1) + "\n\n## \(text)\n\n" + Pages.text(2...2))
    }

    @Test
    func `a table that only places its cells is read cell by cell`() async throws {
        let preview = try await Pages.show(
            """
            <table><tr><td width=100><a href="/a">Home</a><br><a href="/b">Old news</a></td><td>
            <table><tr><td><font size=2>\(Pages.words(1))<br><br>\(Pages.words(2))</font></td></tr></table></td></tr></table>
            """)
        #expect(preview.text == Pages.text(1...2))
    }

    @Test
    func `characters that a terminal would act on are left out, and those of Windows are repaired`()
        async throws
    {
        let preview = try await Pages.show(
            "<p>A&#27;[31m red&#7; word &#150; and&#8203; a \u{85}line&#x202E;.</p>")
        #expect(preview.text == "A[31m red word – and a …line.")
    }
}
