import CarrelModel
import Testing

/// Titles that repeat are shown with what tells them apart.
@Suite struct DistinctionTests {
    private func distinctions(_ items: (String, String?)...) -> [String?] {
        var collection = ItemCollection(
            id: "C", title: "C", items: items.map { Item(title: $0.0, url: $0.1) })
        collection.markDuplicates()
        let distinctions = collection.distinctions
        return collection.items.map { distinctions[$0.id] }
    }

    @Test func `titles of their own need nothing`() {
        #expect(distinctions(("A", "http://x.example/a"), ("B", nil)) == [nil, nil])
    }

    @Test func `the part of the address that differs is shown, the last one first`() {
        #expect(
            distinctions(
                ("Solutions", "http://x.example/w/s1.pdf"), ("Notes", "http://x.example/n.pdf"),
                ("solutions", "http://x.example/w/s2.pdf"), ("Solutions", "http://x.example/w/s%203.pdf"))
                == ["s1.pdf", nil, nil, "s 3.pdf"])
        #expect(
            distinctions(
                ("Solutions", "http://x.example/week1/s.pdf"), ("Solutions", "http://x.example/week2/s.pdf"))
                == ["week1", "week2"])
        #expect(
            distinctions(("S", "http://x.example/get?id=1"), ("S", "http://x.example/get?id=2"))
                == ["?id=1", "?id=2"])
    }

    @Test func `without an address the place in the list is shown`() {
        #expect(distinctions(("S", "http://x.example/a"), ("S", nil)) == ["a", "item 2"])
    }

    @Test func `many items with one title are told apart in a moment`() {
        let items = (0..<50_000).map { Item(title: "Solutions", url: "http://x.example/\($0 / 2)/\($0 % 2)") }
        let collection = ItemCollection(id: "C", title: "C", items: items)
        let start = ContinuousClock.now
        let distinctions = collection.distinctions
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(distinctions.count == 50_000 && distinctions[items[4].id] == "item 5")
    }

    @Test func `two entries for one document are not told apart`() {
        #expect(distinctions(("S", "http://x.example/a"), ("S", "http://x.example/a")) == [nil, nil])
    }
}
