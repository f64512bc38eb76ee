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

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Documents with much behind their ends.
    private static let whole: [String] = [
        "PK\u{3}\u{4}PK\u{5}\u{6}\(many("\u{0}", 16))\u{FF}\u{FF}\(many("x", 65_535))",
        "%PDF-1.4\n%%EOF\n\(many("\u{0}", 4096))", "%PDF-1.4\nstartxref\n9\n",
        "GIF89a!\u{0};\r\n", "GIF89a!\u{0};<!-- 12 ms -->",
        "\u{FF}\u{D8}\u{FF}\u{E0}\u{FF}\u{D9}\(many("film\u{FF}\u{1}", 500))",
        "\u{FF}\u{D8}\u{FF}\u{E0}\u{FF}\u{D9}\(many("\u{0}", ContentEnd.length))",
    ]

    @Test(arguments: Self.whole)
    func `what stands behind the end of a document is not the lack of it`(text: String) {
        #expect(missing(text) == nil)
    }

    /// Bytes of a picture, more than may stand behind the end of a document.
    private static let picture = many("\u{FF}\u{0}ab\u{FF}\u{D3}cd", 300)

    @Test(arguments: [
        ("\u{FF}\u{D8}\u{FF}\u{E0}\(Self.picture)", "a JPEG image"),
        ("PK\u{3}\u{4}PK\u{5}\u{6}\(Self.many("\u{0}", 3000))\(Self.picture)", "a ZIP archive"),
        ("%PDF-1.4\n%%EOF\n\(Self.picture)", "a PDF document"),
    ])
    func `an end that is long past is that of something within`(text: String, noun: String) {
        #expect(missing(text) == noun)
    }
}
