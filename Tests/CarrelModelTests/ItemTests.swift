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
        #expect(items.map(\.id) == ["1", "1#2", "1#3", "1#4", "1#5"])
        #expect(items.map(\.duplicateOf) == [nil, nil, "1#2", "1", "1"])
        #expect(marked([("1", nil), ("1", "b")]).map(\.duplicateOf) == [nil, nil])
    }

    @Test func `one URL is one document, whatever the identities are`() {
        let items = marked([("1", "a"), ("2", "a"), ("3", "b"), ("2", nil), ("4", "a")])
        #expect(items.map(\.id) == ["1", "2", "3", "2#2", "4"])
        #expect(items.map(\.duplicateOf) == [nil, "1", nil, "1", "1"])
    }
}
