import CarrelCore
import CarrelModel
import Testing

@testable import CarrelExport

/// What a feed says of documents.
struct AtomFormatTests {
    private var feed: String { feed(of: ExportedLibrary(names: ["a.pdf"])) }

    private func feed(of library: ExportedLibrary) -> String {
        var text = ""
        AtomFormat().write(library) { text += $0 }
        return text
    }

    @Test func `an entry leads to its document, in readers that take no enclosures, too`() {
        let text = feed
        #expect(text.contains("<link href=\"http://notes.example/0\"/>\n"), "\(text)")
        #expect(text.contains("<link rel=\"enclosure\" href=\"http://notes.example/0\""), "\(text)")
    }

    @Test func `an entry has the address that the catalogue gave, and not where that led for a while`() {
        let text = feed
        #expect(text.contains("http://notes.example/0") && !text.contains("files.example"), "\(text)")
    }

    @Test func `an entry promises no size where an earlier version was restored`() {
        var library = ExportedLibrary(names: ["a.pdf"])
        #expect(feed(of: library).contains(" length=\"1\""))
        library.groups[0].rows[0].document?.restoredOver = String(repeating: "0", count: 64)
        #expect(!feed(of: library).contains("length="))
    }
}
