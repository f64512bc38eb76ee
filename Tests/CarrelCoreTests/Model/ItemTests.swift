import CarrelCore
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
}
