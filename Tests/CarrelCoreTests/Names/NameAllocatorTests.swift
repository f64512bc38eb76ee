import CarrelModel
import CarrelTesting
import Testing

@testable import CarrelCore

@Suite struct NameAllocatorTests {
    private func item(_ url: String) -> (Item, ItemKey) {
        let item = Item(title: "t", url: url)
        return (item, ItemKey(catalog: "c", collection: "C1", item: item.id))
    }

    private func names(_ urls: [String], recorded: [ItemKey: String] = [:]) throws -> [String] {
        let plain = PlainNames(template: try #require(NameTemplate("{basename}")))
        var allocator = NameAllocator(plain, recorded: recorded)
        return urls.map { url in
            let (item, key) = item(url)
            return recorded[key]
                ?? allocator.allocate(plain.name(of: item, collection: "C1", number: nil), for: key)
        }
    }

    @Test func `a document may go into a folder of its own name, but of that of no other one`() {
        let given = RunNames()
        let (mine, other) = (item("http://x/mine").1, item("http://x/other").1)
        #expect(given.claim("x", in: [], for: mine))
        #expect(!given.claim("x/y", in: ["x"], for: other))
        #expect(given.claim("x/x", in: ["x"], for: mine))
    }

    @Test func `the first of several gets the plain name, the others one of their own`() throws {
        let names = try names(["http://x/1/a.pdf", "http://x/2/a.pdf", "http://x/3/A.PDF"])
        #expect(names[0] == "a.pdf")
        #expect(Set(names.map(DocumentName.collisionKey)).count == 3)
        #expect(names[1].hasPrefix("a~") && names[1].hasSuffix(".pdf"))
    }

    @Test func `the same catalogue gives the same names every time`() throws {
        let urls = (0..<50).map { "http://x/\($0)/a.pdf" }
        #expect(try names(urls) == names(urls))
    }

    @Test func `a suffix depends on the item alone, not on its place`() throws {
        let first = try names(["http://x/1/a.pdf", "http://x/2/a.pdf", "http://x/3/a.pdf"])
        let second = try names(["http://x/1/a.pdf", "http://x/3/a.pdf", "http://x/2/a.pdf"])
        #expect(first[1] == second[2] && first[2] == second[1])
    }

    @Test func `a recorded name stays and is taken for the others`() throws {
        let (_, key) = item("http://x/2/a.pdf")
        let names = try names(["http://x/1/a.pdf", "http://x/2/a.pdf"], recorded: [key: "a.pdf"])
        #expect(names[1] == "a.pdf")
        #expect(names[0].hasPrefix("a~"))
    }

    @Test func `which items a plan takes changes no name`() throws {
        var random = SeededRandom(seed: 3)
        let template = try #require(NameTemplate("{basename}"))
        for _ in 0..<60 {
            var urls = (0..<24).map {
                "http://x/\($0)/\(["a", "A", "b", "c", "a~b"][Int.random(in: 0..<5, using: &random)]).pdf"
            }
            // A document whose own name is the one that another would get by its suffix.
            let (victim, key) = item(urls[7])
            let name = DocumentName.make(template, item: victim, NameFacts(collection: "C1"))
            let suffix = String(NameAllocator.hash(key).prefix(6))
            urls.insert(
                "http://x/x/" + DocumentName.adding(suffix: suffix, to: name),
                at: Int.random(in: 0..<24, using: &random))
            let items = urls.map { item($0).0 }
            let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "C1", items: items)])
            func names(_ chosen: [Item]) -> [ItemKey: String] {
                let plan = Plan(
                    catalog: "c",
                    entries: chosen.map { PlanEntry(.download, reason: "", collection: "C1", item: $0) })
                let plain = PlainNames(template: template)
                var allocator = NameAllocator(plain)
                var round = NamingRound(plan, memory: LibraryMemory(catalog: "c"), by: plain)
                _ = round.wanted(in: catalog)
                round.give(by: &allocator)
                return round.texts
            }
            let all = names(items)
            #expect(Set(all.values.map(DocumentName.collisionKey)).count == items.count)
            for _ in 0..<8 {
                let chosen = items.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
                for (key, name) in names(chosen) { #expect(all[key] == name) }
            }
        }
    }
}
