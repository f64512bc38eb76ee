import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation

@testable import CarrelExport

extension ExportedLibrary {
    /// A catalogue with one collection of stored documents that have these names; their addresses led to others.
    init(names: [String]) {
        let catalog = "http://notes.example/list"
        var memories: [ItemKey: ItemMemory] = [:]
        var items: [Item] = []
        for (number, name) in names.enumerated() {
            var item = Item(title: "T\(number)", url: "http://notes.example/\(number)")
            item.id = "\(number)"
            items.append(item)
            var document = StoredDocument(
                name: name, size: 1, sha256: "", mediaType: nil, validators: Validators(),
                url: "http://files.example/\(number)?sig=hunter2", storedAt: Date(timeIntervalSince1970: 0))
            document.requestedURL = item.url
            let key = ItemKey(catalog: catalog, collection: "C", item: item.id)
            memories[key] = ItemMemory(document: document)
        }
        let collection = ItemCollection(id: "C", title: "C", items: items)
        let view = LibraryView([
            LibraryView.CatalogView(
                location: catalog, name: "notes", catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(catalog: catalog, items: memories))
        ])
        self.init(view, date: Date(), generator: "test")
    }
}
