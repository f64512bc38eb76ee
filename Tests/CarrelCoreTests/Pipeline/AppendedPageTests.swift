@testable import CarrelCore
import CarrelModel
import Testing

/// Catalogues whose items come on several pages.
@Suite struct AppendedPageTests {
    private func page(_ items: Item...) -> Catalog {
        Catalog(collections: [ItemCollection(id: "P", title: "P", items: items)])
    }

    private func item(_ number: Int, id: String = "g") -> Item {
        Item(id: id, title: "\(number)", url: "http://x.example/\(number)")
    }

    @Test func `items of one identity on different pages are all listed, and one that shifted is once`() {
        var catalog = page(item(3))
        catalog.append(page(item(3), item(2)), continues: true)
        catalog.append(page(item(2), item(1)), continues: true)
        let items = catalog.collections[0].items
        #expect(items.map(\.title) == ["3", "2", "1"])
        #expect(Set(items.map(\.id)).count == 3 && items.allSatisfy { $0.duplicateOf == nil })
    }

    @Test func `what was read now counts where an earlier reading had another address`() {
        var catalog = page(item(2))
        catalog.append(page(item(1), item(5, id: "h")), continues: false, isRecorded: true)
        #expect(catalog.collections[0].items.map(\.title) == ["2", "5"])
        #expect(catalog.collections[0].items.map(\.id) == ["g", "h"])
    }

    @Test func `where one page is missing, an item that was read is not listed again as it was recorded`() {
        var whole = page(item(2))
        whole.append(page(item(1)), continues: true)
        // A library keeps no more than the identity that tells them apart.
        let recorded = whole.collections[0].items.map { Item(id: $0.id, title: $0.title, url: $0.url) }
        var catalog = page(item(2))
        catalog.append(
            Catalog(collections: [ItemCollection(id: "P", title: "P", items: recorded)]), continues: false,
            isRecorded: true)
        let items = catalog.collections[0].items
        #expect(items.map(\.title) == ["2", "1"] && items.allSatisfy { $0.duplicateOf == nil })
    }
}
