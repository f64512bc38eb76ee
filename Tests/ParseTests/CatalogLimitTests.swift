import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import ModuleNotesParsing
import Testing

@Suite(.timeLimit(.minutes(1))) struct CatalogLimitTests {
    @Test(arguments: [Samples.modules, Samples.page])
    func `a catalogue that lists more items than it may is refused`(sample: CatalogDocument) throws {
        let settings = Settings(["max-items": 100])
        let plugin = sample.data == Samples.page.data ? HTMLLinksParser.plugin : ModuleNotesParser.plugin
        let parser = try plugin.make(settings, PluginContext())
        #expect(try parser.parse([Samples.large(sample, entries: 90)]).collections.first?.items.count == 90)
        let error = #expect(throws: ParseError.self) {
            try parser.parse([Samples.large(sample, entries: 300)])
        }
        #expect(error?.reason == "the catalogue lists more than 100 items")
        #expect(error?.remedy?.contains("parse.max-items") == true)
    }

    @Test func `short references to a long base take no more than they may, and it is said`() throws {
        let folder = "http://notes.example.org/" + String(repeating: "a", count: 8000) + "/"
        let budget = CatalogBudget(
            CatalogDocument(data: Data(), url: try #require(URL(string: folder + "index.html"))))
        var bytes = 0
        for number in 0..<20_000 { bytes += budget.resolve("\(number).pdf")?.utf8.count ?? 0 }
        #expect((1...CatalogBudget.maxAddedBytes + (1 << 20)).contains(bytes))
        #expect(budget.addressProblem?.reason.contains("128 MiB") == true)
        #expect(budget.resolve("a.pdf") == nil && budget.resolve("http://h.example/") == "http://h.example/")
    }

    @Test func `a link to a document that is longer than a URL may be is left out, and reported`() throws {
        let long = String(repeating: "a", count: 9000)
        let links = [
            "\(long).pdf", "/b.pdf?\(long)", "http://h.example/\(long).pdf", "c.pdf#\(long)",
            "data:application/pdf,\(long).pdf", "mailto:\(long).pdf", "\(long).html",
        ].map { "<a href='\($0)'>A</a>" }
        let page = Samples.document(
            "<html>\(links.joined())</html>", "http://notes.example.org/page.html", "text/html")
        let catalog = try HTMLLinksParser().parse([page])
        #expect(catalog.collections.flatMap(\.items).map(\.url) == ["http://notes.example.org/c.pdf"])
        #expect(catalog.problems.map(\.place) == ["link 1", "link 2", "link 3"])
        let reason = "its address is longer than 8192 bytes; skipped"
        #expect(catalog.problems.allSatisfy { $0.reason == reason && $0.gap == .lasting })
    }

    @Test(arguments: [
        "a.pdf", "./a.pdf", "../a.pdf", "/a.pdf", "//h.example/a.pdf", "b/../a.pdf", "b//a.pdf", ".a",
        "a b.pdf", "?q",
        "a.pdf?x=1", "é.pdf", "..", "~x/a-b_c.pdf", "a/", "x:y", "a:b/c", "%41.pdf",
    ])
    func `a budget resolves references as they are resolved everywhere`(reference: String) throws {
        for base in [
            "http://h.example/x/y?z", "http://h.example", "file:///a/b.html", "stdin:", "http://h.example/a/",
        ] {
            let url = try #require(URL(string: base))
            let budget = CatalogBudget(CatalogDocument(data: Data(), url: url))
            #expect(budget.resolve(reference) == URLReference.resolve(reference, against: url), "\(base)")
        }
    }

    @Test func `titles of combining marks are cut to what a language needs`() throws {
        let marks = "a" + String(repeating: "\u{301}\u{323}", count: 500_000)
        #expect(marks.readable.unicodeScalars.count <= 31)
        #expect(marks.titleText.unicodeScalars.count <= 31)
        #expect(marks.prefix(utf8: 100).text.utf8.count <= 100)
        #expect(DocumentName.safe(marks + ".pdf").hasSuffix(".pdf"))
        let url = URLReference.resolve(
            "http://h.example/" + marks.prefix(utf8: 4000).text, against: Samples.page.url)
        #expect(url?.utf8.allSatisfy { $0 < 0x80 } == true)
        let hidden = "a" + String(repeating: String(repeating: "\u{301}", count: 30) + "\u{AD}", count: 5000)
        #expect(hidden.readable.unicodeScalars.count <= 31)
        #expect("Việt Nam हिन्दी".readable == "Việt Nam हिन्दी")
    }

    @Test func `a pattern that other engines need years for is searched at once`() throws {
        let settings = Settings(["pattern": Optional("(a+)+$"), "types": [String]()])
        var page = Samples.page
        page.data = Data(
            "<a href=\"http://h.example/\(String(repeating: "a", count: 5000))!\">x</a><a href=\"b/a\">y</a>"
                .utf8)
        let catalog = try HTMLLinksParser.plugin.make(settings, PluginContext()).parse([page])
        #expect(catalog.collections.first?.items.map(\.title) == ["y"])
    }
}
