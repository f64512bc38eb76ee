import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Several items at once, found by one finder for every command.
@Suite struct ItemSelectionTests {
    private static let location = "http://x.example/list?term=1"

    private static func collection(_ id: String, _ titles: String...) -> ItemCollection {
        ItemCollection(
            id: id, title: "About \(id)",
            items: titles.map { Item(title: $0, url: "http://x.example/\(id)/\($0).pdf") })
    }

    private func finder(printed: [Int: String]? = nil) async throws -> ItemFinder {
        var view = try await LibraryView(try PipelineHarness("= C1").pipeline)
        let catalog = Catalog(collections: [
            Self.collection("C1", "Week 1", "Week 2", "Syllabus", "2025-26"),
            Self.collection("C2", "Week 1", "Why?"),
            Self.collection("C3"), Self.collection("0", "Zero", "Other"), Self.collection("Q?", "Sheet"),
        ])
        let key = ItemKey(catalog: Self.location, collection: "C1", item: "http://x.example/C1/Week 2.pdf")
        var failed = ItemMemory()
        failed.lastFailure = "404"
        view.catalogs = [
            LibraryView.CatalogView(
                location: Self.location, name: "notes", catalog: catalog,
                memory: LibraryMemory(catalog: Self.location, items: [key: failed]))
        ]
        let list = printed.map { rows in
            PrintedList(
                items: rows.mapValues { url in
                    ItemKey(
                        catalog: Self.location, collection: String(url.prefix(2)),
                        item: "http://x.example/\(url).pdf")
                }, date: .now)
        }
        return ItemFinder(
            view, selection: CollectionKey(catalog: Self.location, collection: "C1"), printed: list)
    }

    private func items(_ texts: String..., filter: ItemFilter = ItemFilter()) async throws -> [String] {
        try await finder().items(ItemSelection(texts, filter)).map { "\($0.key.collection)/\($0.number)" }
    }

    @Test func `ranges, patterns, collections and catalogues stand for their items`() async throws {
        #expect(try await items("C1/2-3") == ["C1/2", "C1/3"])
        #expect(try await items("C1/1,3") == ["C1/1", "C1/3"])
        #expect(try await items("1-2") == ["C1/1", "C1/2"])
        #expect(try await items("week*") == ["C1/1", "C1/2", "C2/1"])
        #expect(try await items("C?/Week 1") == ["C1/1", "C2/1"])
        #expect(try await items("notes/C2/*") == ["C2/1", "C2/2"])
        #expect(try await items("*C2*.pdf") == ["C2/1", "C2/2"])
        #expect(try await items("C2") == ["C2/1", "C2/2"])
        #expect(try await items("notes").count == 9)
        #expect(try await items("\(Self.location)#C2") == ["C2/1", "C2/2"])
        #expect(try await items("C1/2", "C1/1-2", "Syllabus") == ["C1/2", "C1/1", "C1/3"])
        #expect(try await items().count == 9)
    }

    @Test func `a number below the first is a collection, if one is called so`() async throws {
        #expect(try await items("0") == ["0/1", "0/2"])
        #expect(try await items("notes/0") == ["0/1", "0/2"])
        #expect(try await items("0/2") == ["0/2"])
    }

    @Test func `numbers behind a collection are items, whether it has these or not`() async throws {
        let finder = try await finder()
        for text in ["C1/9", "C1/2-9", "notes/C1/1", "Q?/1", "7", "*.pdf"] {
            #expect(finder.namesItems(text), "\(text)")
        }
        for text in ["C1", "Q?", "notes/0", "C9/9", "C1/Week 1"] {
            #expect(!finder.namesItems(text), "\(text)")
        }
    }

    @Test func `what is a title is that item, whatever else it looks like`() async throws {
        #expect(try await items("Why?") == ["C2/2"])
        #expect(try await items("2025-26") == ["C1/4"])
    }

    @Test func `a state narrows what is meant`() async throws {
        #expect(try await items(filter: ItemFilter([.failed])) == ["C1/2"])
        #expect(try await items("C2", filter: ItemFilter([.failed])).isEmpty)
        #expect(try await items("C1/1-2", filter: ItemFilter([.notFetched])) == ["C1/1"])
        #expect(try await items(filter: ItemFilter([.failed, .notFetched])).count == 9)
        #expect(try await items(filter: ItemFilter(onlyNews: true)).isEmpty)
    }

    @Test func `nobody is told of news of what somebody ignores`() {
        let key = ItemKey(catalog: "c", collection: "C1", item: "a")
        var row = LibraryView.Row(
            key: key, item: Item(title: "A", url: "http://x.example/a"), number: 1, status: .stored,
            news: .new)
        #expect(row.isNews && ItemFilter(onlyNews: true).takes(row))
        row.isIgnored = true
        #expect(!row.isNews && !ItemFilter(onlyNews: true).takes(row))
    }

