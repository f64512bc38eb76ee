import CarrelModel
import CarrelStages
import CatalogFormParsing
import MetalinkParsing
import ModuleNotesParsing
import OPMLParsing
import SitemapParsing
import Testing
import URLListParsing

/// Entries that a list has and that cannot be listed: what an earlier reading listed may be among them.
@Suite(.timeLimit(.minutes(1))) struct SkippedEntryTests {
    private let good = "http://h.example/a.pdf"

    private func gaps(_ text: String, _ parser: any Parser) throws -> [CatalogProblem.Gap?] {
        let catalog = try parser.parse([Samples.document(text, "http://h.example/list")])
        #expect(catalog.collections.count == 1, "\(text)")
        return catalog.problems.map(\.gap)
    }

    @Test(arguments: ["htp://h.example/b", "ftp://h.example/b", "Week 1"])
    func `a line that is no address leaves a gap, and so does one that is too long`(line: String) throws {
        #expect(try gaps("\(good)\n\(line)\n", URLListParser()) == [.lasting])
        let long = good + String(repeating: "x", count: 20_000)
        #expect(try gaps("\(good)\n\(long)\n", URLListParser()) == [.lasting])
    }

    @Test func `a comment leaves no gap, however long it is`() throws {
        let comment = "  # " + String(repeating: "x", count: 20_000)
        #expect(try gaps("\(good)\n\(comment)\n  out=b.pdf\n", URLListParser()) == [])
    }

    @Test(arguments: [",B", "mailto:a@h.example,B", "#b,B"])
    func `a row without an address leaves a gap, a wrong promise does not`(row: String) throws {
        #expect(try gaps("url,title,size\n\(good),A,1\n\(row),1\n", URLListParser()) == [.lasting])
        #expect(try gaps("url,title,size\n\(good),A,many\n", URLListParser()) == [nil])
    }

    @Test(arguments: [
        #"{"type": "problem", "at": "table talks", "reason": "the database did not answer"}"#,
        #"{"type": "problem"}"#, #"{"type": "talk", "title": "B"}"#, #"{"title": "B"}"#, "5",
        #"{"type": "item", "title": "B", "url": "ftp://h.example/b"}"#,
        #"{"type": "item", "title": "B", "url": []}"#, #"{"type": "item"}"#, #"{"type": "collection"}"#,
    ])
    func `a line of Carrel's form that lists nothing leaves a gap`(line: String) throws {
        let item = #"{"type": "item", "title": "A", "url": "a.pdf"}"#
        #expect(try gaps("{\"carrel\": 1}\n\(item)\n\(line)\n", CatalogFormParser()) == [.lasting])
        let wrong = #"{"type": "item", "title": "B", "size": -1}"#
        #expect(try gaps("{\"carrel\": 1}\n\(item)\n\(wrong)\n", CatalogFormParser()) == [nil])
    }

    @Test(arguments: ["<loc>htp:/x y</loc>", "<loc/>"])
    func `an entry of a sitemap without an address leaves a gap`(entry: String) throws {
        let root = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
        let text = "\(root)<url><loc>\(good)</loc></url><url>\(entry)</url></urlset>"
        #expect(try gaps(text, SitemapParser()) == [.lasting])
    }

    @Test(arguments: [
        "name='../b'><url>http://h.example/b</url>", "name='b'>", "name='b'><url>ftp://h.example/b</url>",
    ])
    func `a file of a Metalink that cannot be fetched leaves a gap, one that is listed twice does not`(
        file: String
    ) throws {
        let first = "<file name='a'><url>\(good)</url></file>"
        #expect(try gaps("<metalink>\(first)<file \(file)</file></metalink>", MetalinkParser()) == [.lasting])
        #expect(try gaps("<metalink>\(first)\(first)</metalink>", MetalinkParser()) == [nil])
    }

    @Test func `an outline that leads nowhere leaves a gap`() throws {
        let outlines = "<outline text='A' xmlUrl='/a'/><outline text='B' xmlUrl='ftp://h.example/b'/>"
        #expect(try gaps("<opml><body>\(outlines)</body></opml>", OPMLParser()) == [.lasting])
    }

    @Test(arguments: ["5", "{}", #"{"B": 5}"#, #"{"title": 5, "url": "b.pdf"}"#])
    func `a note that is none leaves a gap`(note: String) throws {
        let notes = "[{\"moduleCode\": \"C\", \"moduleNotes\": [{\"A\": \"a.pdf\"}, \(note)]}]"
        #expect(try gaps(notes, ModuleNotesParser()) == [.lasting])
    }

    @Test(arguments: [#"{"key": 2}"#, #"{"key": 2, "heading": "B", "file": "ftp://h.example/b"}"#])
    func `an item of a mapping without a title or with a wrong address leaves a gap`(note: String) throws {
        let notes = "[{\"key\": 1, \"heading\": \"A\", \"file\": \"\(good)\"}, \(note)]"
        let text =
            "{\"name\": \"T\", \"modules\": [{\"code\": \"A\", \"title\": \"A\", \"notes\": \(notes)}]}"
        #expect(try gaps(text, MapSamples.jsonParser()) == [.lasting])
    }
}
