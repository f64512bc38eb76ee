import CarrelCore
import CarrelModel
import Foundation
import Testing

@testable import CarrelExport

/// What a list of catalogues says of them.
struct OPMLFormatTests {
    @Test(arguments: [
        ("http://notes.example/list", " type=\"link\" url=\"http://notes.example/list\""), ("stdin:", ""),
        ("stdin:courses", ""),
    ])
    func `a catalogue is a link to it, unless it came from standard input`(location: String, target: String) {
        let collection = ItemCollection(id: "C", title: "C", items: [])
        let view = LibraryView([
            LibraryView.CatalogView(
                location: location, name: "notes", catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(catalog: location, items: [:]))
        ])
        var text = ""
        OPMLFormat().write(ExportedLibrary(view, date: Date(), generator: "test")) { text += $0 }
        #expect(text.contains("<outline text=\"notes\" title=\"notes\"\(target)/>\n"), "\(text)")
    }
}
