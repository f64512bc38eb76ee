import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Collections that are called by numbers and ranges.
@Suite struct NumberedCollectionTests {
    private static let location = "http://x.example/list.csv"

    /// A finder in the catalogue “yr” with collections of that number of items, called A to D.
    private func finder(
        _ collections: KeyValuePairs<String, Int>, selected: String? = nil, printed: [Int: String]? = nil
    ) async throws -> ItemFinder {
        var view = try await LibraryView(try PipelineHarness("= C1").pipeline)
        let listed = collections.map { id, count in
            let titles = ["A", "B", "C", "D"].prefix(count)
            return ItemCollection(
                id: id, title: "About \(id)",
                items: titles.map { Item(title: $0, url: "http://x.example/\(id)/\($0).pdf") })
        }
        view.catalogs = [
            LibraryView.CatalogView(
                location: Self.location, name: "yr", catalog: Catalog(collections: listed),
                memory: LibraryMemory(catalog: Self.location))
        ]
        let items = printed?.mapValues { text in
            let parts = text.split(separator: "/").map(String.init)
            return ItemKey(
                catalog: Self.location, collection: parts[0], item: "http://x.example/\(text).pdf")
        }
        return ItemFinder(
            view, selection: selected.map { CollectionKey(catalog: Self.location, collection: $0) },
            printed: items.map { PrintedList(items: $0, date: .now) })
    }

    private func items(_ finder: ItemFinder, _ text: String) throws -> [String] {
        try finder.items(ItemSelection([text])).map { "\($0.key.collection)/\($0.item.title)" }
    }

    /// The addresses in the error for a text that could be several things.
    private func candidates(_ finder: ItemFinder, _ text: String) -> [String] {
        let error = #expect(throws: FindError.self) { try finder.items(ItemSelection([text])) }
        return (error?.candidates ?? []).compactMap { $0.components(separatedBy: " — ").first }
    }

    @Test func `a number or range without items is the collection of that name`() async throws {
        for selected in [nil, "2026"] {
            let finder = try await finder(["2025-2026": 1, "2026": 2], selected: selected)
            for text in ["2026", "yr/2026", "2026/*", "\(Self.location)#2026"] {
                #expect(try items(finder, text) == ["2026/A", "2026/B"], "\(text)")
            }
            for text in ["2025-2026", "yr/2025-2026"] {
                #expect(try items(finder, text) == ["2025-2026/A"], "\(text)")
                #expect(!finder.namesItems(text))
            }
            #expect(try items(finder, "2026/2") == ["2026/B"])
            #expect(throws: FindError.self) { try finder.items(ItemSelection(["2027"])) }
        }
        let finder = try await finder(["2026": 2], printed: [1: "2026/B"])
        #expect(try items(finder, "2026") == ["2026/A", "2026/B"])
        #expect(try items(finder, "1") == ["2026/B"])
    }

    @Test func `a number that could be an item or a collection is refused with an address for each`()
        async throws
    {
        let finder = try await finder(["1": 2, "2": 1, "1-2": 3], selected: "1")
        #expect(candidates(finder, "2") == ["yr/2", "1/2"])
        #expect(candidates(finder, "1-2") == ["yr/1-2", "1/1", "1/2"])
        #expect(throws: FindError.self) { try finder.item("2") }
        #expect(throws: FindError.self) { try finder.ignoring(ItemSelection(["2"])) }
        #expect(throws: FindError.self) { try finder.collection(unlessNumber: "2") }
        #expect(try items(finder, "yr/2") == ["2/A"])
        #expect(try items(finder, "1/2") == ["1/B"])
        #expect(try items(finder, "yr/1-2") == ["1-2/A", "1-2/B", "1-2/C"])
        #expect(try finder.collection("2").key.collection == "2")
        let printed = try await self.finder(["1": 2, "2": 1], printed: [2: "1/A"])
        #expect(candidates(printed, "2") == ["yr/2", "1/1"])
        #expect(try items(printed, "1") == ["1/A", "1/B"])
    }

    @Test func `a whole collection is ignored and taken back by its number`() async throws {
        let finder = try await finder(["2025": 1, "2026": 2])
        let all = ItemKey.all(of: "2026", in: Self.location)
        for text in ["2026", "yr/2026"] {
            let rules = try finder.ignoring(ItemSelection([text]))
            #expect(rules.items == [all] && rules.patterns.isEmpty)
        }
        let address = try #require(finder.address(ofIgnored: all))
        #expect(address == "yr/2026")
        #expect(try finder.unignoring([address], among: (items: [all], patterns: [])).items == [all])
    }

    @Test func `the only collection of a catalogue, called by a number, still has an address`() async throws {
        let finder = try await finder(["2": 3])
        #expect(candidates(finder, "yr/2") == ["\(Self.location)#2", "2/2"])
        #expect(try items(finder, "\(Self.location)#2").count == 3)
        #expect(try items(finder, "2/2") == ["2/B"])
    }

    @Test func `items beside a folder that is called as they are numbered have an address`() async throws {
        let finder = try await finder(["a": 2, "a/1": 1])
        #expect(candidates(finder, "a/1") == ["\(Self.location)#a/1", "a/A"])
        #expect(try items(finder, "\(Self.location)#a/1") == ["a/1/A"])
        for row in finder.view.allRows {
            #expect(try finder.item(finder.address(of: row)).entry == row.entry)
        }
    }

    @Test func `a part of a name that is a number shows a collection if there is no such item`() async throws
    {
        let finder = try await finder(["COMP3": 2, "COMP304": 1])
        #expect(try finder.collection(unlessNumber: "304").key.collection == "COMP304")
        #expect(throws: FindError.self) { try finder.collection(unlessNumber: "2") }
    }
}
