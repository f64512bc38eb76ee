import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Two catalogues with the same module, one of them with a name of its own for it, and a third without a name.
@Suite struct ItemFinderTests {
    private static func collection(_ id: String, _ title: String, _ items: String...) -> ItemCollection {
        ItemCollection(
            id: id, title: title,
            items: items.map { Item(title: $0, url: "http://x.example/\(title)/\($0)") })
    }

    private static func view(_ names: [String?]) async throws -> LibraryView {
        let pipeline = try PipelineHarness("= C1").pipeline
        var view = try await LibraryView(pipeline)
        view.catalogs = names.enumerated().map { index, name in
            let collections =
                [collection("C1", "Logic \(index)", "Week 1", "Week 2")]
                + (index == 0 ? [collection("C2", "Graphs", "Week 1")] : [])
            return LibraryView.CatalogView(
                location: "http://x.example/\(index).json", name: name,
                catalog: Catalog(collections: collections), memory: LibraryMemory(catalog: ""))
        }
        return view
    }

    private func finder(_ names: [String?] = ["Notes", "week", nil]) async throws -> ItemFinder {
        ItemFinder(try await Self.view(names), selection: nil)
    }

    @Test(arguments: [
        ("notes/C1", 0), ("NOTES/c1", 0), ("week/C1", 1), ("week#C1", 1), ("week", 1), ("week/Logic 1", 1),
        ("week/log", 1), ("http://x.example/2.json#C1", 2), ("http://x.example/2.json", 2), ("C2", 0),
    ])
    func `a collection is named behind the name of its catalogue`(text: String, catalog: Int) async throws {
        #expect(
            try await finder().collection(text).key.catalog == "http://x.example/\(catalog).json", "\(text)")
    }

    @Test(arguments: [
        ("notes/C1/2", 0, "Week 2"), ("week/C1/1", 1, "Week 1"), ("week/2", 1, "Week 2"),
        ("week/Week 2", 1, "Week 2"), ("week/c1/week 2", 1, "Week 2"), ("C2/week 1", 0, "Week 1"),
        ("notes/graphs/1", 0, "Week 1"), ("http://x.example/2.json#C1/1", 2, "Week 1"),
    ])
    func `an item is named behind its collection and the name of its catalogue`(
        text: String, catalog: Int, title: String
    ) async throws {
        let row = try await finder().item(text)
        #expect(row.key.catalog == "http://x.example/\(catalog).json" && row.item.title == title, "\(text)")
    }

    @Test func `an item is named by its identity, and by what lists call it`() async throws {
        var view = try await Self.view([nil])
        let identity = "https://x.example/?p=7"
        let items = [
            Item(id: identity, title: "Seven", url: "http://x.example/7.pdf"),
            Item(title: "Slides", url: "http://x.example/w1.pdf"),
            Item(title: "Slides", url: "http://x.example/w2.pdf"),
        ]
        view.catalogs[0].catalog = Catalog(collections: [ItemCollection(id: "C", title: "T", items: items)])
        let finder = ItemFinder(view, selection: nil)
        for text in [identity, "C/\(identity)"] {
            #expect(try finder.item(text).item.title == "Seven", "\(text)")
        }
        #expect(try finder.items(ItemSelection([identity])).map(\.item.title) == ["Seven"])
        // It looks like a pattern, and is none.
        let ignored = try finder.ignoring(ItemSelection([identity]))
        #expect(ignored.items.map(\.item) == [identity] && ignored.patterns.isEmpty)
        let label = try #require(view.allRows.last?.label)
        #expect(label == "Slides · w2.pdf")
        #expect(try finder.item("C/\(label)").number == 3)
    }

    @Test func `an item is named by its URL, with its escapes or as browsers show it`() async throws {
        var view = try await Self.view([nil])
        let items = [Item(title: "Exercise", url: "http://x.example/%C3%9Cbung%201.pdf")]
        view.catalogs[0].catalog = Catalog(collections: [ItemCollection(id: "C", title: "T", items: items)])
        let finder = ItemFinder(view, selection: nil)
        for text in ["http://x.example/%C3%9Cbung%201.pdf", "http://x.example/Übung 1.pdf"] {
            #expect(try finder.item(text).item.title == "Exercise", "\(text)")
        }
    }

    @Test func `a number behind the name of a catalogue is no part of a collection's name`() async throws {
        let finder = try await finder()
        #expect(throws: FindError.self) { try finder.collection("week/1") }
        #expect(try finder.item("week/1").item.title == "Week 1")
    }

    @Test func `what could be several is shown with texts that name one each`() async throws {
        let finder = try await finder()
        let collections = #expect(throws: FindError.self) { try finder.collection("C1") }
        #expect(
            collections?.description == """
                “C1” matches 3 collections; use one of:
                  Notes/C1 — Logic 0
                  week/C1 — Logic 1
                  http://x.example/2.json#C1 — Logic 2
                """)
        let items = #expect(throws: FindError.self) { try finder.item("Week 1") }
        let texts = try #require(items).candidates.compactMap { $0.components(separatedBy: " — ").first }
        #expect(texts == ["Notes/C1/1", "C2/1", "week/C1/1", "http://x.example/2.json#C1/1"])
        #expect(Set(try texts.map { try finder.item($0).key }).count == 4)
    }

    @Test func `a selection decides what numbers alone mean, and no names`() async throws {
        let key = CollectionKey(catalog: "http://x.example/1.json", collection: "C1")
        let finder = ItemFinder(try await Self.view(["Notes", "week", nil]), selection: key)
        #expect(try finder.item("2").key.catalog == key.catalog)
        #expect(try finder.items(ItemSelection(["1-2"])).map(\.key.catalog) == [key.catalog, key.catalog])
        #expect(try finder.selectedCollection().key == key)
        for text in ["c1", "C1/1-2", "C1/2", "C1/Week 2", "Week 1", "Week 2"] {
            let error = #expect(throws: FindError.self, "\(text)") {
                try finder.items(ItemSelection([text]))
            }
            #expect((error?.candidates.count ?? 0) >= 3, "\(text): \(error?.description ?? "")")
        }
        #expect(try finder.collection("week/C1").key == key)
        #expect(try finder.collection("notes/C1").key.catalog == "http://x.example/0.json")
        #expect(try finder.collection("C2").key.collection == "C2")
    }

    @Test func `numbers alone are refused without a list where none of several collections is selected`()
        async throws
    {
        let gone = CollectionKey(catalog: "http://x.example/9.json", collection: "C1")
        for selection in [nil, gone] {
            let finder = ItemFinder(try await Self.view(["Notes", "week"]), selection: selection)
            for text in ["2", "1-2"] {
                let error = #expect(throws: FindError.self) { try finder.items(ItemSelection([text])) }
                #expect(error?.reason.contains("use COLLECTION/\(text), or: carrel select") == true)
                #expect(finder.collection(ofNumbered: text) == nil)
            }
            #expect(try finder.item("Notes/C1/2").number == 2)
        }
    }

    @Test func `a name that is a catalogue's and a collection's names neither as a whole`() async throws {
        let finder = try await finder(["C1", "week", nil])
        for selection in [ItemSelection(["C1"]), ItemSelection(["week", "c1"])] {
            let error = #expect(throws: FindError.self) { try finder.items(selection) }
            #expect(error?.candidates.first == "http://x.example/0.json — all of the catalogue C1")
            #expect(error?.candidates.dropFirst().first == "C1/C1 — Logic 0")
        }
        #expect(throws: FindError.self) { try finder.ignoring(ItemSelection(["C1"])) }
        #expect(try finder.items(ItemSelection(["http://x.example/0.json"])).count == 3)
        #expect(try finder.items(ItemSelection(["C1/C1"])).count == 2)
        // The name of the only catalogue is not needed.
        let only = ItemFinder(try await Self.view(["C1"]), selection: nil)
        #expect(try only.items(ItemSelection(["C1"])).count == 2)
        #expect(try only.collection("C1").key.collection == "C1")
    }

    /// Where each collection has a name of its own, and where all have the same.
    @Test(.timeLimit(.minutes(3)), arguments: [false, true])
    func `addresses of many items take no look at all collections for each`(areAlike: Bool) async throws {
        var view = try await Self.view([nil])
        let items = (1...2).map { Item(title: "I\($0)", url: "http://x.example/\($0)") }
        view.catalogs = (0..<4000).map { number in
            let id = areAlike ? "Files" : "COMP\(number)"
            return LibraryView.CatalogView(
                location: "http://x.example/\(number).json", name: "y\(number)",
                catalog: Catalog(collections: [ItemCollection(id: id, title: "T", items: items)]),
                memory: LibraryMemory(catalog: ""))
        }
        let finder = ItemFinder(view, selection: nil)
        let addresses = view.allRows.map { finder.address(of: $0) }
        #expect(Set(addresses).count == 8000)
        #expect(addresses.last == (areAlike ? "y3999/Files/2" : "COMP3999/2"))
    }

    @Test(.timeLimit(.minutes(3)))
    func `many items of a printed list, and many ignored ones, take no look at their collection for each`()
        async throws
    {
        var view = try await Self.view([])
        let items = (1...20_000).map { Item(title: "I\($0)", url: "http://x.example/\($0)") }
        view.catalogs = [
            LibraryView.CatalogView(
                location: "here",
                catalog: Catalog(collections: [ItemCollection(id: "C", title: "T", items: items)]),
                memory: LibraryMemory(catalog: "here"))
        ]
        let entries = view.allRows.map(\.entry)
        let printed = PrintedList(items: Dictionary(uniqueKeysWithValues: zip(1..., entries)), date: .now)
        let finder = ItemFinder(view, selection: nil, printed: printed)
        #expect(try finder.items(ItemSelection(["1-20000"])).map(\.entry) == entries)
        #expect(entries.compactMap { finder.address(ofIgnored: $0) }.last == "C/20000")
        // Nobody looks for all of them.
        for text in ["1-\(Int.max)", "C/1-\(Int.max)"] {
            #expect(throws: FindError.self) { try finder.items(ItemSelection([text])) }
        }
    }

    @Test func `a collection that has the name of its catalogue is named with it`() async throws {
        var view = try await Self.view(["C2", "week"])
        let finder = ItemFinder(view, selection: nil)
        let key = CollectionKey(catalog: "http://x.example/0.json", collection: "C2")
        let row = try #require(view.collections.first { $0.key == key })
        #expect(finder.address(of: row) == "C2/C2")
        #expect(try finder.item("C2/1").key.collection == "C2")
        #expect(try finder.item("C2/C2/1").key.collection == "C2")
        view.catalogs.removeLast()
        #expect(ItemFinder(view, selection: nil).address(of: row) == "C2")
    }

    @Test func `of several with one name the only one with items is meant`() async throws {
        var view = try await Self.view(["Notes", "week", nil])
        for place in [0, 2] { view.catalogs[place].catalog.sections[0].collections[0].items = [] }
        let finder = ItemFinder(view, selection: nil)
        #expect(try finder.collection("C1").key.catalog == "http://x.example/1.json")
        #expect(try finder.item("C1/2").key.catalog == "http://x.example/1.json")
        #expect(try finder.items(ItemSelection(["C1/1-2"])).count == 2)
        #expect(try finder.collection("notes/C1").key.catalog == "http://x.example/0.json")
        view.catalogs[1].catalog.sections[0].collections[0].items = []
        #expect(throws: FindError.self) { try ItemFinder(view, selection: nil).collection("C1") }
    }

    @Test func `a name that two catalogues have names neither`() async throws {
        let finder = try await finder(["a", "A"])
        let error = #expect(throws: FindError.self) { try finder.collection("a/C1") }
        #expect(
            error?.candidates == [
                "http://x.example/0.json#C1 — Logic 0", "http://x.example/1.json#C1 — Logic 1",
            ])
    }

    @Test func `a name that is nearly one of a catalogue is said`() async throws {
        let finder = try await finder()
        let error = #expect(throws: FindError.self) { try finder.collection("nots") }
        #expect(error?.reason.contains("did you mean “Notes”") == true)
    }
}
