import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Testing

@testable import CarrelPage

/// Queries and forms.
struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("a=b+c%20d", ["a": "b c d"]), ("a", ["a": ""]), ("", [:]),
        ("a=%E4%B8%AD&a=2", ["a": "中"]), ("a=100%25&b=100%", ["a": "100%", "b": "100%"]),
        ("=x&&a=1", ["a": "1"]),
        ("a=%FF", ["a": "\u{FFFD}"]),
    ])
    func `a query is read`(text: String, values: [String: String]) {
        let fields = FormFields(text)
        for (name, value) in values { #expect(fields[name] == value) }
        #expect(fields["c"] == nil)
    }

    @Test
    func `what is written is read again`() {
        let values = [("a b", "1&2=3"), ("ü", "…/?#"), ("", ""), ("a b", "second")]
        let fields = FormFields(FormFields(values).text)
        #expect(fields.values.filter { $0.name == "a b" }.map(\.value) == ["1&2=3", "second"])
        #expect(fields["ü"] == "…/?#")
    }

    @Test
    func `a query of a million fields is cut`() {
        let fields = FormFields(String(repeating: "a=1&", count: 1_000_000))
        #expect(fields.values.count <= 2000)
    }

    @Test func `of a browser only a name of the length that pages give is kept`() {
        for (name, isKept) in [(Access.random(), true), (String(repeating: "a", count: 60_000), false)] {
            let fields = HTTPFields([("Cookie", "carrel-visitor=\(name)")])
            let request = PageRequest(ServerRequest(method: "GET", target: "/", fields: fields))
            #expect((request.visitor == name) == isKept)
        }
    }

    @Test func `only a page that is loaded keeps which language and colours its address chooses`() {
        func choices(_ target: String) -> [String] {
            PageRequest(ServerRequest(method: "GET", target: target)).choices
        }
        #expect(choices("/?language=de&theme=dark").count == 2)
        for target in ["/?language=de&part=list", "/rows?language=de&from=100", "/document?theme=dark"] {
            #expect(choices(target).isEmpty, "\(target)")
        }
    }

    @Test func `an address without an item's identity names no item, and so no whole collection to ignore`() {
        var address = PageAddress()
        (address.catalog, address.collection) = ("http://x.example/list", "C1")
        for (identity, isItem) in [(nil, false), ("", false), ("a", true)] as [(String?, Bool)] {
            address.item = identity
            #expect((address.itemKey != nil) == isItem)
        }
    }

    @Test func `a link holds no password and no token of what it names, and leads there all the same`() {
        let urls = [
            "http://u:SECRET1@h.example/a", "http://h.example/d?token=SECRET2",
            "http://h.example/d?token=SECRET3", "http://h.example/b?page=2",
        ]
        let (location, id) = Self.place
        let snapshot = Self.snapshot(urls.map { Item(title: $0, url: $0) })
        let keys = urls.map { ItemKey(catalog: location, collection: id, item: $0) }
        let links = keys.map { PageAddress($0).fields(snapshot) }
        #expect(!"\(links)".contains("SECRET"), "\(links)")
        #expect(links.compactMap { PageAddress(FormFields($0), snapshot).itemKey } == keys)
        let names = links.compactMap { $0.last?.1 }
        #expect(names[0] == "http://…@h.example/a" && names[3] == urls[3])
        #expect(names[1].hasSuffix("-1") && names[2].hasSuffix("-2"), "\(names)")
        // A bookmark from before.
        let former = [("catalogue", location), ("collection", id), ("item", urls[1])]
        #expect(PageAddress(FormFields(former), snapshot).itemKey == keys[1])
    }

    @Test func `a link leads to the same item while its title stays, whatever else is shown alike`() {
        let items = ["2", "3"].map { Item(title: "Note \($0)", url: "http://h.example/d?token=\($0)") }
        let (before, others) = (Self.snapshot(items), ["1", "4"])
        let after = Self.snapshot(
            others.map { Item(title: "Note \($0)", url: "http://h.example/d?token=\($0)") } + items)
        for item in items {
            let key = ItemKey(catalog: Self.place.location, collection: Self.place.id, item: item.id)
            let link = PageAddress(key).fields(before)
            #expect(PageAddress(FormFields(link), after).itemKey == key, "\(link)")
        }
    }

    @Test func `the name of a row tells nothing of a token, and tells apart what is shown alike`() {
        func names(_ tokens: [String]) -> [String] {
            let (location, id) = Self.place
            let urls = tokens.map { "http://h.example/d?token=\($0)" }
            let snapshot = Self.snapshot(urls.map { Item(title: "Note", url: $0) })
            let keys = urls.map { ItemKey(catalog: location, collection: id, item: $0) }
            return keys.map { RowKey.of(snapshot.linkNames(of: $0)) }
        }
        #expect(names(["1", "2"]) == names(["3", "4"]) && Set(names(["1", "2"])).count == 2)
    }

    private static let place = (
        location: "http://h.example/list?sig=SECRET4", id: "http://h.example/c?key=SECRET5"
    )

    /// A library of one collection.
    private static func snapshot(_ items: [Item]) -> LibrarySnapshot {
        let collection = ItemCollection(id: place.id, title: "C", items: items)
        let view = LibraryView([
            LibraryView.CatalogView(
                location: place.location, catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(catalog: place.location, items: [:]))
        ])
        return LibrarySnapshot(DeskSnapshot(view, number: 1))
    }
}
