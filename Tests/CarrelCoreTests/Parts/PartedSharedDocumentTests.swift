import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import Foundation
import Testing

@testable import CarrelCore

/// A document that a catalogue lists that is read in parts, and that is stored for another one.
@Suite(.timeLimit(.minutes(1))) struct PartedSharedDocumentTests {
    private let harness: PipelineHarness
    private let whole: FixedSource
    private static let url = "http://x.example/shared.txt"
    private static let name = "C1-shared.txt"
    private static let lines = """
        {"carrel": 1, "title": "Everything"}
        {"type": "collection", "id": "A", "title": "Album"}
        {"type": "item", "title": "one", "url": "\(url)"}
        {"type": "item", "title": "two", "url": "http://x.example/2.txt"}
        {"type": "item", "title": "three", "url": "http://x.example/3.txt"}
        """

    init() throws {
        harness = try PipelineHarness("")
        whole = FixedSource("= C1\nOne | \(Self.url)", location: "http://catalog.example/one")
        for url in [Self.url, "http://x.example/2.txt", "http://x.example/3.txt"] {
            harness.fetcher.on(url, .text(url))
        }
        harness.source.replace(with: [.list(Self.lines, tag: "\"1\"", inPiecesOf: 60)])
    }

    /// The catalogue in parts of two items.
    private var parted: Pipeline {
        var pipeline = harness.pipeline
        pipeline.parsers = .only("carrel", CatalogFormParser())
        pipeline.partSize = 2
        return pipeline
    }

    private var owner: ItemKey { ItemKey(catalog: whole.location, collection: "C1", item: Self.url) }

    private func storeForOther() async throws {
        var other = harness.pipeline
        other.source = whole
        _ = try await other.sync()
        #expect(try await parted.sync().downloaded == 2)
        #expect(try await harness.library.names()[owner] == Self.name)
    }

    /// What a plan in parts says of the shared document.
    private func plannedAction() async throws -> PlanEntry.Action? {
        var entries: [PlanEntry] = []
        try await parted.plan { entries += $0.entries }
        return entries.first { $0.item.url == Self.url }?.action
    }

    @Test func `a document of another catalogue that somebody renamed keeps its record`() async throws {
        try await storeForOther()
        let content = harness.store.documents[Self.name]
        harness.store.tamper(with: Self.name, content: nil)
        harness.store.tamper(with: "mine.txt", content: content)
        #expect(try await plannedAction() == .keep)
        #expect(try await parted.sync().downloaded == 0)
        #expect(try await harness.library.names()[owner] == "mine.txt")
        #expect(harness.store.documents.keys.sorted() == ["A-2.txt", "A-3.txt", "mine.txt"])
        #expect(harness.events.lines.contains { $0.hasPrefix("moved") })
    }

    @Test func `documents that somebody renamed keep their records, each in its own part`() async throws {
        try await storeForOther()
        for name in ["A-2.txt", "A-3.txt"] {
            let content = harness.store.documents[name]
            harness.store.tamper(with: name, content: nil)
            harness.store.tamper(with: "mine-\(name)", content: content)
        }
        var entries: [PlanEntry] = []
        try await parted.plan { entries += $0.entries }
        #expect(entries.allSatisfy { $0.action != .download }, "\(entries.map(\.reason))")
        #expect(try await parted.sync().downloaded == 0)
        let names = ["mine-A-2.txt", "mine-A-3.txt", Self.name].sorted()
        #expect(harness.store.documents.keys.sorted() == names)
        #expect(try await harness.library.names().values.sorted() == names)
        #expect(harness.events.lines.filter { $0.hasPrefix("moved") }.count == 2)
    }

    @Test func `one file is found for one of two documents with its content in different parts`() async throws
    {
        harness.fetcher.on("http://x.example/3.txt", .text(Self.url))
        try await storeForOther()
        let content = harness.store.documents[Self.name]
        for name in [Self.name, "A-3.txt"] { harness.store.tamper(with: name, content: nil) }
        harness.store.tamper(with: "mine.txt", content: content)
        var entries: [PlanEntry] = []
        try await parted.plan { entries += $0.entries }
        #expect(entries.filter { $0.action == .download }.map(\.item.title) == ["three"])
        #expect(try await parted.sync().downloaded == 1)
        #expect(try await harness.library.names()[owner] == "mine.txt")
        #expect(harness.store.documents.keys.sorted() == ["A-2.txt", "A-3.txt", "mine.txt"])
    }

    @Test func `a missing document of another catalogue is stored again under its name`() async throws {
        try await storeForOther()
        harness.store.tamper(with: Self.name, content: nil)
        #expect(try await plannedAction() == .download)
        #expect(try await parted.sync().downloaded == 1)
        #expect(harness.store.documents.keys.sorted() == ["A-2.txt", "A-3.txt", Self.name])
    }
}
