import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import MetalinkParsing
import Testing

/// Metalinks become items with mirrors and promises.
@Suite(.timeLimit(.minutes(1))) struct MetalinkParserTests {
    private func parse(_ files: String) throws(ParseError) -> Catalog {
        try MetalinkParser().parse([
            Samples.document("<metalink>\(files)</metalink>", "http://lists.example.org/all.meta4")
        ])
    }

    private func item(_ content: String) throws -> Item {
        let catalog = try parse("<file name='a.iso'>\(content)<url>http://h.example/a</url></file>")
        return try #require(catalog.collections.first?.items.first)
    }

    private static let sha1 = String(repeating: "0b", count: 20)

    @Test func `a file has its best mirror as its URL, and the others behind it`() throws {
        let catalog = try MetalinkParser().parse([Samples.metalink])
        #expect(catalog.problems == [] && catalog.title == "Tides")
        let items = try #require(catalog.collections.first?.items)
        #expect(items.map(\.id) == ["tides/tables.csv", "notes.txt"])
        let table = items[0]
        #expect(
            table.title == "tables.csv" && table.subtitle == "High water" && table.path == "tides/tables.csv")
        #expect(table.url == "http://h.example.org/t.csv" && table.mirrors == ["http://m.example.net/t.csv"])
        #expect(table.size == 5 && table.digest?.algorithm == .sha256)
        #expect(table.pieces?.count == 2 && table.pieces?.hex(of: 1) == String(repeating: "2a", count: 32))
        #expect(items[1].mirrors.isEmpty && items[1].pieces == nil)
    }

    @Test(arguments: ["report 2026.pdf", "sub/report 2026.pdf"])
    func `a file is called by its name, and not by its address`(name: String) throws {
        let catalog = try parse("<file name='\(name)'><url>http://h.example/get?id=1</url></file>")
        let item = try #require(catalog.collections.first?.items.first)
        let template = try #require(NameTemplate("{path}"))
        #expect(DocumentName.make(template, item: item, NameFacts(collection: "all")) == name)
    }

    @Test func `a Metalink 3 has its digests and addresses one level deeper, and prefers the highest`() throws
    {
        let catalog = try MetalinkParser().parse([
            Samples.document(
                """
                <metalink version="3.0" xmlns="http://www.metalinker.org/"><publisher><name>P</name></publisher>
                <files><file name="a.iso"><size>4</size><verification><hash type="sha1">\(Self.sha1)</hash>
                <pieces length="2" type="sha1"><hash piece="0">\(Self.sha1)</hash><hash piece="1">\(Self.sha1)</hash>
                </pieces></verification><resources><url preference="20">http://low.example/a</url>
                <url type="bittorrent" preference="100">http://t.example/a.torrent</url>
                <url preference="90">http://high.example/a</url></resources></file></files></metalink>
                """, "http://lists.example.org/a.metalink")
        ])
        let item = try #require(catalog.collections.first?.items.first)
        #expect([item.url] + item.mirrors == ["http://high.example/a", "http://low.example/a"])
        #expect(item.digest?.algorithm == .sha1 && item.pieces?.algorithm == .sha1)
        #expect(catalog.collections[0].details.map(\.value) == ["P"])
    }

    @Test(arguments: [
        "../x", "/x", "a/../x", "a//x", "a/./x", "C:x", "a\\x", "", "a/", "a&#x202e;x", "a&#10;b",
        String(repeating: "a/", count: 4000) + "a",
    ])
    func `a name that is not safe is left out and reported`(name: String) throws {
        let other = "<file name='good'><url>http://h.example/g</url></file>"
        let catalog = try parse("<file name='\(name)'><url>http://h.example/a</url></file>\(other)")
        let names = catalog.collections.flatMap(\.items).map(\.id)
        #expect(names == ["good"])
        #expect(catalog.problems.first?.reason.contains("is not safe") == true)
    }

    @Test func `the strongest digest that is known counts, and a broken one is reported`() throws {
        let md5 = String(repeating: "0c", count: 16)
        let hashes = "<hash type='md5'>\(md5)</hash><hash type='crc32'>00</hash>"
        #expect(try item(hashes).digest?.text == "md5=\(md5)")
        #expect(
            try item(hashes + "<hash type='sha-1'>\(Self.sha1)</hash>").digest?.text == "sha-1=\(Self.sha1)")
        let catalog = try parse(
            "<file name='a'><hash type='sha-256'>abc</hash><url>http://h.example/a</url></file>")
        #expect(catalog.problems.first?.reason.contains("64 hexadecimal digits") == true)
        #expect(catalog.collections[0].items[0].digest == nil)
    }

    @Test(arguments: [
        ("0", 1), ("-1", 1), ("9223372036854775808", 1), ("x", 1), ("", 1), ("2", 3), ("4", 2), ("9", 40_000),
    ])
    func `pieces that cannot be right are not used`(length: String, count: Int) throws {
        let hashes = String(repeating: "<hash>\(Self.sha1)</hash>", count: count)
        let catalog = try parse(
            "<file name='a'><size>4</size><pieces length='\(length)' type='sha-1'>\(hashes)</pieces>"
                + "<url>http://h.example/a</url></file>")
        let item = try #require(catalog.collections.first?.items.first)
        #expect(item.pieces == nil && item.url == "http://h.example/a")
        #expect(
            catalog.problems.first?.reason.contains("only checked as a whole") == true, "\(catalog.problems)")
    }

    @Test func `of a thousand mirrors the best hundred count, and of two files with a name the first`() throws
    {
        let urls = (0..<1000).map { "<url priority='\(1000 - $0)'>http://h.example/\($0)</url>" }.joined()
        let catalog = try parse(
            "<file name='a'>\(urls)</file><file name='a'><url>http://h.example/b</url></file>")
        let items = catalog.collections.flatMap(\.items)
        #expect(items.count == 1 && items[0].url == "http://h.example/999" && items[0].mirrors.count == 99)
        #expect(catalog.problems.count == 2)
    }

    @Test func `a file without an address on the web is left out, and reported`() throws {
        let catalog = try parse(
            "<file name='a'><url>ftp://h.example/a</url></file><file name='b'/>"
                + "<file name='c'><url>ftp://h.example/c</url><url>http://h.example/c</url></file>")
        #expect(catalog.collections.flatMap(\.items).map(\.url) == ["http://h.example/c"])
        #expect(
            catalog.problems.map(\.reason) == [
                "“a” has no address on the web, only “ftp://h.example/a”; skipped",
                "“b” has no address; skipped",
            ])
    }

    @Test(
        .enabled(if: RealData.isPresent, "needs the folder ../shared/data"),
        arguments: [
            ("metalink/2files.metalink", 2), ("metalink/metalink4.xml", 1), ("metalink/test.xml", 3),
        ])
    func `Metalinks of other programs are read`(path: String, count: Int) throws {
        let document = CatalogDocument(data: try RealData.data(path), url: RealData.file(path))
        #expect(MetalinkParser().recognition(of: [document]) == .certain)
        let catalog = try MetalinkParser().parse([document])
        #expect(catalog.collections.flatMap(\.items).count == count, "\(catalog.problems)")
    }
}
