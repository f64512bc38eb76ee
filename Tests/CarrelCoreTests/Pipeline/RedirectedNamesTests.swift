import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Makes one collection of lines, each the name of a document, and names it by the catalogue's address.
private struct AddressParser: Parser {
    func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

    func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let items = String(decoding: document.data, as: UTF8.self).split(separator: "\n").map { line in
            Item(title: String(line), url: "http://x.example/\(line).txt")
        }
        let name = document.namingURL.lastPathComponent
        return Catalog(collections: [ItemCollection(id: name, title: name, items: items)])
    }
}

/// Catalogues that redirect, and what their collections are called.
@Suite(.timeLimit(.minutes(1))) struct RedirectedNamesTests {
    private let harness: PipelineHarness
    private var location: String { harness.source.location }

    init() throws {
        var harness = try PipelineHarness("")
        harness.pipeline.parsers = ParserSelection(
            candidates: [ParserSelection.Candidate(name: "address", parser: AddressParser())],
            fingerprint: "1")
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
