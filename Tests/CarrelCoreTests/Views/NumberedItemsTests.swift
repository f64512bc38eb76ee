import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Items that numbers name, found without reading the whole library.
@Suite struct NumberedItemsTests {
    private let harness: PipelineHarness
    private var pipeline: Pipeline { harness.pipeline }

    /// Syncs a catalogue of every kind of item.
    init() async throws {
        harness = try PipelineHarness(
            """
            = C1
            A | http://x.example/a.txt
            Same | http://x.example/b.txt
            Same | http://x.example/c.txt
            Again | http://x.example/a.txt
            Later
            = C2
            D | http://x.example/d.txt
            Gone | http://x.example/gone.txt
            = C3
            """)
        for name in ["a", "b", "c", "d"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        harness.fetcher.on("http://x.example/gone.txt", .status(404))
        _ = try await pipeline.sync()
    }

    /// What texts name, in a view of these items alone and in one of the whole library.
    private func found(
        _ texts: String..., selection: String? = nil, printed: PrintedList? = nil
    ) async throws -> (some: [String]?, whole: [String]) {
        let selection = selection.map { CollectionKey(catalog: harness.source.location, collection: $0) }
        let whole = ItemFinder(try await LibraryView(pipeline), selection: selection, printed: printed)
        let view = try await LibraryView.ofItems(
            numbered: texts, selection: selection, printed: printed, pipeline)
        let some = view.map { ItemFinder($0, selection: selection, printed: printed) }
        func rows(_ finder: ItemFinder) throws -> [String] {
            let items = try finder.items(ItemSelection(texts))
            #expect(try texts.map(finder.item).map(\.entry) == items.map(\.entry))
            return items.map { "\(finder.address(of: $0)) \($0)" }
        }
        return (try some.map(rows), try rows(whole))
    }

    @Test(arguments: ["C1/1", "C1/2", "C1/3", "C1/4", "C1/5", "C2/1", "C2/2"])
    func `an item is the same as in a view of the whole library`(text: String) async throws {
        let (some, whole) = try await found(text)
        #expect(some == whole)
    }

    @Test func `several texts, a selection and a printed list are looked up in one view`() async throws {
        let several = try await found("C1/2", "C2/1", "C1/1")
        #expect(several.some == several.whole && several.whole.count == 3)
        let selected = try await found("2", selection: "C2")
        #expect(selected.some == selected.whole && selected.whole[0].hasPrefix("C2/2 "))
        // Several collections have that title, whichever is selected.
        await #expect(throws: FindError.self) { try await found("title of it/1", selection: "C2") }
        let entry = harness.key("http://x.example/d.txt", collection: "C2")
        let printed = try await found("7", printed: PrintedList(items: [7: entry], date: .now))
        #expect(printed.some == printed.whole && printed.whole[0].hasPrefix("C2/1 "))
    }

    @Test func `what somebody changed, renamed, removed or ignored is seen`() async throws {
        try await harness.library.setIgnored(true, [], patterns: ["*/c.txt"])
        harness.store.edit("C1-a.txt", content: Array("edited".utf8))
        harness.store.tamper(with: "C2-d.txt", content: nil)
        for text in ["C1/1", "C1/3", "C2/1"] {
            let (some, whole) = try await found(text)
            #expect(some == whole)
        }
        harness.store.edit("elsewhere.txt", content: Array("d".utf8))
        let moved = try await found("C2/1")
        #expect(moved.some == moved.whole && moved.whole[0].contains("elsewhere.txt"))
    }

    @Test func `documents of another catalogue, and collections that are gone, are seen`() async throws {
        let other = "http://other.example/lines"
        let items = [Item(title: "D", url: "http://x.example/d.txt")]
        try await harness.library.record(
            Catalog(collections: [ItemCollection(id: "R", title: "Other", items: items)]),
            reading: CatalogReading(
                location: other, validators: Validators(), fingerprint: "1", date: Date()))
        let shared = try await found("R/1")
        #expect(shared.some == shared.whole && shared.whole[0].contains("C2-d.txt"))
        harness.store.tamper(with: "C2-d.txt", content: nil)
        let missing = try await found("R/1")
        #expect(missing.some == missing.whole && !missing.whole[0].contains("C2-d.txt"))
        harness.store.edit("elsewhere.txt", content: Array("d".utf8))
        let moved = try await found("R/1")
        #expect(moved.some == moved.whole && moved.whole[0].contains("elsewhere.txt"))
        harness.replaceCatalog("= C2\nD | http://x.example/d.txt")
        _ = try await pipeline.sync()
        let view = try await LibraryView.ofItems(numbered: ["C2/1"], selection: nil, printed: nil, pipeline)
        #expect(
            try #require(view).collections.map(\.collection.id).sorted()
                == (try await LibraryView(pipeline)).collections.map(\.collection.id).sorted())
    }

    @Test(arguments: [
        "C1/9", "C1/0", "C1/-9223372036854775808", "-9223372036854775808", "9", "C9/1", "title of it/1", "C1",
        "A",
        "C1/1-2", "C1/A", "", "/", "/1",
    ])
    func `what no single number names is left to a view of the whole library`(text: String) async throws {
        let view = try await LibraryView.ofItems(numbered: [text], selection: nil, printed: nil, pipeline)
        #expect(view == nil)
        let mixed = try await LibraryView.ofItems(
            numbered: ["C1/1", text], selection: nil, printed: nil, pipeline)
        #expect(mixed == nil)
    }

    @Test func `an item that is no longer listed is planned as such`() async throws {
        harness.replaceCatalog("= C1\nB | http://x.example/b.txt")
        _ = try await pipeline.sync()
        let catalog = try #require(try await harness.library.catalog(at: harness.source.location))
        let located = LocatedCatalog(location: harness.source.location, catalog: catalog)
        for (url, action) in [("a", PlanEntry.Action.orphaned), ("b", .revalidate)] {
            let history = try await ItemHistory(
                of: harness.key("http://x.example/\(url).txt"), url: nil, in: located, limit: 1, pipeline)
            #expect(history.next?.action == action)
        }
    }

    @Test func `nothing is read of other collections`() async throws {
        let view = try #require(
            try await LibraryView.ofItems(numbered: ["C2/1"], selection: nil, printed: nil, pipeline))
        #expect(view.collections.map(\.collection.items.count) == [0, 2, 0])
        #expect(view.catalogs[0].memory.items.count == 1)
    }
}
