import CarrelModel
import CarrelStages
import Foundation
import Testing

/// Pages of the kinds that are met most often, each with what belongs to it and what does not.
@Suite(.timeLimit(.minutes(1)))
struct MainTextTests {
    @Test
    func `an article is read without what stands around and within it`() async throws {
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><header><nav>\(Pages.links(9))</nav></header><main><article><h1>Of tides</h1>
            <p class="byline">By <a href="/ada">Ada Shore</a></p><time datetime="2020-01-02">2 January 2020</time>
            <div class="article-body">\(Pages.paragraphs(1...3))
            <aside class="related"><h3>Related</h3>\(Pages.links(3))</aside><h2>The moon</h2>\(Pages.paragraphs(4...5))
            <figure><img src="a.jpg"><figcaption>The pier at noon.</figcaption></figure>
            <div class="newsletter-signup"><p>Sign up and get a letter every week, for free and for ever.</p><form><input></form></div>
            <div class="ad-slot">Advertisement</div>\(Pages.paragraphs(6...7))</div>
            <div class="author-bio"><p>Ada Shore writes about the sea, and has done so since she was ten.</p></div></article>
            <section><h2>More from the Shore</h2>\(Pages.cards(6))</section></main>
            <footer>\(Pages.links(20)) <p>Copyright The Shore. All rights reserved.</p></footer></body>
            """)
        #expect(preview.text == Pages.text(1...3) + "\n\n## The moon\n\n" + Pages.text(4...7))
        #expect(preview.title == "Of tides")
    }

    @Test
    func `cards without any name around a short article are left out`() async throws {
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><div class="a1">\(Pages.links(9))</div><div class="a2"><div class="b1"><h1>Of tides</h1>
            \(Pages.paragraphs(1...2))</div><div class="b2"><h3>Latest</h3>\(Pages.cards(12))</div></div></body>
            """)
        #expect(preview.text == Pages.text(1...2))
    }

    @Test
    func `cards that begin with their time and a label are left out, too`() async throws {
        let cards = (1...5).map {
            """
            <div class="k7"><a href="/c\($0)"><div>2 hours ago</div></a><a href="/c\($0)"><div>Photo</div><h3>Why gulls prefer pier \($0)</h3></a>
            <p>A walk along the shore with number \($0) of the people who count birds.</p></div>
            """
        }.joined()
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><div class="a2"><div class="b1"><h1>Of tides</h1>
            \(Pages.paragraphs(1...2))</div><div class="b2">\(cards)</div></div></body>
            """)
        #expect(preview.text == Pages.text(1...2))
    }

    @Test
    func `comments are told from the post that they follow`() async throws {
        let comments = (10...40).map {
            """
            <li class="comment" id="comment-\($0)"><cite>Somebody</cite> says:<div class="comment-content"><p>\(Pages.words($0))</p></div>
            <a href="#">Reply</a></li>
            """
        }.joined()
        let preview = try await Pages.show(
            """
            <html><head><title>Of tides</title></head><body class="single-post comments-open"><div id="content">
            <article class="post-1 post type-post hentry category-share tag-ads"><h1 class="entry-title">Of tides</h1>
            <div class="entry-content">\(Pages.paragraphs(1...3))</div></article>
            <div id="comments"><h2>31 thoughts on “Of tides”</h2><ol class="comment-list">\(comments)</ol></div></div></body></html>
            """)
        #expect(preview.text == Pages.text(1...3))
    }

    @Test
    func `a page of nothing but comments keeps them`() async throws {
        let rows = (1...9).map {
            """
            <tr class="comtr"><td><span class="comhead"><a href="/u">user\($0)</a> <a href="/i">2 hours ago</a></span>
            <div class="comment"><span class="commtext">\(Pages.words($0))</span><div class="reply"><a href="/r">reply</a></div></div></td></tr>
            """
        }.joined()
        let preview = try await Pages.show(
            """
            <title>Of tides</title><table><tr><td><a href="/">News</a> | <a href="/new">new</a></td></tr>
            <tr><td><table class="comment-tree">\(rows)</table></td></tr></table>
            """)
        #expect(preview.text.contains(Pages.text(1...1)) && preview.text.contains(Pages.words(9)))
    }

    @Test
    func `a thread keeps its posts, and a question its answers without their comments`() async throws {
        let posts = (1...6).map {
            """
            <div id="p\($0)" class="post"><dl class="postprofile"><dt><a href="/u">user\($0)</a></dt><dd>Posts: \($0)</dd></dl>
            <div class="postbody"><div class="content">\(Pages.words($0))</div></div></div>
            """
        }.joined()
        let thread = try await Pages.show(
            "<title>Of tides</title><div>\(Pages.links(7))</div>\(posts)<div>\(Pages.links(9))</div>")
        #expect(thread.text == Pages.text(1...6))

        func post(_ name: String, _ numbers: ClosedRange<Int>) -> String {
            """
            <div class="\(name)"><div class="js-post-body">\(Pages.paragraphs(numbers))</div><div class="comments"><ul>
            <li class="comment"><span class="comment-copy">I do not think that this is true, is it?</span></li></ul></div></div>
            """
        }
        let question = try await Pages.show(
            """
            <title>Of tides</title><div id="mainbar" role="main">\(post("question", 1...2))<div id="answers"><h2>2 Answers</h2>
            \(post("answer", 3...4))\(post("answer", 5...6))</div></div><div id="sidebar"><h4>Related</h4>\(Pages.links(20))</div>
            """)
        #expect(
            question.text == Pages.text(1...2) + "\n\n## 2 Answers\n\n" + Pages.text(3...6))
    }

    @Test
    func `of several articles in one page that of the title is read, and of a live blog all`() async throws {
        let endless = try await Pages.show(
            """
            \(Pages.articleHead)<body><article><h1>Of tides</h1>\(Pages.paragraphs(1...3))</article>
            <article><h1>Of storms</h1>\(Pages.paragraphs(4...9))</article></body>
            """)
        #expect(endless.text == Pages.text(1...3))
        let posts = (1...6).map {
            "<article><time>10:0\($0)</time><h2>Hour \($0)</h2>\(Pages.paragraphs($0...$0))</article>"
        }.joined()
        let live = try await Pages.show(
            "\(Pages.articleHead)<body><h1>Of tides</h1><div>\(posts)</div></body>")
        for number in 1...6 {
            #expect(live.text.contains("## Hour \(number)") && live.text.contains(Pages.words(number)))
        }
    }

    @Test
    func `an article in parts, between elements without meaning, is read whole`() async throws {
        let parts = [1...3, 4...5, 6...8].map {
            "<div class=\"ad ae\"><div class=\"af ag ah\">\(Pages.paragraphs($0))</div></div>"
        }
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><div><div><h1>Of tides</h1><div class="lead"><p>\(Pages.words(0))</p></div>
            \(parts.joined(separator: "<div class=\"dfp-ad\"></div>"))</div></div><div>\(Pages.links(30))</div></body>
            """)
        #expect(preview.text == Pages.text(0...8))
    }

    @Test
    func `links to other articles between paragraphs are left out, links within sentences stay`() async throws
    {
        let preview = try await Pages.show(
            """
            \(Pages.articleHead)<body><h1>Of tides</h1><div class="story">\(Pages.paragraphs(1...2))
            <p><strong>READ MORE: <a href="/r">Why gulls prefer the old pier</a></strong></p>
            <p><a href="/s">The night the sea came over the wall</a></p>
            <p>The <a class="meta-link" href="/moon">moon</a> pulls at the water, as everybody knows by now.</p>
            \(Pages.paragraphs(3...4))</div></body>
            """)
        #expect(
            preview.text == Pages.text(1...2)
                + "\n\nThe moon pulls at the water, as everybody knows by now.\n\n" + Pages.text(3...4))
    }
}
