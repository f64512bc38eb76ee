import CarrelFrontEnd
import CarrelModel
import Testing

@testable import CarrelPage

/// Which application a catalogue has, by what it holds.
struct CatalogShapeTests {
    @Test
    func
        `a schedule makes a timetable, ranks make charts, and further catalogues under headings make places`()
    {
        let plain = ItemCollection(id: "a", title: "A", items: [Item(title: "1", url: nil)])
        #expect(CatalogShape.of(Catalog(collections: [plain])).isEmpty)
        let ranked = ItemCollection(
            id: "top", title: "Top",
            items: [Item(title: "1", details: [Detail("Rank", "1", key: .rank)], url: nil)])
        #expect(CatalogShape.of(Catalog(collections: [plain, ranked])) == [.chart(collection: "top")])
        let further = ItemCollection(
            id: "x", title: "X",
            further: FurtherCatalog(template: "https://example.org/{place}", ["place": "x"]))
        #expect(CatalogShape.of(Catalog(collections: [further])).isEmpty)
        let section = CatalogSection(title: "Norway", collections: [further])
        #expect(CatalogShape.of(Catalog(sections: [section])) == [.places])
        let timetable = Catalog(
            sections: [CatalogSection(collections: [plain])], schedule: Schedule(meetings: []))
        #expect(CatalogShape.of(timetable) == [.timetable])
    }

    @Test(arguments: [
        ("Lecture", MeetingKind.lecture), ("lab", .lab), ("TUT", .tutorial), ("excursion", .meeting),
    ])
    func `the kinds of meetings have words of their own, and what is not known keeps its own`(
        word: String, kind: MeetingKind
    ) {
        #expect(MeetingKind(word) == kind)
        let german = kind.word(word, .german)
        #expect(kind == .meeting ? german == word : german != word)
    }
}
