import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
import URLListParsing

@Suite(.timeLimit(.minutes(1)))
struct URLListParserTests {
    private func parse(_ text: String) throws -> Catalog {
        try URLListParser().parse([Samples.document(text, "http://lists.example.org/notes.txt")])
    }

    @Test func `a text has an address on each line, a title behind it, and a path below it`() throws {
        let items = try URLListParser().parse([Samples.addresses]).collections[0].items
        #expect(items.map(\.title) == ["Tides", "way.pdf"])
        #expect(items.map(\.path) == [nil, "way/finding.pdf"])
    }

    @Test func `fetch.txt gives lengths and paths, and nothing outside of the bag's data`() throws {
        let items = try URLListParser().parse([Samples.fetchList]).collections[0].items
        #expect(items.map(\.size) == [1024, nil])
        #expect(items.map(\.path) == ["data/tides.pdf", "data/way/finding it.pdf"])
        let bad = [
            "http://a.example/1 - data/../../etc/passwd", "http://a.example/2 - /data/x",
            "http://a.example/3 - bagit.txt", "http://a.example/4 - data//x", "http://a.example/5 - data/ok",
        ]
        let catalog = try parse(bad.joined(separator: "\n"))
        #expect(catalog.problems.map(\.place) == ["line 1", "line 2", "line 3", "line 4"])
        #expect(catalog.collections[0].items.map(\.path) == ["data/ok"])
    }

    @Test(arguments: ["2026 Annual report", "- Lecture one", "1 Introduction", "12 data and more"])
    func `a title may begin with a number or a dash`(title: String) throws {
        let catalog = try parse("http://a.example/1 \(title)\nhttp://a.example/2\n")
        #expect(catalog.collections[0].items.map(\.title) == [title, "2"])
        #expect(catalog.collections[0].items.map(\.size) == [nil, nil] && catalog.problems.isEmpty)
    }

    @Test func `a table's first row names its columns, in any order and with either separator`() throws {
        let catalog = try URLListParser().parse([Samples.addressTable])
        #expect(catalog.collections.map(\.id) == ["tides", "way"])
        let first = catalog.collections[0].items[0]
        #expect(first.title == "High, and low" && first.size == 1024 && first.path == "t/tides.pdf")
        #expect(first.digest?.algorithm == .sha256)
        #expect(catalog.collections[1].items[0].url == "http://lists.example.org/knots.pdf")
        let tabs = try parse("Modified\turi\tlabel\r\n2026-01-02\thttp://a.example/x.pdf\tX\r\n")
        #expect(tabs.collections[0].items.map(\.title) == ["X"])
        #expect(tabs.collections[0].items.map(\.lastModified) == ["2026-01-02"])
    }

    @Test(arguments: [
        ("'=1", "=1"), ("''=1", "'=1"), ("'-c", "-c"), ("'＠x", "＠x"), ("'tis", "'tis"), ("-x", "-x"),
    ])
    func `what an export marks as no formula is the text again`(cell: String, text: String) throws {
        let row = "notes,\(cell),\(cell),http://a.example/1,,,,,\(cell)/1.pdf\n"
        let export = try parse("catalogue,collection,title,url,size,sha256,media type,stored,path\n" + row)
        #expect(export.collections.map(\.id) == [text])
        let items = export.collections.flatMap(\.items)
        #expect(items.map(\.title) == [text] && items.map(\.path) == ["\(text)/1.pdf"])
        // In a table of others it may be a quotation.
        let other = try parse("collection,title,url\nnotes,'=' or '==',http://a.example/1\n")
        #expect(other.collections[0].items.map(\.title) == ["'=' or '=='"])
    }

