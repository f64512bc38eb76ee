import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelExport

/// What a Metalink says of documents.
struct MetalinkFormatTests {
    private static let catalog = "http://notes.example/list"

    private func library(_ names: [String]) -> ExportedLibrary {
        var memories: [ItemKey: ItemMemory] = [:]
        let items = names.enumerated().map { number, name in
            let key = ItemKey(catalog: Self.catalog, collection: "C", item: "\(number)")
            let url = "http://notes.example/\(number)"
            memories[key] = ItemMemory(
                document: StoredDocument(
                    name: name, size: 1, sha256: "", mediaType: nil, validators: Validators(), url: url,
                    storedAt: Date(timeIntervalSince1970: 0)))
            var item = Item(title: "T\(number)", url: url)
            item.id = key.item
            return item
        }
        let collection = ItemCollection(id: "C", title: "C", items: items)
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.catalog, name: "notes", catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(catalog: Self.catalog, items: memories))
        ])
        return ExportedLibrary(view, date: Date(), generator: "test")
    }

    private func names(_ documents: [String]) -> [String] {
        var text = ""
        MetalinkFormat().write(library(documents)) { text += $0 }
        return text.matches(of: #/<file name="([^"]*)">/#).map { String($0.1) }
    }

    @Test func `a name that readers refuse is written as one that they take, and as that of no other file`() {
        #expect(names(["a/b:c.txt", "1*.txt"]) == ["a/b:c.txt", "1*.txt"])
        #expect(names(["a:b.txt", "c\\d.txt", "e/f\\g.txt"]) == ["a_b.txt", "c_d.txt", "e/f_g.txt"])
        let alike = names(["c:d.txt", "c\\d.txt", "c_d.txt"])
        #expect(Set(alike).count == 3 && alike.last == "c_d.txt", "\(alike)")
        #expect(!alike.contains { $0.contains("\\") || $0.contains(":") }, "\(alike)")
    }
}
