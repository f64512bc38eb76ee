import CarrelModel
import CarrelTesting
import Testing

/// A catalogue that is read in parts has the same items as one that is read as a whole.
@Suite struct CatalogPartTests {
    /// Marks a collection's items in parts of a size.
    private static func marked(_ items: [Item], inPartsOf size: Int) -> (items: [Item], survey: CatalogSurvey)
    {
        let parts = stride(from: 0, to: items.count, by: size).map { start in
            let some = Array(items[start..<min(start + size, items.count)])
            return CatalogPart([
                CatalogPart.Portion(ItemCollection(id: "C", title: "C", items: some), at: 0, firstItem: start)
            ])
        }
        var survey = CatalogSurvey()
        for part in parts { survey.add(part) }
        survey.finish()
        if survey.isUnsure { for part in parts { survey.compare(part) } }
        var repeated = RepeatedItems()
        var marked: [Item] = []
        for var part in parts {
            repeated.mark(&part, &survey)
            marked += part.portions.flatMap(\.collection.items)
        }
        return (marked, survey)
    }

    private static func items(_ random: inout SeededRandom) -> [Item] {
        (0..<Int.random(in: 1...30, using: &random)).map { _ in
            let number = Int.random(in: 0..<6, using: &random)
            let place = Int.random(in: 0..<6, using: &random)
            let scheme = place == 0 ? "ftp" : "https"
            let url = Bool.random(using: &random) ? "\(scheme)://example.org/\(place)" : nil
            let id: String? =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: "id\(number)"
                case 1: "id\(number)#\(Int.random(in: 2...3, using: &random))"
                default: nil
                }
            return Item(id: id, title: "Item \(number)", url: url)
        }
    }

    @Test(arguments: 0..<20)
    func `repeated items are marked as in a whole collection`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<30 {
            let items = Self.items(&random)
            var whole = ItemCollection(id: "C", title: "C", items: items)
            whole.markDuplicates()
            for size in [1, 3, 100] {
                let (marked, survey) = Self.marked(items, inPartsOf: size)
                #expect(marked == whole.items)
                #expect(marked.allSatisfy { survey.lists("C", $0.id) })
            }
        }
    }

    @Test func `an identity that no item keeps is not listed`() {
        let items = ["a", "b"].map { Item(id: "same", title: "T", url: "https://example.org/\($0)") }
        let (marked, survey) = Self.marked(items, inPartsOf: 1)
        #expect(!survey.lists("C", "same") && survey.lists("C", marked[0].id))
    }

    @Test func `a survey knows every item, and no other`() {
        let items = ["a", "b", "b", "c"].map { Item(title: $0, url: "https://example.org/\($0)") }
        let (marked, survey) = Self.marked(items, inPartsOf: 2)
        #expect(survey.count == 4)
        for item in marked { #expect(survey.lists("C", item.id)) }
        #expect(survey.lists("C", nil))
        #expect(!survey.lists("C", "https://example.org/d") && !survey.lists("D", items[0].id))
        #expect(!survey.lists("D", nil))
    }
}
