import CarrelHTML
import Foundation
import Testing

@testable import CarrelPage

/// What is put into a page, and what is never taken for markup.
struct MarkupTests {
    @Test
    func `what is put in is text, also in an attribute`() {
        let title = #"<img src=x onerror="alert(1)"> & 'so'"#
        let markup: Markup = "<a href=\"\(title)\">\(title)</a>"
        let text = "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;so&#39;"
        #expect(markup.html == "<a href=\"\(text)\">\(text)</a>")
    }

    @Test
    func `text from outside is one line without what turns around its surroundings`() {
        let markup: Markup = "<b>\("a\u{202E}b\u{0}\n\tc\u{1B}[31m")</b>"
        #expect(markup.html == "<b>ab c[31m</b>")
        #expect(Markup.isolated("x").html == "<bdi>x</bdi>")
        #expect(Markup.english("x of http://u:pw@x/").html == "<bdi lang=\"en\">x of http://…@x/</bdi>")
        #expect(Markup.isolated("http://u:pw@x/?token=t").html == "<bdi>http://…@x/?token=…</bdi>")
    }

    @Test
    func `markup stays markup, and what is not there adds nothing`() {
        let inner: Markup = "<i>1</i>"
        #expect(("\(inner)\([inner, inner])\(7)" as Markup).html == "<i>1</i><i>1</i><i>1</i>7")
        #expect(Markup.when(false, inner).html.isEmpty)
        #expect(Markup.when("a" as String?) { "<p>\($0)</p>" }.html == "<p>a</p>")
    }

    @Test
    func `an id in a feed does not tell which token an address holds, and tells what is shown alike apart`() {
        func id(_ address: String, _ content: String) -> String {
            OPDSFeed.identity(["item", "list", "C", address], of: content)
        }
        let addresses = ["http://h.example/d?token=1", "http://h.example/d?token=2"]
        #expect(id(addresses[0], "a") == id(addresses[1], "a"))
        #expect(id(addresses[0], "a") != id(addresses[1], "b"))
        #expect(id("http://h.example/d", "a") == id("http://h.example/d", "b"))
    }

    @Test(arguments: Phrase.allCases)
    func `every text is there in every language`(phrase: Phrase) {
        for language in Language.allCases {
            #expect(Phrases.table(language)[phrase] != nil, "\(language) lacks \(phrase)")
        }
        let slots = Set(
            Language.allCases.map { Phrases.table($0)[phrase]?.components(separatedBy: "%@").count })
        #expect(slots.count == 1)
    }

    @Test func `the page says du to everybody`() {
        #expect(!Phrases.german.values.contains { $0.contains("en Sie ") })
    }

    @Test(arguments: [
        ("", Language.english), ("de", .german), ("de-AT, en;q=0.5", .german), ("en, de", .english),
        ("fr, de;q=0.3, en;q=0.2", .german), ("de;q=0, en", .english), ("*", .english), (";;,;q=,", .english),
    ])
    func `the language is the best of those that are asked for`(field: String, language: Language) {
        #expect(Language(accepting: field) == language)
    }
}
