import CarrelHTTP
import CarrelMediaTypes
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MediaTypeDetectorTests {
    private func type(_ data: Data, _ name: String = "x", declared: String? = nil) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", data)
        return try MagicMediaTypeDetector().mediaType(
            of: file, name: name, declared: declared.flatMap { MediaType($0) }
        ).description
    }

    @Test
    func `a type that the content shows wins over name and declaration`() throws {
        let pdf = Data("%PDF-1.4\n%%EOF\n".utf8)
        #expect(try type(pdf) == "application/pdf")
        #expect(try type(pdf, "x.txt", declared: "text/html") == "application/pdf")
        let page = Data("<!DOCTYPE html><html><head><title>x</title></head></html>".utf8)
        #expect(try type(page, "x.pdf", declared: "application/pdf") == "text/html")
        #expect(try type(page, "x", declared: "text/plain; charset=utf-8") == "text/html; charset=utf-8")
    }

    @Test(arguments: [
        (
            "\n<!--[if IE]>-->\n<script>\n(function(i,s){i[s]=1;})(window,document);\n</script>\n<html><body><p>x",
            "text/html"
        ),
        (
            "<!DOCTYPE html>\n<script>\n'use strict';\nvar a = require('b');\n</script><title>x</title>",
            "text/html"
        ),
    ])
    func `a page that begins with a script is a page`(text: String, expected: String) throws {
        #expect(try type(Data(text.utf8), "x.html", declared: "text/html") == expected)
        #expect(try type(Data(text.utf8), "x.html") == expected)
        #expect(
            try type(Data(text.utf8), "article", declared: "text/html; charset=utf-8")
                == "text/html; charset=utf-8")
    }

    @Test
    func `a text with tags in it is no page`() throws {
        let notes = Data(
            "# Notes\n\nUse `<html>` and <b>bold</b>:\n\n<p>one</p>\n<div>two</div>\n<a href=x>y</a>\n".utf8)
        #expect(try type(notes, "notes.md") == "text/markdown")
        #expect(try type(notes, "notes.txt") == "text/plain")
        #expect(try type(notes, "notes.html") == "text/html")
        #expect(
            try type(notes, "notes", declared: "text/markdown; charset=utf-8")
                == "text/markdown; charset=utf-8")
        let script = Data("function a() { return '<html>'; }\nmodule.exports = a;\n".utf8)
        #expect(try type(script, "a.js").hasSuffix("/javascript"))
        #expect(try type(script, "a.txt") == "text/plain")
    }

    @Test
    func `plain text is what is declared, else what the extension says`() throws {
        let text = Data("some words\nand more of them\n".utf8)
        #expect(try type(text) == "text/plain")
        #expect(try type(text, "x.md") == "text/markdown")
        #expect(
            try type(text, "x.csv", declared: "text/plain; charset=latin1") == "text/csv; charset=latin1")
        #expect(try type(text, "x.txt", declared: "text/csv") == "text/csv")
        #expect(try type(text, "x.tex", declared: "application/octet-stream") == "text/x-tex")
        #expect(try type(text, "x.pdf", declared: "application/pdf") == "text/plain")
        let code = Data("#include <stdio.h>\nint main(void) { return 0; }\n".utf8)
        #expect(try type(code, "notes.txt") == "text/plain")
    }

    @Test
    func `a text that begins with the letters of a plotter's command is a text`() throws {
        let text = Data("SPRINGS AND NEAPS\n\nWhen sun and moon pull along one line.\n".utf8)
        #expect(try type(text, "springs.txt", declared: "text/plain") == "text/plain")
        #expect(try type(text) == "text/plain")
    }

    @Test
    func `a log with titles for a terminal is text, and one with other bells is not`() throws {
        #expect(try type(Data("hello \u{1B}]0;title\u{7}after\n".utf8)) == "text/plain")
        #expect(try type(Data("hello \u{1B}]0;title\u{7}after\u{7}\n".utf8)) == "application/octet-stream")
        #expect(try type(Data("hello \u{1B}]0;\ntitle\u{7}\n".utf8)) == "application/octet-stream")
    }

    @Test
    func `a log with a hole of zeros is text, and zeros between letters are not`() throws {
        let line = "Nov 30 12:00:00 host daemon: message\n"
        let lines = Data(String(repeating: line, count: 20).utf8)
        #expect(try type(lines + Data(count: 4096) + lines, "a.log") == "text/plain")
        let records = Data(String(repeating: "\(line)\0x\0", count: 20).utf8)
        #expect(try type(records, "a.log") == "application/octet-stream")
        #expect(try type(Data(count: 4096), "a.log") == "application/octet-stream")
        // A long name, and then zeros up to the mark of tar.
        let head = Data(String(repeating: "a", count: 90).utf8) + Data(count: 167) + Data("ustar\0".utf8)
        let tar = head + Data(count: 249) + lines + lines + lines
        #expect(try type(tar, "a.tar") == "application/x-tar")
    }

    @Test(arguments: [
        "N\u{8}NA\u{8}A\n_\u{8}x\n", "slide\u{B}line\n", "Hello\r\n\u{1A}", "Hello\r\n\u{1A}\u{1A}\u{1A}",
    ])
    func `letters struck over, breaks of a slide's lines and the end that DOS marks are text`(text: String)
        throws
    {
        #expect(try type(Data(text.utf8), "a.txt") == "text/plain")
        #expect(try type(Data("\u{8}\u{1A}\(text)".utf8), "a.txt") == "application/octet-stream")
    }

    @Test
    func `zeros in the head of a picture make no text of it`() throws {
        let head = Data([0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 8, 0])
        #expect(try type(head + Data(repeating: 0x51, count: 2000), "a.bin") != "text/plain")
        // Every second byte is a zero, too, as in UTF-16.
        let points = Data(String(repeating: "a\0b\0", count: 200).utf8)
        #expect(try type(Data(count: 100) + points, "a.bin") != "text/plain")
    }

    @Test
    func `a picture whose pixels may be letters is a picture`() throws {
        let pixels = Data(Array(repeating: [0x09, 0x5A, 0xC8] as [UInt8], count: 40_000).joined())
        let sizes: [UInt8] = [0xC8, 0, 0, 0, 0xC8, 0, 0, 0]
        let bitmap =
            Data("BM\u{36}\0\u{1}\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0".utf8) + Data(sizes + [1, 0, 24, 0])
            + Data(count: 24) + pixels
        #expect(try type(bitmap) == "image/bmp")
        #expect(try type(bitmap, "a.bmp", declared: "image/bmp") == "image/bmp")
        for (kind, expected) in [("P5", "image/x-portable-graymap"), ("P6", "image/x-portable-pixmap")] {
            #expect(try type(Data("\(kind)\n# gimp\n200 200\n255\n".utf8) + pixels) == expected)
            #expect(try type(Data("\(kind) 10 20 Gr".utf8) + [0xF6, 0xDF, 0x65, 0x6E, 0x0A]) == "text/plain")
            // Words of UTF-8 that begin alike are a text, wherever the beginning ends.
            for length in 2040...2044 {
                let text =
                    "\(kind) 10 20\n" + String(repeating: "a", count: length % 4)
                    + String(repeating: "é", count: length)
                #expect(try type(Data(text.utf8)) == "text/plain")
            }
        }
    }

    @Test
    func `a narrower type of the same syntax is kept`() throws {
        let feed = Data("<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"/>".utf8)
        #expect(try type(feed, declared: "application/atom+xml") == "application/atom+xml")
        let json = Data("{\"version\": \"https://jsonfeed.org/version/1\", \"items\": []}".utf8)
        #expect(try type(json, declared: "application/feed+json") == "application/feed+json")
        #expect(try type(json, "x.json", declared: "text/javascript") == "application/feed+json")
    }

    @Test
    func `of what is compressed a name or a server says that it is a drawing`() throws {
        let packed = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        #expect(try type(packed, "x.svgz") == "image/svg+xml-compressed")
        #expect(try type(packed, declared: "image/svg+xml-compressed") == "image/svg+xml-compressed")
        let others: [(String, String?)] = [
            ("x.gz", nil), ("x.svg", "image/svg+xml"), ("x.tgz", "text/plain"),
        ]
        for (name, declared) in others {
            #expect(try type(packed, name, declared: declared) == "application/gzip", "\(name)")
        }
    }

    @Test
    func `content that shows nothing is what is said, unless that is text`() throws {
        let noise = Data([0x00, 0xFF, 0x01, 0x80, 0x13, 0x9D] + Array(repeating: UInt8(0x81), count: 90))
        #expect(try type(noise) == "application/octet-stream")
        #expect(try type(noise, "x.txt", declared: "text/plain") == "application/octet-stream")
        #expect(try type(noise, "x.mp3") == "audio/mpeg")
        #expect(try type(Data(), "x.csv") == "text/csv")
        #expect(try type(Data()) == "text/plain")
    }

    @Test
    func `a missing file is unreadable`() throws {
        let detector = MagicMediaTypeDetector()
        let error = #expect(throws: PreviewError.self) {
            try detector.mediaType(of: URL(filePath: "/no/such/file"), name: "x", declared: nil)
        }
        #expect(error?.code == .unreadable)
    }

    @Test
    func `one detector serves many tasks`() async throws {
        let detector = MagicMediaTypeDetector()
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "%PDF-1.4\n%%EOF\n")
        try await withThrowingTaskGroup(of: MediaType.self) { group in
            for _ in 0..<50 { group.addTask { try detector.mediaType(of: file, name: "x", declared: nil) } }
            for try await type in group { #expect(type == .pdf) }
        }
    }
}