    @Test(arguments: [
        ("C1/2-9", "there is no item 5 in C1, which has 4"), ("*.zip", "no item matches “*.zip”"),
        ("C3", "“C3” is a collection, About C3, not an item; it lists no items"),
        ("nothing", "there is no item"),
    ])
    func `what means nothing is said`(text: String, reason: String) async throws {
        let finder = try await finder()
        let error = #expect(throws: FindError.self) { try finder.items(ItemSelection([text])) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `numbers mean the list that was printed last`() async throws {
        let finder = try await finder(printed: [1: "C2/Week 1", 5: "C1/Syllabus", 6: "C1/gone"])
        #expect(try finder.item("1").key.collection == "C2")
        #expect(try finder.items(ItemSelection(["1,5"])).map(\.item.title) == ["Week 1", "Syllabus"])
        #expect(try finder.item("C1/1").item.title == "Week 1")
        for (text, reason) in [("2", "has no number 2"), ("6", "is no longer listed")] {
            let error = #expect(throws: FindError.self) { try finder.items(ItemSelection([text])) }
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }

    @Test func `what is missing and no longer listed is not selected by what failed before`() {
        let key = ItemKey(catalog: Self.location, collection: "C1", item: "gone")
        var memory = ItemMemory()
        memory.document = StoredDocument(
            name: "gone.pdf", size: 1, sha256: "", mediaType: nil, validators: Validators(),
            url: "http://x.example/gone.pdf", storedAt: .now)
        (memory.isMissing, memory.lastFailure) = (true, "404")
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.location, catalog: Catalog(collections: [Self.collection("C1", "Week 1")]),
                memory: LibraryMemory(catalog: Self.location, items: [key: memory]))
        ])
        #expect(view.allRows.last?.state == "missing, no longer listed")
        let failed = view.allRows.filter(ItemFilter([.failed]).takes)
        #expect(failed.isEmpty)
    }

    @Test func `what is ignored no longer is named like it was, and nothing else changes`() async throws {
        let finder = try await finder()
        let ignored = try finder.ignoring(ItemSelection(["*.zip", "C2", "C1/1-2"]))
        #expect(try finder.unignoring(["*.zip"], among: ignored).patterns == ["*.zip"])
        let one = try finder.unignoring(["C1/2"], among: ignored)
        #expect(one.items == [ignored.items[2]] && one.patterns.isEmpty)
        let collection = try finder.unignoring(["C2"], among: ignored)
        #expect(collection.items == [ignored.items[0]] && collection.patterns.isEmpty)
        let nothing = try finder.unignoring(["C1/3"], among: ignored)
        #expect(nothing.items.isEmpty && nothing.patterns.isEmpty)
        #expect(throws: FindError.self) { try finder.unignoring(["nosuch"], among: ignored) }
    }

    @Test func `a pattern is ignored as a pattern, a collection as that collection, and items as items`()
        async throws
    {
        let rules = try await finder().ignoring(ItemSelection(["*.zip", "C2", "C1/1-2"]))
        #expect(rules.patterns == ["*.zip"])
        #expect(rules.items.first == ItemKey.all(of: "C2", in: Self.location))
        #expect(
            rules.items.dropFirst().map(\.item)
                == ["Week 1", "Week 2"].map { "http://x.example/C1/\($0).pdf" })
    }

    @Test func `a collection that looks like a pattern is ignored as that collection, and so are its items`()
        async throws
    {
        let finder = try await finder()
        let rules = try finder.ignoring(ItemSelection(["Q?", "Q?/1", "Q?/*"]))
        #expect(rules.patterns == ["Q?/*"])
        #expect(
            rules.items == [
                .all(of: "Q?", in: Self.location),
                ItemKey(catalog: Self.location, collection: "Q?", item: "http://x.example/Q?/Sheet.pdf"),
            ])
    }

    @Test func `a collection is taken back with its items, as a pattern of earlier versions, and unlisted`()
        async throws
    {
        let finder = try await finder()
        let sheet = ItemKey(catalog: Self.location, collection: "C3", item: "http://x.example/gone.pdf")
        let gone = ItemKey.all(of: "C9", in: Self.location)
        let ignored = (
            items: [sheet, gone, ItemKey.all(of: "C3", in: Self.location)],
            patterns: ["notes/C3/*", "notes/C2/*"]
        )
        let listed = try finder.unignoring(["C3"], among: ignored)
        #expect(listed.items == [sheet, ItemKey.all(of: "C3", in: Self.location)])
        #expect(listed.patterns == ["notes/C3/*"])
        let address = try #require(finder.address(ofIgnored: gone))
        #expect(address == "\(Self.location)#C9")
        let unlisted = try finder.unignoring([address], among: ignored)
        #expect(unlisted.items == [gone] && unlisted.patterns.isEmpty)
    }

    @Test(arguments: ["", "0", "7-3", "a", "1-", "-1", "1-2-3", "1,,2", "1.5"])
    func `what is no number is no number`(text: String) {
        #expect(ItemNumbers(text) == nil)
    }
}
