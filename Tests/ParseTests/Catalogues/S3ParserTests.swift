import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import S3Parsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct S3ParserTests {
    private func list(_ content: String, _ url: String = "http://s3.example.org/bucket?list-type=2")
        -> CatalogDocument
    {
        Samples.document(
            "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>bucket</Name>\(content)</ListBucketResult>",
            url, "application/xml")
    }

    private func object(_ key: String, size: String = "3") -> String {
        "<Contents><Key>\(key)</Key><ETag>\"\(String(repeating: "a", count: 64))\"</ETag><Size>\(size)</Size></Contents>"
    }

    private func parse(_ document: CatalogDocument) throws -> Catalog { try S3Parser().parse([document]) }

    @Test func `objects are items of their folders, with the sizes that are promised`() throws {
        let catalog = try parse(Samples.s3)
        #expect(catalog.problems == [] && catalog.title == "shelf")
        #expect(catalog.collections.map(\.id) == ["shelf", "a/b"])
        let items = catalog.collections[1].items
        #expect(items.map(\.title) == ["x y.pdf", "é+1.txt"])
        #expect(
            items.map(\.url) == [
                "http://s3.example.org/shelf/a/b/x%20y.pdf", "http://s3.example.org/shelf/a/b/%C3%A9%2B1.txt",
            ])
        #expect(items.map(\.size) == [12, 0])
    }

    @Test func `an entity tag is never a digest, though it may look like one`() throws {
        #expect(try parse(list(object("a.txt"))).collections[0].items[0].digest == nil)
    }

    @Test func `an object's version is told by its date and its entity tag`() throws {
        func version(_ facts: String) throws -> String? {
            let object = "<Contents><Key>a.txt</Key>\(facts)<Size>3</Size></Contents>"
            return try parse(list(object)).collections[0].items[0].listedVersion
        }
        let date = "<LastModified>2026-01-01T00:00:00Z</LastModified>"
        let dated = try version(date)
        let first = try version(date + "<ETag>\"a\"</ETag>")
        #expect(dated != nil && first != nil && first != dated)
        #expect(try version(date + "<ETag>\"b\"</ETag>") != first)
        #expect(try version("<ETag>\"a\"</ETag>") == nil, "a tag alone")
    }

    @Test(arguments: [
        ("http://bucket.s3.example.org/?list-type=2", "http://bucket.s3.example.org/a.txt"),
        ("http://bucket.s3.example.org", "http://bucket.s3.example.org/a.txt"),
        ("http://s3.example.org/bucket/?prefix=a", "http://s3.example.org/bucket/a.txt"),
    ])
    func `the bucket's address may be a host or a path`(address: String, url: String) throws {
        #expect(try parse(list(object("a.txt"), address)).collections[0].items.map(\.url) == [url])
    }

    @Test func `the profile can say where objects are`() throws {
        let parser = try S3Parser.plugin.make(
            Settings(["base": String?.some("https://files.example.org/b?x=1")]), PluginContext())
        let items = try parser.parse([list(object("c/a.txt"), "file:///srv/list.xml")]).collections[0].items
        #expect(items.map(\.url) == ["https://files.example.org/b/c/a.txt"])
    }

    @Test(arguments: ["../etc/passwd", "a/../../b", "./x", "a/.."])
    func `a key that leads out of the bucket is left out and said`(key: String) throws {
        let catalog = try parse(list(object(key) + object("a.txt"), "file:///srv/bucket/list.xml"))
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["a.txt"])
        #expect(catalog.problems.map(\.place) == ["line 1"])
    }

    @Test func `a name that begins with a combining mark is in its folder, also beside a list`() throws {
        let catalog = try parse(list(object("c/\u{301}a.txt"), "file:///srv/bucket/list.xml"))
        #expect(catalog.problems == [] && catalog.collections.map(\.id) == ["c"])
        let marked = try parse(list(object("\u{301}a.txt"), "file:///srv/bucket/list.xml"))
        #expect(marked.problems == [] && marked.collections.flatMap(\.items).count == 1)
    }

    @Test func `keys are escaped, so that none becomes another host, a query or a fragment`() throws {
        let catalog = try parse(list(object("//evil.example/x") + object("a?b#c%2e&amp;d")))
        #expect(
            catalog.collections.flatMap(\.items).map(\.url) == [
                "http://s3.example.org/bucket///evil.example/x",
                "http://s3.example.org/bucket/a%3Fb%23c%252e%26d",
            ])
    }

    @Test func `version 2 goes on by its token, version 1 behind its last key`() throws {
        let more = "<IsTruncated>true</IsTruncated>"
        let second = try parse(
            list(more + "<NextContinuationToken>1/a+b=</NextContinuationToken>" + object("a")))
        let next = "http://s3.example.org/bucket?list-type=2&continuation-token=1%2Fa%2Bb%3D"
        #expect(second.pages.first?.url == next)
        let first = try parse(list(more + object("a") + object("b c"), "http://s3.example.org/bucket"))
        #expect(first.pages.first?.url == "http://s3.example.org/bucket?marker=b%20c")
        let named = try parse(
            list(more + "<NextMarker>d</NextMarker>" + object("a"), "http://s3.example.org/bucket"))
        #expect(named.pages.first?.url == "http://s3.example.org/bucket?marker=d")
    }

    @Test func `a token that comes again, or none, ends the list with a word about it`() throws {
        let more = "<IsTruncated>true</IsTruncated>"
        for (content, url) in [
            (more + "<NextContinuationToken>t</NextContinuationToken>", "?list-type=2&continuation-token=t"),
            (more, "?list-type=2"), (more, ""),
        ] {
            let catalog = try parse(list(content, "http://s3.example.org/bucket" + url))
            #expect(catalog.pages.isEmpty && catalog.problems.map(\.place) == ["IsTruncated"], "\(url)")
        }
    }

    @Test func `a folder that the list does not go into is a further catalogue of everything below it`()
        throws
    {
        let content = object("a.txt") + "<CommonPrefixes><Prefix>b &amp; c/</Prefix></CommonPrefixes>"
        let catalog = try parse(list(content, "http://s3.example.org/bucket?delimiter=/&list-type=2"))
        #expect(catalog.collections.map(\.id) == ["bucket", "b & c"])
        #expect(
            catalog.collections[1].further?.url
                == "http://s3.example.org/bucket?list-type=2&prefix=b%20%26%20c%2F")
    }

    @Test func `encoded keys are decoded, and what is none is said`() throws {
        let content = "<EncodingType>url</EncodingType>" + object("a%2Fb+c.txt") + object("%zz")
        let catalog = try parse(list(content))
        #expect(catalog.collections.map(\.id) == ["a"] && catalog.collections[0].items[0].title == "b c.txt")
        #expect(catalog.problems.count == 1)
    }

    @Test func `an empty bucket is an empty catalogue, and an error is one`() throws {
        let empty = try parse(list("<IsTruncated>false</IsTruncated>"))
        #expect(empty.collections.map(\.id) == ["bucket"] && empty.problems == [])
        let denied = Samples.document(
            "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
            "http://s3.example.org/b")
        let error = try #require(#expect(throws: ParseError.self) { try parse(denied) })
        #expect("\(error)".contains("AccessDenied: Access Denied"), "\(error)")
    }

    @Test(arguments: ["<Contents><Size>3</Size></Contents>", "<Contents><Key>../a</Key></Contents>"])
    func `a list in which no object can be used is an error, and further on it is a word about it`(
        content: String
    ) throws {
        var document = list(content)
        let error = try #require(#expect(throws: ParseError.self) { try parse(document) })
        #expect("\(error)".contains("line 1: nothing can be read: "), "\(error)")
        document.page = CatalogPage.Place(start: document.url, depth: 1)
        #expect(try parse(document).problems.map(\.gap) == [.lasting])
        #expect(try parse(list("<Contents><Key>folder/</Key></Contents>")).problems == [])
    }

    @Test(arguments: ["x", "-1", "99999999999999999999"])
    func `a size that is none is said, and not promised`(size: String) throws {
        let catalog = try parse(list(object("a", size: size)))
        #expect(catalog.collections[0].items[0].size == nil && catalog.problems.count == 1)
    }
}
