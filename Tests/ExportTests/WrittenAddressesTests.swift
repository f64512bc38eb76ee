import CarrelCore
import CarrelModel
import Foundation
import Testing

@testable import CarrelExport

/// Which exports hold keys that are in addresses.
struct WrittenAddressesTests {
    private func holdsSecrets(_ library: ExportedLibrary, _ name: String) throws -> Bool {
        let format = try #require(ExportFormats.named(name))
        return library.holdsSecrets(in: type(of: format).addresses)
    }

    @Test(arguments: ["bagit", "ro-crate", "metalink", "atom", "opds", "opml", "csv", "site"])
    func `a key where an address led is in a Metalink alone`(format: String) throws {
        let holds = try holdsSecrets(ExportedLibrary(names: ["a.pdf"]), format)
        #expect(holds == (format == "metalink"))
    }

    @Test(arguments: [("atom", true), ("metalink", true), ("csv", true), ("opml", false), ("site", false)])
    func `a key in a document's address is in no list of catalogues`(format: String, expected: Bool) throws {
        var library = ExportedLibrary(names: ["a.pdf"])
        library.groups[0].rows[0].document?.requestedURL = "http://notes.example/0?token=hunter2"
        let holds = try holdsSecrets(library, format)
        #expect(holds == expected)
    }

    @Test(arguments: [("opml", true), ("bagit", true), ("csv", false), ("ro-crate", false)])
    func `a key in a catalogue's address is where that is written`(format: String, expected: Bool) throws {
        var library = ExportedLibrary(names: ["a.pdf"])
        library.groups[0].catalog += "?token=hunter2"
        let holds = try holdsSecrets(library, format)
        #expect(holds == expected)
    }

    @Test func `a key in the address of an item whose document is missing is in a table`() throws {
        var library = ExportedLibrary(names: ["a.pdf"])
        library.groups[0].rows[0].isMissing = true
        library.groups[0].rows[0].item.url = "http://notes.example/new?token=hunter2"
        let (table, feed) = (try holdsSecrets(library, "csv"), try holdsSecrets(library, "atom"))
        #expect(table && !feed)
    }

    @Test func `a catalogue that nobody gave a name is called by its address without the key`() {
        let location = "http://notes.example/list?token=hunter2"
        let listed = ["A", "B"].map { ItemCollection(id: $0, title: $0, items: []) }
        let view = LibraryView([
            LibraryView.CatalogView(
                location: location, catalog: Catalog(collections: listed),
                memory: LibraryMemory(catalog: location, items: [:]))
        ])
        let library = ExportedLibrary(view, date: Date(), generator: "test")
        let names = [library.title] + library.groups.map(\.catalogName)
        let address = "http://notes.example/list"
        let areShown = names.allSatisfy { $0.hasPrefix(address) && !$0.contains("hunter2") }
        #expect(areShown, "\(names)")
    }
}
