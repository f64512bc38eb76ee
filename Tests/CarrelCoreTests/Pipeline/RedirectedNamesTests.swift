import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Makes one collection of lines, each the name of a document or, with a slash in front, where it is from where the catalogue
/// answers, and names it by the catalogue's address.
private struct AddressParser: Parser {
    func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

    func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let items = String(decoding: document.data, as: UTF8.self).split(separator: "\n").map { line in
            let relative = URL(string: String(line), relativeTo: document.url)?.absoluteString
            return Item(
                title: String(line), url: line.hasPrefix("/") ? relative : "http://x.example/\(line).txt")
        }
        let name = document.namingURL.lastPathComponent
        var collection = ItemCollection(id: name, title: name, items: items)
        collection.markDuplicates()
        return Catalog(collections: [collection])
    }
}

/// Catalogues that redirect, and what their collections are called.
@Suite(.timeLimit(.minutes(1))) struct RedirectedNamesTests {
    private let harness: PipelineHarness
    private var location: String { harness.source.location }

    init() throws {
        var harness = try PipelineHarness("")
        harness.pipeline.parsers = .only("address", AddressParser())
        for name in ["a", "b", "c"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        self.harness = harness
    }

    /// Syncs with what a server answers from an address.
    private func sync(_ text: String = "a\nb", from address: String) async throws -> RunSummary {
        let tag = Validators(entityTag: "\"\(UUID())\"")
        let document = CatalogDocument(
            data: Data(text.utf8), url: try #require(URL(string: address)),
            validators: address == location ? tag : Validators(tag, behindRedirectsAt: address))
        harness.source.replace(with: [document])
        return try await harness.pipeline.sync()
    }

    private func names() async throws -> [String] {
        try await harness.located().catalog.collections.map(\.id)
    }

    /// Changes what is recorded of the last reading.
    private func changeReading(_ change: (inout CatalogReading) -> Void) async throws {
        var reading = try #require(try await harness.library.reading(of: location))
        change(&reading)
        try await harness.library.record(try await harness.located().catalog, reading: reading)
    }

    @Test func `one that begins to redirect, or does so to another place, stays the same collection`()
        async throws
    {
        #expect(try await sync(from: location).downloaded == 2)
        for address in ["http://other.example/moved", "http://other.example/cache/2", location] {
            let again = try await sync(from: address)
            #expect(again.downloaded == 0 && again.unchanged == 2 && again.orphaned == 0, "\(address)")
            #expect(try await names() == ["lines"], "\(address)")
        }
        #expect(try await sync("a\nb\nc", from: "http://other.example/moved").downloaded == 1)
        #expect(harness.store.documents.count == 3)
    }

    @Test func `one that begins to redirect to https, and goes back, keeps its items and what is ignored`()
        async throws
    {
        let (plain, secured) = ("http://catalog.example", "https://catalog.example")
        for address in [plain, secured].flatMap({ site in ["a", "b", "c"].map { "\(site)/\($0)" } }) {
            harness.fetcher.on(address, .text("from \(address)"))
        }
        let ignored = ItemKey(catalog: location, collection: "lines", item: "\(plain)/b")
        try await harness.library.setIgnored(true, [ignored], patterns: [])
        #expect(try await sync("/a\n/b\n/a", from: "\(plain)/lines").downloaded == 1)
        let moved = try await sync("/a\n/b\n/c\n/a", from: "\(secured)/lines")
        // What is not the same any longer cannot follow by its content.
        #expect(moved.updated == 1 && moved.new == 1 && moved.ignored == 1 && moved.orphaned == 0)
        for site in [secured, plain, secured] {
            let again = try await sync("/a\n/b\n/c\n/a", from: "\(site)/lines")
            #expect(again.new == 0 && again.ignored == 1 && again.duplicates == 1 && again.orphaned == 0)
            let items = try await harness.located().catalog.collections.flatMap(\.items)
            #expect(
                items.map(\.id) == ["\(plain)/a", "\(plain)/b", "\(secured)/c", "\(plain)/a#2"], "\(site)")
            #expect(items.compactMap(\.url) == ["a", "b", "c", "a"].map { "\(site)/\($0)" })
        }
    }

    @Test func `one that redirects when it is first read keeps the name of where that leads`() async throws {
        for address in ["http://other.example/moved", location, "http://other.example/cache/2"] {
            _ = try await sync(from: address)
            #expect(try await names() == ["moved"], "\(address)")
        }
        #expect(harness.store.documents.count == 2)
    }

    @Test func `one of a library that did not record its naming address keeps the name that it has`()
        async throws
    {
        _ = try await sync(from: "http://other.example/moved")
        try await changeReading { $0.fingerprint = "1" }
        for address in ["http://other.example/moved", "http://other.example/cache/2"] {
            _ = try await sync(from: address)
            #expect(try await names() == ["moved"], "\(address)")
        }
        #expect(harness.store.documents.count == 2)
    }

    @Test(arguments: [nil, "http://other.example/moved"] as [String?])
    func `one of such a library that redirects elsewhere since keeps it, too`(address: String?) async throws {
        _ = try await sync(from: address ?? location)
        let named = try await names()
        try await changeReading { $0.fingerprint = "1" }
        for address in ["http://other.example/cache/2", "http://other.example/cache/3"] {
            let again = try await sync(from: address)
            #expect(again.downloaded == 0 && again.orphaned == 0, "\(address)")
            #expect(try await names() == named, "\(address)")
        }
    }

    @Test func `one of such a library keeps its name where its address is only written otherwise`()
        async throws
    {
        let address = location + "/index.html"
        _ = try await sync(from: address)
        try await changeReading { reading in
            reading.fingerprint = "1"
            reading.validators = Validators(entityTag: "\"same\"")
        }
        #expect(try await sync(from: address).downloaded == 0)
        #expect(try await names() == ["index.html"])
    }

    @Test func `one of such a library without validators keeps the name of its own address`() async throws {
        _ = try await sync(from: location)
        try await changeReading { reading in
            (reading.fingerprint, reading.validators) = ("1", Validators())
        }
        for address in ["http://other.example/cache/2", "http://other.example/cache/3"] {
            let again = try await sync(from: address)
            #expect(again.downloaded == 0 && again.orphaned == 0, "\(address)")
            #expect(try await names() == ["lines"], "\(address)")
        }
    }

    @Test func `one that is at another place since has the name of that`() async throws {
        _ = try await sync(from: location)
        try await changeReading { $0.parser = nil }
        _ = try await sync(from: "http://other.example/moved")
        #expect(try await names() == ["moved"])
    }

    @Test func `an unchanged one is not read again for its name`() async throws {
        _ = try await sync(from: location)
        _ = try await harness.pipeline.sync()
        #expect(harness.events.lines.contains("catalogue unchanged"))
    }

    @Test(arguments: [false, true])
    func `what is noted behind a fingerprint is told apart from it`(isIncomplete: Bool) throws {
        var catalog = Catalog(collections: [])
        catalog.isIncomplete = isIncomplete
        var document = CatalogDocument(data: Data(), url: URL(filePath: "/lines"))
        let plain = CatalogReading(
            location: location, validators: Validators(), fingerprint: "a=b, c", date: Date(), parser: "p")
        let local = plain.annotated(catalog, of: document)
        #expect(local.parsing == "a=b, c" && local.namedBy == nil)
        document.url = try #require(URL(string: "http://other.example/a,b?c=d"))
        let reading = plain.annotated(catalog, of: document)
        #expect(reading.parsing == "a=b, c" && reading.namedBy == document.url)
        document.namedBy = URL(string: location)
        #expect(plain.annotated(catalog, of: document).namedBy == document.namedBy)
        catalog.heed(reading)
        #expect(catalog.isIncomplete == isIncomplete)
    }
}
