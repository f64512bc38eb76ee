import CarrelModel
import Testing

/// The last bytes of documents; each character is a byte.
@Suite struct ContentEndTests {
    private func missing(_ text: String) -> String? {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        return ContentEnd.missing(
            beginning: Array(bytes.prefix(1024)), ending: Array(bytes.suffix(ContentEnd.length)))
    }

    @Test(arguments: [
        ("%PDF-1.4\n1 0 obj", "a PDF document"), ("PK\u{3}\u{4}notes.txt", "a ZIP archive"),
        ("\u{89}PNG\r\n\u{1A}\nIHDR", "a PNG image"), ("\u{FF}\u{D8}\u{FF}\u{E0}", "a JPEG image"),
        ("GIF89a!", "a GIF image"),
    ])
    func `a document whose end is missing is told by its beginning`(text: String, noun: String) {
        #expect(missing(text) == noun)
    }

    @Test(arguments: [
        "%PDF-1.4\n%%EOF\n", "%PDF-1.4\n%%EOF\n<!-- 12 ms -->\n",
        "PK\u{3}\u{4}notes.txtPK\u{5}\u{6}\u{0}\u{0}", "\u{89}PNG\r\n\u{1A}\nIHDRIEND\u{AE}B`\u{82}",
        "\u{FF}\u{D8}\u{FF}\u{E0}\u{FF}\u{D9}", "GIF89a!;\u{0}",
        // Nobody knows how these end.
        "\u{1F}\u{8B}\u{8}", "A text about %PDF-1.4", "",
    ])
    func `what is whole, or has no end of its own, lacks nothing`(text: String) {
        #expect(missing(text) == nil)
    }

    @Test(arguments: [
        // The last two bytes are the length of the comment.
        ("PK\u{3}\u{4}PK\u{5}\u{6}0123456789012345\u{FF}\u{FF}", "x", 65_535),
        ("%PDF-1.4\n%%EOF\n", "\u{0}", 4096), ("%PDF-1.4\nstartxref\n9", "\n", 1),
        ("GIF89a!\u{0};", "\r\n", 1),
        ("GIF89a!\u{0};", "<!-- 12 ms -->", 1),
        ("\u{FF}\u{D8}\u{FF}\u{E0}\u{FF}\u{D9}", "film\u{FF}\u{1}", 500),
        ("\u{FF}\u{D8}\u{FF}\u{E0}\u{FF}\u{D9}", "\u{0}", ContentEnd.length),
    ])
    func `what stands behind the end of a document is not the lack of it`(
        text: String, rest: String, count: Int
    ) {
        #expect(missing(text + String(repeating: rest, count: count)) == nil)
    }

    @Test(arguments: [
        ("\u{FF}\u{D8}\u{FF}\u{E0}", "a JPEG image"), ("%PDF-1.4\n%%EOF\n", "a PDF document"),
        ("PK\u{3}\u{4}PK\u{5}\u{6}0123456789012345\u{0}\u{0}", "a ZIP archive"),
    ])
    func `an end that is long past is that of something within`(text: String, noun: String) {
        let picture = String(repeating: "\u{FF}\u{0}ab\u{FF}\u{D3}cd", count: 300)
        #expect(missing(text + picture) == noun)
    }
}
