import CarrelHTTP
import CarrelMediaTypes
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Content and the type that it is, whatever its name.
private let binaryKinds: [(String, [UInt8])] = [
    ("application/pdf", Array("junk\r\n\u{1}\u{2}%PDF-1.7\n".utf8)),
    ("application/pdf", Array("<!-- 7 -->%PDF-1.7\r\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 13, 10]),
    ("image/png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10, 0]),
    ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]), ("image/gif", Array("GIF89a\u{1}\0\u{1}\0".utf8)),
    ("image/webp", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
    ("image/tiff", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
    ("image/tiff", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
    ("image/vnd.microsoft.icon", [0, 0, 1, 0, 1, 0, 16, 16]),
    ("image/vnd.microsoft.icon", [0, 0, 2, 0, 1, 0, 32, 32]),
    (
        "image/bmp",
        [0x42, 0x4D, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0]
    ),
    ("image/heic", [0, 0, 0, 0x18] + Array("ftypheic\0\0\0\0mif1heic".utf8)),
    ("image/avif", [0, 0, 0, 0x1C] + Array("ftypavif\0\0\0\0avifmif1miaf".utf8)),
    ("image/avif", [0, 0, 0, 0x1C] + Array("ftypmif1\0\0\0\0avifmiafmif1".utf8)),
    ("image/jxl", [0xFF, 0x0A, 0xFA, 0x7F, 0x01, 0x90]),
    ("image/jxl", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10]),
    ("image/x-sgi", [0x01, 0xDA, 1, 1, 0, 3, 2, 88, 1, 0x90, 0, 3]),
    ("audio/mpeg", Array("ID3\u{3}\0\0\0\0\0\0".utf8)), ("audio/flac", Array("fLaC\0\0\0\u{22}".utf8)),
    ("audio/ogg", Array("OggS\0\u{2}\0\0\0\0\0\0\0\0OpusHead".utf8)),
    ("video/ogg", Array("OggS\0\u{2}\0\0\0\0\0\0\0\0\u{1}theora".utf8)),
    ("audio/wav", Array("RIFF\u{10}\0\0\0WAVEfmt ".utf8)),
    ("video/x-msvideo", Array("RIFF\u{10}\0\0\0AVI LIST".utf8)),
    ("audio/mp4", [0, 0, 0, 0x18] + Array("ftypM4A \0\0\0\0M4A mp42".utf8)),
    ("video/mp4", [0, 0, 0, 0x18] + Array("ftypmp42\0\0\0\0mp42isom".utf8)),
    ("video/quicktime", [0, 0, 0, 0x14] + Array("ftypqt  \0\0\0\0qt  ".utf8)),
    ("video/webm", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8)),
    ("video/x-matroska", [0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x82, 0x88] + Array("matroska".utf8)),
    ("application/gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]),
    ("application/x-7z-compressed", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]),
    ("application/vnd.rar", [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 1, 0]),
    (
        "application/x-tar",
        Array(repeating: 0, count: 257) + Array("ustar\u{0}00".utf8) + Array(repeating: 0, count: 247)
    ),
    ("application/rtf", Array("{\\rtf1\\ansi Cells}".utf8)),
    ("application/postscript", Array("%!PS-Adobe-3.0\n".utf8)),
    ("application/vnd.sqlite3", Array("SQLite format 3\0\u{10}\0".utf8)),
]

private let textKinds: [(String, String)] = [
    ("text/html", "<!DOCTYPE html>\n<p>x"), ("text/html", "\u{FEFF}\n<HTML><BODY>x"),
    ("text/html", "<!-- a\n--> <!-- b --><html>x"),
    ("text/html", "<script>var a = 1;</script><title>x</title>"), ("text/html", "<h1>x</h1><p>y"),
    (
        "application/xhtml+xml",
        "<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'>\n"
            + "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>x</title></head></html>"
    ),
    ("application/rss+xml", "<?xml version='1.0'?><!-- x --><rss version='2.0'><channel/></rss>"),
    ("application/atom+xml", "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>x</a:title></a:feed>"),
    (
        "application/rss+xml",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>"
    ),
    ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='1'/>"),
    (
        "application/x-fictionbook+xml",
        "<?xml version='1.0'?><FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0'/>"
    ),
    ("text/x-opml", "<?xml version='1.0'?><opml version='2.0'><head/><body/></opml>"),
    (
        "application/vnd.oasis.opendocument.text-flat-xml",
        "<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' o:mimetype='application/vnd.oasis.opendocument.text'/>"
    ),
    (
        "application/vnd.ms-spreadsheetml",
        "<?xml version='1.0'?><a:Workbook xmlns:a='urn:schemas-microsoft-com:office:spreadsheet'/>"
    ),
    ("application/xml", "<?xml version='1.0'?><note><to>x</to></note>"),
    ("application/xml", "<note><to>x</to></note>"),
    ("application/json", "{\"a\": [1, 2, {\"b\": null}]}"), ("application/json", "[1, 2]"),
    ("application/x-ndjson", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n"),
    ("application/x-ndjson", "{\"a\": 1}\r\n\r\n{\"b\": 2}\r\n"),
    (
        "application/x-ndjson",
        String(repeating: "{\"a\": \"\(String(repeating: "x", count: 5000))\"}\r\n", count: 4)
    ),
    ("application/x-ipynb+json", "{\"cells\": [], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}"),
    ("application/feed+json", "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}"),
    ("application/geo+json", "{\"type\": \"FeatureCollection\", \"features\": []}"),
    ("text/calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"),
    ("text/vcard", "BEGIN:VCARD\r\nVERSION:3.0\r\n"),
    (
        "message/rfc822",
        "From: a@example.org\nTo: b@example.org\nSubject: x\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n<p>Hi</p>"
    ),
    ("message/rfc822", "Received: from a\n\tby b; Mon\nReturn-Path: <a@b>\nSubject: =?utf-8?q?x?=\n\nHi"),
    (
        "application/mbox",
        "From a@example.org Mon Jan  1 10:00:00 2024\nFrom: a@example.org\nSubject: x\n\nHi\n"
    ),
    ("text/plain", "Hello, this is [a text] about {things}: one, two.\n"),
    ("text/plain", "[Chorus]\nla la la\n"),
    ("text/plain", "RIFF is how it begins, and ID3 is what it has.\n"),
    ("text/plain", "A file of PDF begins with `%PDF-1.7`.\n"),
    ("text/plain", "from: a\nto: b\nsubject: c\ndate: 2024-01-01\n"),
    ("text/plain", "Note: one\nAlso: two\n\nthree"),
    ("text/plain", "1 < 2 and <b>this</b> is bold\n"), ("text/plain", "ID3 tags are small.\n"),
]

private let openXML = "application/vnd.openxmlformats-officedocument."
private let packedKinds: [(String, [(name: String, content: String)])] = [
    (
        "application/epub+zip",
        [("mimetype", "application/epub+zip"), ("META-INF/container.xml", "<container/>")]
    ),
    ("application/epub+zip", [("META-INF/container.xml", "<container/>"), ("a.opf", ""), ("b.xml", "")]),
    (
        "application/vnd.recordare.musicxml",
        [("META-INF/container.xml", "<container/>"), ("score.xml", "<score-partwise/>")]
    ),
    (
        "application/vnd.oasis.opendocument.text",
        [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "")]
    ),
    (
        "application/vnd.oasis.opendocument.spreadsheet",
        [("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "")]
    ),
    (
        openXML + "wordprocessingml.document",
        [
            (
                "[Content_Types].xml",
                "<Override ContentType=\"\(openXML)wordprocessingml.document.main+xml\"/>"
            ), ("a.xml", ""),
        ]
    ),
    (openXML + "spreadsheetml.sheet", [("xl/workbook.xml", ""), ("[Content_Types].xml", "")]),
    (openXML + "presentationml.presentation", [("docProps/app.xml", ""), ("ppt/presentation.xml", "")]),
    (
        "application/vnd.ms-word.document.macroenabled.12",
        [
            (
                "[Content_Types].xml",
                "<Override ContentType=\"application/vnd.ms-word.document.macroEnabled.main+xml\"/>"
            )
        ]
    ),
    ("application/java-archive", [("META-INF/MANIFEST.MF", "Manifest-Version: 1.0")]),
    ("application/zip", [("a.txt", "word/document.xml"), ("b/c.txt", "x")]),
    (
        "application/zip",
        [("a.docx", String(decoding: TinyContainers.zip([("word/document.xml", "x")]), as: UTF8.self))]
    ),
]

@Suite(.timeLimit(.minutes(1)))
struct KnownKindsTests {
    private let detector = MagicMediaTypeDetector()

    private func type(_ data: Data, _ name: String = "", declared: String? = nil) throws -> String {
        try detector.mediaType(
            ofBeginning: data, declared: declared.flatMap { MediaType($0) },
            named: MediaType.forFileExtension(name)
        ).description
    }

    @Test(arguments: binaryKinds)
    func `content is known by its first bytes, whatever is said`(expected: String, bytes: [UInt8]) throws {
        #expect(try type(Data(bytes)) == expected)
        #expect(try type(Data(bytes), "txt", declared: "text/html") == expected)
    }

    @Test(arguments: textKinds)
    func `text is known by its structure`(expected: String, text: String) throws {
        #expect(try type(Data(text.utf8)) == expected)
        #expect(try type(Data(text.utf8), "bin", declared: "application/octet-stream") == expected)
    }

    @Test(arguments: textKinds.filter { $0.0.hasSuffix("html") || $0.0.hasSuffix("xml") })
    func `markup in UTF-16 is known, too`(expected: String, text: String) throws {
        let units = Array(text.replacing("\u{FEFF}", with: "").utf16)
        #expect(
            try type(Data([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })) == expected)
    }

    @Test(arguments: packedKinds)
    func `a packed document is known by its entries`(
        expected: String, entries: [(name: String, content: String)]
    ) throws {
        let data = TinyContainers.zip(entries)
        #expect(try type(data) == expected)
        #expect(try type(data, "zip", declared: "application/zip") == expected)
    }

    @Test func `a picture for Targa boards is no cursor`() throws {
        #expect(try type(Data([0, 0, 2] + [UInt8](repeating: 0, count: 300))) != "image/vnd.microsoft.icon")
    }

    @Test func `an archive that shows nothing is what is said of archives`() throws {
        let data = TinyContainers.zip([("001.jpg", "x")])
        #expect(try type(data, "cbz") == "application/vnd.comicbook+zip")
        #expect(try type(data, "pdf", declared: "text/html") == "application/zip")
    }

    @Test(arguments: [
        ("application/msword", "WordDocument"), ("application/vnd.ms-excel", "Workbook"),
        ("application/vnd.ms-excel", "Book"),
        ("application/vnd.ms-powerpoint", "PowerPoint Document"),
        ("application/vnd.ms-outlook", "__properties_version1.0"),
    ])
    func `a container is known by its streams`(expected: String, stream: String) throws {
        let others = ["\u{5}SummaryInformation", "Data", "1Table", "ObjectPool", "a", "b"]
        #expect(try type(TinyContainers.compound([stream])) == expected)
        #expect(try type(TinyContainers.compound(others + [stream], padding: 3), "doc") == expected)
    }

    @Test func `a document within another one does not say what that is`() throws {
        let workbook = TinyContainers.compound(["Workbook"], embedding: ["1Table", "WordDocument"])
        #expect(try type(workbook, "xls") == "application/vnd.ms-excel")
        let text = TinyContainers.compound(["1Table", "WordDocument"], embedding: ["Workbook"])
        #expect(try type(text) == "application/msword")
        // A tree that leads beyond what is there says nothing: the name of any stream does then.
        var damaged = TinyContainers.compound(["a", "Workbook"])
        damaged.replaceSubrange(1024 + 76..<1024 + 80, with: Data([0xFF, 0, 0, 0]))
        #expect(try type(damaged) == "application/vnd.ms-excel")
    }

    @Test func `a signature wins over bytes that may be letters where zeros follow it`() throws {
        let sound = Data("RIFF\u{22}'\0\0WAVEfmt \u{10}\0\0\0".utf8) + Data(repeating: 0x86, count: 10_000)
        #expect(try type(sound) == "audio/wav")
        #expect(try type(sound, "wav", declared: "audio/x-wav") == "audio/wav")
        // The end of a file of DOS is no letter, but does not make a film of a river.
        for line in ["ID3 tags are small, and \u{E9} is a letter.\n", "The wide river flows.\n"] {
            let text = Data((String(repeating: line, count: 20) + "\u{1A}").utf8)
            #expect(try type(text) == "text/plain")
        }
    }

    @Test func `a locked document is what its name says`() throws {
        let data = TinyContainers.compound(["EncryptionInfo", "EncryptedPackage"])
        #expect(try type(data, "docx") == openXML + "wordprocessingml.document")
        #expect(try type(data) == "application/x-ole-storage")
    }

    @Test(
        arguments: [
            ("<p align=center>\n<img src=a.png>\n</p>\n\n# Title\n", "md", nil, "text/markdown"),
            ("<!-- a comment -->\n# Title\n", "md", "text/plain", "text/markdown"),
            ("<div>x</div>", "txt", nil, "text/plain"),
            ("<!DOCTYPE html><p>x", "txt", "text/plain", "text/plain"),
            ("<!DOCTYPE html><p>x", "txt", nil, "text/html"),
            ("<!DOCTYPE html><p>x", "md", "text/html", "text/html"),
            ("a,b\n1,2\n", "csv", "text/plain", "text/csv"), ("a,b\n1,2\n", "", "text/csv", "text/csv"),
            ("# x\n", "md", "application/octet-stream", "text/markdown"),
            ("<center>\n\n# x\n", "md", nil, "text/markdown"),
            ("<table><tr><td>x", "md", "text/plain", "text/markdown"),
            ("<!DOCTYPE html><p>x", "md", nil, "text/html"), ("<table><tr>", "md", "text/html", "text/html"),
            ("a: 1\n", "yml", nil, "application/yaml"),
            ("x = {}", "js", "application/javascript; charset=utf-8", "text/javascript; charset=utf-8"),
            ("{\"a\": 1}", "json", "text/html", "application/json"),
            ("{\"a\": 1}", "txt", nil, "application/json"),
            ("{\"@id\": 1}", "jsonld", nil, "application/ld+json"),
            ("<x/>", "xsl", "text/xml", "application/xslt+xml"),
            ("From: a\nTo: b\nSubject: c\n\nx", "txt", "text/plain", "text/plain"),
            ("From: a\nTo: b\n\n<html>", "eml", nil, "message/rfc822"),
            ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "html", nil, "text/html"),
            (
                "<html xmlns='http://www.w3.org/1999/xhtml'/>", "", "application/xhtml+xml",
                "application/xhtml+xml"
            ),
            ("int main() {}", "c", nil, "text/x-c"), ("plain words", "html", "text/html", "text/plain"),
            ("", "epub", nil, "application/epub+zip"), ("word", "pdf", "application/pdf", "text/plain"),
        ] as [(String, String, String?, String)])
    func `text is text until its markup is real`(
        text: String, name: String, declared: String?, expected: String
    ) throws {
        #expect(try type(Data(text.utf8), name, declared: declared) == expected)
    }

    @Test func `extensions and types belong to each other`() {
        for name in [
            "docx", "odt", "epub", "fb2", "md", "ipynb", "eml", "ics", "vcf", "heic", "m4a", "mkv", "yaml",
            "html", "jpg",
        ] {
            #expect(MediaType.forFileExtension(name)?.fileExtension == name)
        }
        #expect(MediaType.plainText.fileExtension == "txt")
        #expect(MediaType.forFileExtension("TGZ")?.essence == "application/gzip")
        #expect(MediaType.forFileExtension("unheard-of") == nil)
    }
}

/// Documents of other projects.
@Suite(
    .timeLimit(.minutes(1)), .enabled(if: OfficeDocuments.arePresent, "needs the folder ../shared/corpora"))
struct OfficeDocumentTypeTests {
    @Test func `office documents are known without their names`() throws {
        let detector = MagicMediaTypeDetector()
        var wrong: [String] = []
        for file in OfficeDocuments.files where file.pathExtension != "native" {
            // A locked document hides what it is.
            if file.lastPathComponent.hasPrefix("protected_normal") { continue }
            let expected = MediaType.forFileExtension(file.pathExtension)
            let found = try detector.mediaType(of: file, name: "document", declared: nil)
            if found != expected { wrong.append("\(file.lastPathComponent): \(found)") }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }
}

private enum OfficeDocuments {
    static let folder = RealData.folder.deletingLastPathComponent().appending(path: "corpora/documents")
    static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static var files: [URL] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (found?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }
}
