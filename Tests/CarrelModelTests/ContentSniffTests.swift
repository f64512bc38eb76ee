import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@Suite struct ContentSniffTests {
    @Test(arguments: [
        "<!DOCTYPE html><p>", "  \n\t<html lang=\"en\">", "<HEAD>", "<script >", "<!-- hi -->", "<p>",
        "<body\nclass=x>", "<a href=x>", "\u{FEFF}<!doctype HTML SYSTEM>",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC><html>",
    ])
    func `a web page is recognised by its beginning`(text: String) {
        #expect(ContentSniff.isHTML(Data(text.utf8)))
    }

    private static let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    private static let slides = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

    @Test(
        arguments: [
            ("pdf", "PK\u{3}\u{4}", "application/epub+zip", "application/pdf", "an EPUB book"),
            ("PDF", "PK\u{3}\u{4}", "application/octet-stream", "application/pdf", "a ZIP archive"),
            ("pdf", "<html>", "text/html", "application/pdf", "an HTML page"),
            ("docx", "PK\u{3}\u{4}", slides, word, "an Office document"),
            ("txt", "%PDF-1.4", "application/pdf", "text/plain", "a PDF document"),
            // As before.
            ("docx", "PK\u{3}\u{4}", slides, slides, nil),
            ("pdf", "%PDF-1.4", "application/pdf", "text/plain", nil),
            // What a server may call it, too, or does not know.
            ("docx", "PK\u{3}\u{4}", "application/zip", word, nil),
            ("pdf", "%PDF-1.4", "text/plain", word, nil),
            ("md", "# Notes", "text/plain", "text/markdown", nil),
            ("", "%PDF-1.4", "application/pdf", word, nil),
        ] as [(String, String, String, String, String?)])
    func `a new version of another kind than its name says is found by its bytes or what it is called`(
        fileExtension: String, content: String, declared: String, before: String, kind: String?
    ) {
        let found = ContentSniff.otherKind(
            than: fileExtension, prefix: Data(content.utf8), declared: MediaType(declared),
            before: MediaType(before))
        #expect(found == kind)
    }

    @Test(
        arguments: [
            ("", "pdf", "application/pdf", "pdf"), ("php", "pdf", "application/pdf", "pdf"),
            ("final", "docx", "application/octet-stream", "docx"), ("", "PDF", nil, "pdf"),
            ("", "", "text/plain", "txt"), ("", "", "audio/flac", "flac"), ("php", "", "image/webp", "webp"),
            // It is not a page, whatever it is.
            ("dat", "dat", "application/octet-stream", "?"), ("", "", "application/octet-stream", "?"),
            ("dat", "dat", nil, "?"), ("", "", "application/x-tides", "?"),
            ("exe", "exe", "image/x-tide", "?"),
            // The URL says it, or that it is a page.
            ("pdf", "pdf", "application/pdf", nil), ("webp", "webp", "image/webp", nil),
            ("html", "pdf", "application/pdf", nil),
            // It is a page, or nobody knows.
            ("", "pdf", "text/html", nil), ("", "html", nil, nil), ("", "", nil, nil),
            ("", "html", "application/octet-stream", nil), ("php", "php", nil, nil),
            ("", "", "text/x-tides", nil),
        ] as [(String, String, String?, String?)])
    func `the kind of what is stored is known by its server, or else by its name`(
        promised: String, named: String, type: String?, kind: String?
    ) {
        let found = ContentSniff.kindBefore(
            promised: promised, named: named, declared: type.flatMap { MediaType($0) })
        #expect(found == kind)
    }

    @Test func `a web page in UTF-16 is recognised`() {
        let text = "<html><body>"
        let units = Array(text.utf16)
        #expect(ContentSniff.isHTML([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
        #expect(ContentSniff.isHTML([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
    }

    @Test(arguments: [
        "", "<", "<pre>", "<articles>", "html", "<?xml version=\"1.0\"?><rss>", "%PDF-1.4 <html>",
    ])
    func `what only looks like a page is none`(text: String) {
        #expect(!ContentSniff.isHTML(Data(text.utf8)))
    }

    @Test(arguments: [
        ("%PDF-1.7\n", "pdf"), ("\u{FEFF}\njunk %PDF-1.4", "PDF"), ("PK\u{3}\u{4}..", "docx"),
        ("PK\u{5}\u{6}..", ".zip"), ("GIF89a..", "gif"), ("AT&TFORM....", "djvu"), ("%!PS-Adobe-3.0", "ps"),
        ("\u{4}%!PS-Adobe", "ps"), ("\u{1B}%-12345X@PJL\r\n%!PS", "eps"), ("<html>", "html"),
        ("<html>", "txt"),
        ("<html>", ""), ("anything", "bin"), ("{\\rtf1", "doc"), ("", "pdf"), ("<html>", "unknown"),
    ])
    func `content that is what its name promises is not contradicted`(content: String, promised: String) {
        #expect(ContentSniff.contradiction(prefix: Data(content.utf8), promised: promised) == nil)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "png"), ([0xFF, 0xD8, 0xFF, 0xE0], "jpg"),
            ([0x1F, 0x8B, 8, 0], "tgz"), ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "xlsx"),
            ([0xC5, 0xD0, 0xD3, 0xC6, 0], "eps"),
        ] as [([UInt8], String)])
    func `binary content that is what its name promises is not contradicted`(bytes: [UInt8], promised: String)
    {
        #expect(ContentSniff.contradiction(prefix: bytes, promised: promised) == nil)
    }

    private static let login = "<!DOCTYPE html>\n<html><title>Log in</title>"
    private static let xhtml = "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC>\n<html>"

    @Test(arguments: [
        (login, "txt", "plain text"), (login, "MD", "Markdown"), (login, "xml", "XML"),
        (login, "vcf", "a contact"), (login, "py", "source code"), (login, "tex", "TeX"),
        ("<h1>Not found</h1>", "txt", "plain text"), (xhtml, "md", "Markdown"), (xhtml, "xml", "XML"),
        ("<!-- 1 --> <!-- 2 -->\n<html lang=de>", "md", "Markdown"),
    ])
    func `a page that its server calls one is no text`(content: String, promised: String, noun: String) {
        for type in ["text/html", "text/html; charset=utf-8"] {
            #expect(
                ContentSniff.contradiction(
                    prefix: Data(content.utf8), promised: promised, declared: MediaType(type))
                    == "an HTML page instead of \(noun)")
        }
    }

    @Test(
        arguments: [
            ("xls", "<table border=1><tr><td>1", "application/vnd.ms-excel", true),
            ("DOC", "<html xmlns:w=\"urn:schemas-microsoft-com:office:word\">", "application/msword", true),
            ("xls", "<table border=1><tr><td>1", "text/html", false),
            ("xls", "<table border=1><tr><td>1", nil, false),
            ("xls", "<html><form><input type=PASSWORD>", "application/vnd.ms-excel", false),
            (
                "xls", "<html><meta name=\"Viewport\" content=\"width=device-width\"><title>Log in",
                "application/vnd.ms-excel", false
            ),
            ("xls", "<table><tr><th>Password<th>Form", "application/vnd.ms-excel", true),
            ("xls", "<br />\n<b>Fatal error</b>:  Out of memory", "application/vnd.ms-excel", false),
            ("xlsx", "<table>", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", false),
            ("pdf", "<table>", "application/pdf", false),
        ] as [(String, String, String?, Bool)])
    func `a page that its server calls a sheet or a text of Office is one`(
        promised: String, content: String, type: String?, isMeant: Bool
    ) {
        let reason = ContentSniff.contradiction(
            prefix: Data(content.utf8), promised: promised, declared: type.flatMap { MediaType($0) })
        #expect((reason == nil) == isMeant)
    }

    @Test(arguments: ["pps", "ppsx", "flac", "webp", "tif", "mobi", "iso", "zst", "torrent", "eml", "WAV"])
    func `a page that its server calls one is not taken for a kind that never holds pages`(promised: String) {
        let page = Data(Self.login.utf8)
        let reason = "an HTML page instead of a .\(promised.lowercased()) file"
        #expect(ContentSniff.contradiction(prefix: page, promised: promised, declared: .html) == reason)
        let content = Data("fLaC".utf8)
        #expect(ContentSniff.contradiction(prefix: page, promised: promised) == nil)
        #expect(ContentSniff.contradiction(prefix: content, promised: promised, declared: .html) == nil)
    }

    @Test(
        arguments: [
            ("mp3", "a sound"), ("m4a", "a sound"), ("webm", "a film"), ("XLS", "an Excel sheet"),
            ("rar", "an archive"), ("flac", "a .flac file"), ("iso", "a .iso file"), ("ppsx", "a .ppsx file"),
            ("torrent", "a .torrent file"),
            ("json", nil), ("geojson", nil), ("jsonl", nil), ("ipynb", nil), ("map", nil), ("yaml", nil),
            ("csv", nil), ("txt", nil), ("md", nil), ("xml", nil), ("plist", nil), ("", nil),
            ("unknown", nil),
        ] as [(String, String?)])
    func `what its server calls JSON or a page is not taken for sound, film, a picture or an archive`(
        promised: String, noun: String?
    ) {
        func reason(_ content: String, _ type: MediaType?) -> String? {
            ContentSniff.contradiction(prefix: Data(content.utf8), promised: promised, declared: type)
        }
        let message = #" {"error": "token expired"}"#
        let reasons = ["application/json; charset=utf-8", "application/problem+json"].map {
            reason(message, MediaType($0))
        }
        #expect(reasons == [noun, noun].map { $0.map { "JSON instead of \($0)" } })
        #expect(reason(message, nil) == nil && reason(message, .octetStream) == nil)
        #expect(reason("ID3", MediaType("application/json")) == nil)
        let page = noun.map { "an HTML page instead of \($0)" }
        #expect(reason("<meta http-equiv=refresh content='0; url=/login'>", .html) == page)
        #expect(reason("<?xml version='1.0'?><a>", .html) == nil && reason("<x>", .octetStream) == nil)
    }

    @Test func `a page that its server calls one is not taken for what was something else, whatever that is`()
    {
        let kind = ContentSniff.unknownKind
        func reason(_ content: String, _ type: MediaType) -> String? {
            ContentSniff.contradiction(prefix: Data(content.utf8), promised: kind, declared: type)
        }
        #expect(reason(Self.login, .html) == "an HTML page instead of the document")
        #expect(reason(Self.login, .octetStream) == nil && reason("anything", .html) == nil)
    }

    @Test(arguments: ["exe", "dll", "ai", "AU", "pub", "me", "NET", "com", "php", "pl", "shtml", ""])
    func `a page may stand where an extension says nothing, or is that of a program or a site`(
        promised: String
    ) {
        let page = Data(Self.login.utf8)
        #expect(ContentSniff.contradiction(prefix: page, promised: promised, declared: .html) == nil)
    }

    @Test(arguments: ["dtd", "owl", "tei", "fodt"])
    func `XML may begin with a comment, but not as a page`(promised: String) {
        func reason(_ content: String) -> String? {
            ContentSniff.contradiction(prefix: Data(content.utf8), promised: promised, declared: .html)
        }
        #expect(reason("<!-- The notes -->\n<!ELEMENT note (#PCDATA)>") == nil)
        #expect(reason("<!-- 1 -->\n" + Self.login) == "an HTML page instead of a .\(promised) file")
    }

    @Test(arguments: [
        (login, "txt", "text/plain"), (login, "md", "text/markdown"), (login, "txt", nil),
        (login, "html", "text/html"), (login, "", "text/html"), (login, "php", "text/html"),
        ("<h1 align=center>Carrel</h1>", "md", "text/html"), ("<!-- a note -->\n# Title", "md", "text/html"),
        ("<p>\n<html>", "md", "text/html"), (xhtml, "xml", "application/xhtml+xml"),
        (xhtml, "xml", "text/xml"), ("<?xml version=\"1.0\"?><rss>&lt;html>", "xml", "text/html"),
        ("Plain as plain can be", "txt", "text/html"), ("", "txt", "text/html"),
        ("<!-- never closed", "md", "text/html"),
    ])
    func `text that holds markup, and a page that is called something else, are what they promise`(
        content: String, promised: String, type: String?
    ) {
        #expect(
            ContentSniff.contradiction(
                prefix: Data(content.utf8), promised: promised, declared: type.flatMap(MediaType.init)) == nil
        )
    }

    @Test(arguments: [
        ("<!doctype html><title>Log in</title>", "pdf", "an HTML page instead of a PDF document"),
        ("<html>", "mp4", "an HTML page instead of a film"),
        ("PK\u{3}\u{4}", "pdf", "a ZIP archive instead of a PDF document"),
        ("%PDF-1.4", "epub", "a PDF document instead of an EPUB book"),
        ("Sorry, no.", "PDF", "the content does not begin as a PDF document does"),
        ("GIF89a", "png", "a GIF image instead of a PNG image"),
        ("<html>", "tar.gz", "an HTML page instead of a gzip file"),
        ("<html>", ".tar.pdf", "an HTML page instead of a PDF document"),
    ])
    func `content that cannot be what its name promises is told`(
        content: String, promised: String, reason: String
    ) {
        #expect(ContentSniff.contradiction(prefix: Data(content.utf8), promised: promised) == reason)
    }
}
