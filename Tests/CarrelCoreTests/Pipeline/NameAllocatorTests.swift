import Testing

@testable import CarrelCore

@Suite struct NameAllocatorTests {
    private func item(_ url: String) -> (Item, ItemKey) {
        let item = Item(title: "t", url: url)
        return (item, ItemKey(catalog: "c", collection: "C1", item: item.id))
    }

    private func names(_ urls: [String], recorded: [ItemKey: String] = [:]) throws -> [String] {
        var allocator = NameAllocator(template: try #require(NameTemplate("{basename}")), recorded: recorded)
        return urls.map { url in
            let (item, key) = item(url)
            return allocator.name(of: item, key: key, recorded: recorded[key])
        }
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
}
