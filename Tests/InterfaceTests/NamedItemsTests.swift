import CarrelCore
import CarrelInterface
import CarrelModel
import Testing

struct NamedItemsTests {
    private static let catalog = "http://notes.example/list.csv"

    private func item(_ text: String) throws -> LibraryView.Row {
        let items = ["1.txt?token=first", "1.txt?token=second", "2.txt?token=third"].map { name in
            var item = Item(title: name, url: "http://notes.example/\(name)")
            item.id = "http://notes.example/\(name)"
            return item
        }
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.catalog, name: "notes",
                catalog: Catalog(collections: [ItemCollection(id: "C", title: "C", items: items)]),
                memory: LibraryMemory(catalog: Self.catalog, items: [:]))
        ])
        return try NamedItems(view).item(ItemName(catalog: "notes", collection: "C", item: text))
    }

    @Test func `an identity is found as it is shown, without its secret`() throws {
        #expect(try item("http://notes.example/2.txt?token=…").number == 3)
        #expect(try item("http://notes.example/1.txt?token=second").number == 2)
    }

    @Test(arguments: [ItemName(item: "kyoto/1"), ItemName(collection: "kyoto", item: "1")])
    func `who names an item of a collection that was not opened is told to open it`(name: ItemName) throws {
        let further = ItemCollection(
            id: "kyoto", title: "Kyoto", items: [],
            further: FurtherCatalog(url: "http://notes.example/kyoto"))
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.catalog, name: "places", catalog: Catalog(collections: [further]),
                memory: LibraryMemory(catalog: Self.catalog, items: [:]))
        ])
        let error = #expect(throws: InterfaceError.self) { try NamedItems(view).item(name) }
        #expect(
            error?.description == "no item of Kyoto is known; open the collection, which reads what it lists")
    }

    @Test func `of items that are shown with one identity none is taken for another`() throws {
        let error = #expect(throws: InterfaceError.self) {
            try item("http://notes.example/1.txt?token=…")
        }
        #expect(error?.description.hasSuffix("give the number of one") == true)
        #expect(try item("2").entry.item.hasSuffix("second"))
    }
}
