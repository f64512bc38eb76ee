import Testing

@testable import CarrelExport

/// What a feed says of documents.
struct AtomFormatTests {
    private var feed: String {
        var text = ""
        AtomFormat().write(ExportedLibrary(names: ["a.pdf"])) { text += $0 }
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
}