    @Test func `an export lists what is not available yet`() throws {
        let rows = "notes,N,Answers,,,,,,\r\nnotes,N,One,http://a.example/1,,,,,\r\nnotes,N,,,,,,,\r\n"
        let names = "catalogue,collection,title,url,size,sha256,media type,stored,path\r\n"
        let catalog = try parse(names + rows)
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.title) == ["Answers", "One"] && items.map(\.url) == [nil, "http://a.example/1"])
        #expect(catalog.collections.map(\.id) == ["N"])
        #expect(catalog.problems.map(\.place) == ["row 4"], "without a title, too, it says nothing")
        let other = try parse("title,url\nAnswers,\nOne,http://a.example/1\n")
        #expect(other.problems.map(\.reason) == ["no address; skipped"])
    }

    @Test(arguments: [
        "title,address,url\nA,Main Street 5,http://a.example/1",
        "title,download,url\nA,yes,http://a.example/1",
        "link,name,title,URL\nhttp://b.example,B,A,http://a.example/1",
        "title,address,link\nA,Main Street 5,http://a.example/1",
    ])
    func `a column's own name comes before its other names`(table: String) throws {
        let items = try parse(table + "\n").collections[0].items
        #expect(items.map(\.url) == ["http://a.example/1"] && items.map(\.title) == ["A"])
    }

    @Test(arguments: [
        ("http://a.example/1,Title one\nhttp://a.example/2,\"Two, or so\"\n", ["Title one", "Two, or so"]),
        ("\"http://a.example/1\";\"Title one\";5\n\"http://a.example/2\";Two;6\n", ["Title one", "Two"]),
    ])
    func `in CSV without names of columns a title stands behind each address`(text: String, titles: [String])
        throws
    {
        let document = Samples.document(text, "http://a.example/list.csv", "text/csv")
        #expect(URLListParser().recognition(of: [document]) == .certain)
        let items = try URLListParser().parse([document]).collections[0].items
        #expect(items.map(\.url) == ["http://a.example/1", "http://a.example/2"])
        #expect(items.map(\.title) == titles)
    }

    @Test(arguments: [
        ("http://a.example/1,2.html\nhttp://a.example/3,4.html\n", "list.csv"),
        ("http://a.example/1,a Title\nhttp://a.example/3,b Title\n", "list.txt"),
    ])
    func `elsewhere a comma belongs to the address`(text: String, name: String) throws {
        let document = Samples.document(text, "http://a.example/\(name)")
        let items = try URLListParser().parse([document]).collections[0].items
        #expect(items.count == 2 && items[0].url?.hasPrefix("http://a.example/1,") == true)
    }

    @Test(arguments: ["length", "bytes", "updated", "lastmod", "last modified", "sha256sum"])
    func `only columns of their own names make promises and say when a document changed`(name: String) throws
    {
        let item = try parse("url,\(name)\nhttp://a.example/1,42\n").collections[0].items[0]
        #expect(item.size == nil && item.digest == nil && item.lastModified == nil)
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `lines end with LF, CR or both`(end: String) throws {
        let table = ["url,title", "http://a.example/1,\"A\(end)B\"", "", "http://a.example/2,C", "nothing,D"]
        let catalog = try parse(table.joined(separator: end))
        #expect(catalog.collections[0].items.map(\.title) == ["A B", "C", "D"])
        let text = try parse(["# a list", "http://a.example/1", "  out=x", "no"].joined(separator: end))
        #expect(text.collections[0].items.map(\.path) == ["x"])
        #expect(text.problems.map(\.place) == ["line 4"])
    }

    @Test(arguments: ["url,title\n", "url\n\n# none\n"])
    func `a table without a row is an error, and not an empty catalogue`(text: String) {
        #expect(throws: ParseError.self) { try parse(text) }
    }

    @Test(arguments: [String.Encoding.isoLatin1, .utf16, .utf16LittleEndian, .utf8])
    func `a table is decoded from the encoding that its bytes tell`(encoding: String.Encoding) throws {
        let text = "title;url\r\nFête à la plage;http://a.example/1\r\nOù;http://a.example/2\r\n"
        let data = try #require(text.data(using: encoding))
        let document = CatalogDocument(data: data, url: URL(filePath: "/list.csv"))
        #expect(URLListParser().recognition(of: [document]) == .certain)
        let catalog = try URLListParser().parse([document])
        #expect(catalog.collections[0].items.map(\.title) == ["Fête à la plage", "Où"])
        #expect(catalog.problems.isEmpty)
    }

    @Test func `bytes that cannot be decoded are counted`() throws {
        let data = Data("http://a.example/1 Fête à la pla".utf8) + [0xFF] + Data("ge, où\n".utf8)
        let catalog = try URLListParser().parse([CatalogDocument(data: data, url: URL(filePath: "/l.txt"))])
        #expect(catalog.problems.map(\.place) == ["text"])
    }

    @Test(arguments: ["sep=;\r\nurl;title\r\n", "SEP=;\nurl;title\n", "# x\nsep=\t\nurl\ttitle\n"])
    func `a first line may name the separator`(beginning: String) throws {
        let cells = ["http://a.example/1", "A, b"]
        let separator = beginning.contains("\t") ? "\t" : ";"
        let catalog = try parse(beginning + cells.joined(separator: separator))
        #expect(catalog.collections[0].items.map(\.title) == ["A, b"] && catalog.problems.isEmpty)
    }

    @Test func `the strongest digest that can be used counts, and each that cannot is reported`() throws {
        let (short, long) = (String(repeating: "a", count: 64), String(repeating: "B", count: 128))
        let rows = [
            "http://a.example/1,\(short),-", "http://a.example/2,\(short),\(long)",
            "http://a.example/3,\(short),\(long)x", "http://a.example/4,sha256:\(short),",
            "http://a.example/5,\(short) x,-",
        ]
        let table = try parse("url,sha256,sha512\n" + rows.joined(separator: "\n"))
        #expect(
            table.collections[0].items.map { $0.digest?.algorithm } == [.sha256, .sha512, .sha256, nil, nil])
        #expect(table.problems.map(\.place) == ["row 4", "row 5", "row 6"])
        #expect(table.problems.first?.reason.hasSuffix("expected 128 hexadecimal digits; not used") == true)
        let text = try parse(
            """
            http://a.example/1
              checksum=sha-256=\(short)
              checksum=sha-512=\(long)
            http://a.example/2
              checksum=sha-256=\(short)0
              checksum=sha-256:\(short)
            """)
        #expect(text.collections[0].items.map { $0.digest?.algorithm } == [.sha512, nil])
        #expect(text.problems.map(\.place) == ["line 5", "line 6"])
    }

    @Test func `a line that cannot be used is reported with its number, and the others are listed`() throws {
        let catalog = try parse("http://a.example/1\nnonsense\nhttp://a.example/2\n")
        #expect(catalog.problems.map(\.place) == ["line 2"] && catalog.collections[0].items.count == 2)
        let table = try parse("url,size\n,5\nhttp://a.example/x,-3\nfile:///etc/passwd,1\n")
        #expect(table.problems.map(\.place) == ["row 2", "row 3", "row 4"])
        #expect(table.problems[1].reason.hasPrefix("“-3”"))
        #expect(table.collections[0].items.map(\.size) == [nil])
    }

    @Test(arguments: [
        ("http://a.example/2,Two", "the table ends after 2 of 3 cells", "put a line break at its end"),
        ("http://a.exam", "the table ends after 1 of 3 cells", "put a line break at its end"),
        (
            "http://a.example/2,\"Two,x\nhttp://a.example/3,Three,y\n", "a quote is not closed",
            "close the quote"
        ),
    ])
    func `a table that is cut keeps what it listed before, and its last row is not used`(
        rest: String, reason: String, remedy: String
    ) throws {
        let catalog = try parse("url,title,id\nhttp://a.example/1,One,w\n" + rest)
        #expect(catalog.collections[0].items.map(\.id) == ["w"])
        #expect(catalog.problems.map(\.place) == ["row 3"] && catalog.hasGap(.passing))
        let told = try #require(catalog.problems.first?.reason)
        #expect(told.hasPrefix(reason) && told.hasSuffix("; if the table is whole, \(remedy)"))
    }

    @Test(arguments: [
        "http://a.example/1,One", "http://a.example/1,One,w\nhttp://a.example/2\nhttp://a.example/3,Three",
        "http://a.example/1,One\nhttp://a.example/2,Two,w\nhttp://a.example/3",
    ])
    func `rows that lack cells are used up to the end of a list where others lack some`(rows: String) throws {
        let catalog = try parse("url,title,id\n" + rows)
        #expect(catalog.collections[0].items.count == rows.split(separator: "\n").count)
        #expect(catalog.problems.isEmpty)
    }

    @Test(arguments: [
        "url,title,id\nhttp://a.example/1,One,w", "url,title,\nhttp://a.example/1,One",
        "url,title,id\nhttp://a.example/1,One\n", "url,title\nhttp://a.example/1,",
        "url\nhttp://a.example/1",
    ])
    func `a last row that has its cells or a line break is whole`(text: String) throws {
        let catalog = try parse(text)
        #expect(catalog.collections[0].items.map(\.url) == ["http://a.example/1"])
        #expect(catalog.problems.isEmpty)
    }

    @Test(arguments: [
        ("http://a.example/1\nhttp://a.example/2", true), ("http://a.example/1\nhttp://a.example/2\n", false),
        ("http://a.example/2 Two", false), ("http://a.example/2 ", false), ("http://a.example/2\r", false),
        ("http://a.example/2\n  out=2", false), ("http://a.example/2\n# two", false),
        ("url\nhttp://a.example/2", true), ("title,url\nTwo,http://a.example/2", true),
        ("url,title\nhttp://a.example/2,Two", false), ("title,url\nTwo,\"http://a.example/2\"", false),
        ("title,url\nTwo,http://a.example/2\n", false),
    ])
    func `an address at the very end is known as such`(text: String, isOpen: Bool) throws {
        #expect(try parse(text).openEnd == (isOpen ? "http://a.example/2" : nil))
    }

    @Test(arguments: ["ftp://a.example/2", "magnet:?xt=urn:btih:aaaa", "no address"])
    func `options below an address that is skipped are not those of the one before`(skipped: String) throws {
        let options = "\n  out=y.iso\n  checksum=sha-256=\(String(repeating: "a", count: 64))\n"
        let catalog = try parse("http://a.example/1\n\(skipped)\(options)http://a.example/3\n  out=z\n")
        #expect(catalog.collections[0].items.map(\.path) == [nil, "z"])
        #expect(catalog.collections[0].items.map(\.digest) == [nil, nil])
        #expect(catalog.problems.map(\.place) == ["line 2"])
        let long = String(repeating: "x", count: 20_000)
        let lines: [(line: String, path: String?)] = [(long, nil), ("  comment=\(long)", "y.iso")]
        for (line, path) in lines {
            let catalog = try parse("http://a.example/1\n\(line)\n  out=y.iso\n")
            #expect(catalog.collections[0].items.map(\.path) == [path])
        }
    }

    @Test(arguments: [
        "title,url\n#1 Intro,http://a.example/1\n\"#2 Next\",http://a.example/2\n",
        "#,title,url\n1,#1 Intro,http://a.example/1\n#,#2 Next,http://a.example/2\n",
        "#url;title\nhttp://a.example/1;#1 Intro\nhttp://a.example/2;#2 Next\n",
        "# of, link, title\n# title, url\ntitle,url\n#1 Intro,http://a.example/1\n#2 Next,http://a.example/2\n",
    ])
    func `in a table every row counts, and names of columns may begin with a number sign`(text: String) throws
    {
        let document = Samples.document(text, "http://lists.example.org/notes.csv")
        #expect(URLListParser().recognition(of: [document]) == .certain)
        let catalog = try URLListParser().parse([document])
        #expect(catalog.collections[0].items.map(\.title) == ["#1 Intro", "#2 Next"])
        #expect(catalog.collections[0].items.map(\.url) == ["http://a.example/1", "http://a.example/2"])
        #expect(catalog.problems.isEmpty)
    }

    @Test(arguments: ["# url, title\n", "# Title; link\n", "# url\n", "# see, link, http://b.example\n"])
    func `above a text are comments, whatever they name`(comment: String) throws {
        let catalog = try parse(
            comment + "http://a.example/1 Tides, low; high\n# no, url\nhttp://a.example/2\n")
        #expect(catalog.collections[0].items.map(\.title) == ["Tides, low; high", "2"])
        #expect(catalog.problems.isEmpty)
    }

    @Test func `what is no list is an error that says how to write one`() {
        let error = #expect(throws: ParseError.self) { try parse("Dear all,\nplease find attached") }
        #expect(error?.remedy == "Put one address on each line, or name the columns in the first row")
    }
}
