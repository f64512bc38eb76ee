import CarrelModel
import Foundation
import Testing

/// Formulas, and what is raised or lowered in a line.
@Suite(.timeLimit(.minutes(1)))
struct PageNotationTests {
    @Test
    func `a formula with a full stop behind it stays`() async throws {
        let preview = try await Pages.show(
            """
            <title>Tides</title><div>\(Pages.paragraphs(1...1))<p>or in matrix form:</p><dl><dd><math alttext="A=B"><mi>A</mi></math>.</dd>
            <dd><math alttext="C=D"><mi>C</mi></math>,</dd></dl>\(Pages.paragraphs(2...2))</div>
            """)
        #expect(
            preview.text == Pages.text(1...1) + "\n\nor in matrix form:\n\n- $A=B$.\n- $C=D$,\n\n"
                + Pages.text(2...2))
    }

    @Test
    func `a formula that is hidden behind its picture is shown, white space around it or not`() async throws {
        let hidden = { (space: String) in
            """
            <div><div style="display: none">\(space)<math display="block" alttext="a=b"><mi>a</mi></math>\(space)</div>
            <img src="a.png" alt="a=b"></div>
            """
        }
        let (before, after) = (Pages.paragraphs(1...1), Pages.paragraphs(2...2))
        let preview = try await Pages.show(
            "<title>Tides</title><div>\(before)\(hidden("\n    "))\(hidden(""))\(after)</div>")
        #expect(preview.text == Pages.text(1...1) + "\n\n$$a=b$$\n\n$$a=b$$\n\n" + Pages.text(2...2))
    }

    @Test
    func `a fraction without a line is a binomial`() async throws {
        let fraction = #"<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>"#
        let preview = try await Pages.show(
            """
            <p>In brackets <math><mi>P</mi><mo>=</mo><mrow><mo>(</mo>\(fraction)<mo>)</mo></mrow><msup><mi>p</mi><mi>k</mi></msup></math>,
            without <math>\(fraction)</math> and half <math><mo>(</mo>\(fraction)<mi>p</mi><mo>)</mo></math>.</p>
            """)
        #expect(
            preview.text
                == #"In brackets $P = \binom{n}{k} p^k$, without $\binom{n}{k}$ and half $\binom{n}{k} p )$."#
        )
    }

    @Test
    func `an empty part of a formula has its place`() async throws {
        let preview = try await Pages.show(
            """
            <p>Of <math><msup><mi></mi><mn>14</mn></msup><mi>C</mi></math>, of <math><mfrac><mrow></mrow><mi>b</mi></mfrac></math>
            and <math><mtable><mtr><mtd>a</mtd><mtd></mtd></mtr><mtr><mtd></mtd><mtd>d</mtd></mtr></mtable></math>.</p>
            """)
        #expect(preview.text == #"Of $^{14} C$, of $\frac{}{b}$ and $a & \\ & d$."#)
    }

    @Test
    func `a word before the first formula is the beginning of its sentence`() async throws {
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><div><p>When</p><math><mi>a</mi></math>, there are two solutions, and the sailors of all harbours know it.
            \(Pages.paragraphs(1...2))</div></body>
            """)
        #expect(preview.text.hasPrefix("When\n\n$a$, there are two solutions"))
    }

    @Test
    func `what is raised or lowered is marked`() async throws {
        let preview = try await Pages.show(
            """
            <p>2<sup>10</sup> = 1024, H<sub>2</sub>O and CO<sub>2</sub>, x<sub>i</sub><sup>2</sup>, e<sup>-x + 1</sup>,
            log<sub>2</sub> n, the 1<sup>st</sup> of May<sup>[1]</sup>, <code>a<sup>2</sup></code>, m<sup>2 </sup>and more.</p>
            <pre>x<sub>i</sub> &lt; 2<sup>10</sup></pre>
            <p>The end of it is another paragraph, which has a sentence or two. It is said here.</p>
            """)
        #expect(
            preview.text
                == """
                2^10 = 1024, H2O and CO2, x_i^2, e^(-x + 1), log_2 n, the 1st of May[1], `a^2`, m^2 and more.

                ```
                x_i < 2^10
                ```

                The end of it is another paragraph, which has a sentence or two. It is said here.
                """
        )
    }

    @Test
    func `what is raised in code keeps the ends of lines, and has no marks of code within it`() async throws {
        let preview = try await Pages.show(
            """
            <p>Of <code>a<sup><code>2</code></sup></code> and <kbd>b<sub>i </sub>c</kbd> there is more to say.</p>
            <pre>x<sup>2\n</sup>y<sub><tt>i</tt>\n\n  </sub>z</pre><p>The end of it is another paragraph. It is said here.</p>
            """)
        #expect(
            preview.text
                == """
                Of `a^2` and `b_i c` there is more to say.

                ```
                x^2
                y_i

                  z
                ```

                The end of it is another paragraph. It is said here.
                """
        )
    }
}
