import CarrelModel
import Foundation
import Testing

/// What looks like decoration and is content.
@Suite(.timeLimit(.minutes(1)))
struct KeptContentTests {
    @Test
    func `a part whose back alone is hidden is shown`() async throws {
        let style = "color: red; -webkit-backface-visibility: hidden; backface-visibility: hidden"
        let preview = try await Pages.show(
            """
            <div style="\(style)">\(Pages.paragraphs(1...1))</div><p style="top:0; VISIBILITY: hidden">Unseen.</p>
            <p style="/* all of it */ display: none">Unseen, too.</p>
            """)
        #expect(preview.text == Pages.text(1...1))
    }

    @Test(arguments: ["<title>Tides</title>", Pages.articleHead])
    func `a short listing behind a single paragraph stays`(head: String) async throws {
        let preview = try await Pages.show("\(head)<body><p>\(Pages.words(1))</p><pre>x = 2</pre></body>")
        #expect(preview.text == Pages.text(1...1) + "\n\n```\nx = 2\n```")
    }

    private let law =
        "© is the sign of copyright, and it stands before a year and a name. Nobody needs to write it any longer."

    @Test
    func `a sentence about copyright stays, a line that claims it goes`() async throws {
        let preview = try await Pages.show(
            """
            <title>Law</title><div>\(Pages.paragraphs(1...2))<p>\(law)</p><p>(c) the third condition is that the tide is low.</p>
            <p>© 2020 The Shore. All rights reserved.</p><p>(c) 2020 The Shore</p>\(Pages.paragraphs(3...3))</div>
            """)
        #expect(
            preview.text == Pages.text(1...2)
                + "\n\n\(law)\n\n(c) the third condition is that the tide is low.\n\n"
                + Pages.text(3...3))
    }

    @Test
    func `an address stays on a page that is no article`() async throws {
        let address = "<address>Prof. Ada Shore, Room 12</address>"
        let page = try await Pages.show(
            "<title>Tides</title><div>\(Pages.paragraphs(1...2))\(address)\(Pages.paragraphs(3...3))</div>")
        #expect(page.text == Pages.text(1...2) + "\n\nProf. Ada Shore, Room 12\n\n" + Pages.text(3...3))
        let article = try await Pages.show(
            "\(Pages.articleHead)<body><div>\(Pages.paragraphs(1...2))\(address)\(Pages.paragraphs(3...3))</div></body>"
        )
        #expect(article.text == Pages.text(1...3))
    }

    @Test(arguments: ["", Pages.articleHead])
    func `links to files stay, also in an article`(head: String) async throws {
        let files = (1...4).map {
            "<li><a href=\"slides/\($0).pdf?x=1#p\">Slides \($0): how the tide comes and goes</a></li>"
        }
        let preview = try await Pages.show(
            """
            \(head.isEmpty ? "<title>Of tides</title>" : head)<body><div>\(Pages.paragraphs(1...2))<h2>Slides</h2><ul>\(files.joined())</ul>
            <h2>Exams</h2><ul><li><a href="exam.ps.gz">The exam of last year</a></li></ul></div></body>
            """)
        #expect(preview.text.contains("## Slides\n\n- Slides 1: how the tide comes and goes\n- Slides 2"))
        #expect(preview.text.hasSuffix("\n\n## Exams\n\n- The exam of last year"))
    }

    @Test
    func `links to pages in an article go as before`() async throws {
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><div>\(Pages.paragraphs(1...2))\(Pages.links(4))\(Pages.paragraphs(3...4))</div></body>
            """)
        #expect(preview.text == Pages.text(1...4))
    }

    @Test
    func `a picture is what its description says, if that says something`() async throws {
        let preview = try await Pages.show(
            """
            <title>Cells</title><div>\(Pages.paragraphs(1...2))<img src=a.png alt="A cell with its nucleus, a membrane and five mitochondria">
            <img src=b.png alt="A cell"><figure><img src=c.png alt="The pier of Dover at noon in May"><figcaption>The pier of Dover, at noon in May.
            </figcaption></figure>\(Pages.paragraphs(3...3))<p>Within a line <img src=d.png alt="a picture says more than a thousand words can say"> nothing is said, so that sentences stay whole.</p></div>
            """)
        #expect(
            preview.text == Pages.text(1...2)
                + "\n\nPicture: A cell with its nucleus, a membrane and five mitochondria\n\nThe pier of Dover, at noon in May.\n\n"
                + Pages.text(3...3) + "\n\nWithin a line nothing is said, so that sentences stay whole.")
    }
}
