import CarrelModel
import Testing

@Suite struct ItemTests {
    @Test func `identities are unique, also where one looks like that of a duplicate`() {
        var collection = ItemCollection(
            id: "C", title: "C",
            items: ["a", "a", "a#2", "a", "b"].map { Item(id: $0, title: $0, url: "http://x.example/\($0)") })
        collection.markDuplicates()
        #expect(collection.items.map(\.id) == ["a", "a#3", "a#2", "a#4", "b"])
        #expect(collection.items.map(\.duplicateOf) == [nil, "a", nil, "a", nil])
    }

    private func marked(_ items: [(id: String, url: String?)]) -> [Item] {
        var collection = ItemCollection(
            id: "C", title: "C",
            items: items.map { Item(id: $0.id, title: "T", url: $0.url.map { "http://x.example/\($0)" }) })
        collection.markDuplicates()
        let once = collection.items
        collection.markDuplicates()
        #expect(collection.items == once)
        return once
    }

    @Test func `a repeated identity with a document of its own is an item of its own`() {
        let items = marked([("1", "a"), ("1", "b"), ("1", "b"), ("1", nil), ("1", "a")])
        let (a, b) = (items[0].id, items[1].id)
        #expect(Set(items.map(\.id)).count == 5 && items.allSatisfy { $0.id.hasPrefix("1#") })
        #expect(items.map(\.duplicateOf) == [nil, nil, b, a, a])
        #expect(marked([("1", nil), ("1", "b")]).map(\.duplicateOf) == [nil, nil])
        #expect(marked([("1", nil), ("1", "b")]).map(\.id) == ["1#2", "1"])
        #expect(marked([("1", nil), ("1", nil)]).map(\.id) == ["1", "1#2"])
    }

    @Test func `an entry in front, or one that goes, changes no other of the same identity`() {
        func ids(_ urls: [String]) -> [String: String] {
            let items = marked(urls.map { ("same", $0) })
            return Dictionary(items.map { ($0.url ?? "", $0.id) }) { first, _ in first }
        }
        let (before, after) = (ids(["b", "c"]), ids(["a", "c", "b"]))
        #expect(before.allSatisfy { after[$0.key] == $0.value })
        #expect(Set(after.values).count == 3)
        #expect(ids(["a"]).values.map(\.self) == ["same"])
    }

    @Test func `items that are added count as if they had been there from the start`() {
        func item(_ url: String) -> Item { Item(id: "1", title: "T", url: "http://x.example/\(url)") }
        var pages = ItemCollection(id: "C", title: "C", items: [item("a"), item("b")])
        pages.markDuplicates()
        pages.items += [item("c"), item("a")]
        pages.markDuplicates()
        var whole = ItemCollection(
            id: "C", title: "C", items: [item("a"), item("b"), item("c"), item("a")])
        whole.markDuplicates()
        #expect(pages == whole)
    }

    @Test func `URLs that differ by the case of their escapes are one document`() {
        let paths = ["%c3%a4.pdf", "%C3%A4.pdf", "ä.pdf", "%25c3.pdf", "%25C3.pdf"]
        var collection = ItemCollection(
            id: "C", title: "C", items: paths.map { Item(title: $0, url: "http://x.example/\($0)") })
        collection.markDuplicates()
        let first = collection.items[0].id
        #expect(first == "http://x.example/%c3%a4.pdf")
        #expect(collection.items.map(\.duplicateOf) == [nil, first, first, nil, nil])
        let once = collection
        collection.markDuplicates()
        #expect(collection == once)
    }

    @Test func `one URL is one document, whatever the identities are`() {
        let items = marked([("1", "a"), ("2", "a"), ("3", "b"), ("2", nil), ("4", "a")])
        #expect(items.map(\.id) == ["1", "2", "3", "2#2", "4"])
        #expect(items.map(\.duplicateOf) == [nil, "1", nil, "1", "1"])
    }
}
