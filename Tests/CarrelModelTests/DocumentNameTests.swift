import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import CarrelModel

@Suite struct DocumentNameTests {
    private func name(_ url: String?, title: String = "A title", template: String = "{collection}-{basename}")
        throws -> String
    {
        let template = try #require(NameTemplate(template))
        return DocumentName.make(
            template, item: Item(title: title, url: url), NameFacts(collection: "COMP304"))
    }

    @Test func `the default name is the collection and the last part of the path`() throws {
        let url = "http://notes.example.org/COMP304/Handouts/main7-14.4up.pdf"
        #expect(try name(url) == "COMP304-main7-14.4up.pdf")
    }

    @Test(arguments: [
        ("http://example.org/a%20b.pdf", "COMP304-a b.pdf"),
        ("http://example.org/a.pdf?version=2#page=3", "COMP304-a.pdf"),
        ("http://example.org/dir/", "COMP304-A title"),
        ("http://example.org", "COMP304-A title"),
        ("http://example.org/..%2F..%2Fevil.txt", "COMP304-.._.._evil.txt"),
        ("http://example.org/a%00b.pdf", "COMP304-a_b.pdf"),
        ("http://example.org/a%0Ab.pdf", "COMP304-a_b.pdf"),
        ("http://example.org/caf%E9.pdf", "COMP304-café.pdf"),
        ("http://example.org/cafe%CC%81.pdf", "COMP304-café.pdf"),
        ("http://example.org/%", "COMP304-%"),
        ("http://example.org/a%E2%80%AEfdp.exe", "COMP304-a_fdp.exe"),
        ("http://example.org/x%3Ay%2Az.pdf", "COMP304-x_y_z.pdf"),
    ])
    func `what comes from a URL becomes one safe component`(url: String, expected: String) throws {
        let made = try name(url)
        #expect(made == expected)
        #expect(DocumentName.isSafe(made))
    }

    @Test(arguments: [
        "", ".", "..", "...", " ", "/", "\u{0}", "CON", "nul.txt", "COM1.pdf", "COM¹.txt", "con .txt",
        "conin$", ".hidden", "a.", "a ", "-",
    ])
    func `any text becomes a safe name`(text: String) {
        let safe = DocumentName.safe(text)
        #expect(DocumentName.isSafe(safe))
        #expect(!safe.isEmpty && !safe.hasPrefix(".") && !safe.hasSuffix(".") && !safe.hasSuffix(" "))
        #expect(!["con", "nul.txt", "com1.pdf"].contains(safe.lowercased()))
    }

    // A combining mark makes another character of the dot before it.
    @Test(arguments: [".\u{301}a", "..\u{301}", ". \u{301}.b", "\u{3000}.\u{20DD}c"], [true, false])
    func `marks behind a dot hide no document`(text: String, isPortable: Bool) {
        let name = DocumentName.safe(text, isPortable: isPortable)
        #expect(name.utf8.first != UInt8(ascii: "."), "\(name.debugDescription)")
        #expect(DocumentName.isSafe(name))
    }

    @Test func `what is safe stays as it is, whatever it was made of`() {
        let pieces = [
            " ", ".", "\u{A0}", "\u{3000}", "a", "é", "e\u{301}", "/", "\u{0}", "CON", "~", "\u{202E}", "日",
            "\u{301}", "-", "COM1",
        ]
        var random = SeededRandom(seed: 4)
        for _ in 0..<3000 {
            let length = Int.random(in: 0...300, using: &random)
            let text = (0..<length).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined()
            let safe = DocumentName.safe(text)
            #expect(DocumentName.isSafe(safe), "\(safe.debugDescription)")
            #expect(DocumentName.isSafe(DocumentName.adding(suffix: "abc123", to: safe)))
        }
        #expect(
            DocumentName.isSafe(DocumentName.safe("x\u{A0}."))
                && DocumentName.isSafe(DocumentName.safe(". foo")))
    }

    @Test(arguments: [
        ("a:b*c?.pdf", "a:b*c?.pdf"), ("CON", "CON"), ("what?.", "what?."), ("a/b\u{0}c", "a_b_c"),
        (".hidden", "hidden"), ("...", "document"), ("a\u{202E}b\n", "a_b_"), ("", "document"), ("x ", "x "),
        ("e\u{301}.pdf", "é.pdf"), ("\u{E000}", "\u{E000}"),
    ])
    func `a name for Linux alone keeps what Linux can hold`(text: String, expected: String) {
        let safe = DocumentName.safe(text, isPortable: false)
        #expect(safe.utf8.elementsEqual(expected.utf8), "\(safe.debugDescription)")
        #expect(DocumentName.isSafe(safe))
    }

    @Test(arguments: ["e\u{301}.pdf", "\u{1112}\u{1161}\u{11AB}.txt", "\u{212B}"])
    func `a name is safe as a disk wrote it, with letters and marks apart`(name: String) {
        #expect(DocumentName.isSafe(name) && DocumentName.isSafe("notes/" + name))
        #expect(!DocumentName.safe(name).utf8.elementsEqual(name.utf8), "it gives none such")
        #expect(FileName(DocumentName.safe(name)) != FileName(name))
        #expect(Set([FileName(DocumentName.safe(name)), FileName(name)]).count == 2)
    }

    @Test(arguments: [
        "", ".", "..", ".a", "a/../b", "a\u{0}", "a\n", "\u{202E}", String(repeating: "a", count: 256),
    ])
    func `what no system may get is never safe`(name: String) {
        #expect(!DocumentName.isSafe(name))
    }

    @Test(arguments: [
        ("notes", "application/pdf", "notes.pdf"), ("notes.txt", "application/pdf", "notes.txt"),
        ("draft 1.2", "application/pdf", "draft 1.2.pdf"), ("a.tar.gz", "text/html", "a.tar.gz"),
        ("page", "text/html; charset=utf-8", "page.html"), ("x", "application/octet-stream", "x"),
        ("photo", "image/jpeg", "photo.jpg"), ("x", "text/plain", "x.txt"),
        ("a.7z", "application/zip", "a.7z"), ("view.php", "application/pdf", "view.pdf"),
        ("a/View.ASPX", "application/zip", "a/View.zip"), ("get.cgi", "text/csv", "get.csv"),
        ("view.php", "text/html; charset=utf-8", "view.php"), ("x.do", "text/plain", "x.do"),
        ("x.php", "text/x-php", "x.php"), ("x.php", "application/octet-stream", "x.php"),
    ])
    func `a name without an extension, or with that of a program, gets that of its type`(
        name: String, type: String, expected: String
    )
        throws
    {
        let mediaType = try #require(MediaType(type))
        #expect(DocumentName.adding(extensionFor: mediaType, to: name) == expected)
    }

    @Test func `an extension fits into the longest name`() {
        let name = DocumentName.adding(extensionFor: .pdf, to: String(repeating: "a", count: 255))
        #expect(name.utf8.count == 255 && name.hasSuffix("a.pdf"))
    }

    @Test func `a long name is cut between characters and keeps its extension`() throws {
        let long = String(repeating: "é", count: 400)
        let made = try name("http://example.org/\(long).tar.gz")
        #expect(made.utf8.count <= 255)
        #expect(made.hasSuffix("é.tar.gz"))
        #expect(DocumentName.isSafe(made))
    }

    @Test func `a suffix goes before the extension and the name stays short enough`() {
        #expect(DocumentName.adding(suffix: "k3", to: "notes.pdf") == "notes~k3.pdf")
        let long = DocumentName.adding(suffix: "k3", to: String(repeating: "a", count: 251) + ".pdf")
        #expect(long.utf8.count == 255 && long.hasSuffix("~k3.pdf"))
    }

    @Test func `twins by letter case or normalisation share a collision key`() {
        #expect(DocumentName.collisionKey("Notes.PDF") == DocumentName.collisionKey("notes.pdf"))
        #expect(DocumentName.collisionKey("caf\u{E9}") == DocumentName.collisionKey("cafe\u{301}"))
        #expect(DocumentName.collisionKey("a") != DocumentName.collisionKey("b"))
    }

    @Test(arguments: [
        ("Straße", "STRASSE"), ("\u{1E9E}", "ß"), ("ΟΔΟΣ", "οδος"), ("οδος", "οδοσ"), ("\u{1FB3}", "αι"),
        ("α\u{345}", "ΑΙ"), ("\u{212A}", "k"), ("\u{17F}", "S"), ("ﬁ", "FI"), ("ﬀ", "ff"), ("İ", "i\u{307}"),
        ("\u{131}", "I"), ("\u{212B}", "å"), ("ǅ", "Ǆ"), ("Ꭰ", "ꭰ"), ("ŉ", "ʼN"), ("ΐ", "Ϊ\u{301}"),
        ("❤\u{FE0F}", "❤"), ("a\u{34F}b", "ab"), ("葛\u{E0100}", "葛"), ("a.", "a"), ("a ", "A"),
        ("é\u{323}", "e\u{323}\u{301}"),
    ])
    func `what some file system takes for one name has one collision key`(one: String, other: String) {
        #expect(DocumentName.collisionKey(one) == DocumentName.collisionKey(other))
    }

    @Test func `no letter's case or normalisation tells two names apart`() {
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
                continue
            }
            let properties = scalar.properties
            let key = DocumentName.collisionKey("x" + String(scalar))
            for form in [
                properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
                String(scalar).decomposedStringWithCanonicalMapping, key,
            ] {
                let other = form == key ? key : "x" + form
                #expect(
                    DocumentName.collisionKey(other).unicodeScalars.elementsEqual(key.unicodeScalars),
                    "U+\(String(value, radix: 16)) \(form)")
            }
        }
    }

    @Test(arguments: [
        "a\u{3164}b", "a\u{115F}b", "a\u{34F}b", "a\u{200B}b", "a\u{AD}b", "a\u{200E}b", "a\u{61C}b",
    ])
    func `a portable name has nothing that cannot be seen`(text: String) {
        #expect(DocumentName.safe(text) == "a_b")
    }

    @Test(arguments: ["a\u{3164}b.pdf", "❤\u{FE0F}.pdf", "葛\u{E0100}.pdf"])
    func `a name that an earlier Carrel recorded stays safe`(name: String) {
        #expect(DocumentName.isSafe(name))
    }

    @Test func `every placeholder is filled in`() throws {
        let url = "http://example.org/week1.tar.gz"
        let template = "{collection}_{title}_{stem}_{extension}_{basename}"
        #expect(try name(url, title: "T", template: template) == "COMP304_T_week1_tar.gz_week1.tar.gz")
    }

    @Test(
        arguments: [
            ("manual.html.gz", "html"), ("A.HTM.GZ", "htm"), ("plot.svgz", "svg"), ("a.html.zst", "html"),
            ("a.gz", nil),
            ("a.tar.gz", nil), ("a.html.tgz", nil), ("a.html", nil),
        ] as [(String, String?)])
    func `the name of a compressed file may say what is inside`(name: String, inside: String?) {
        let item = Item(title: "T", url: "http://example.org/\(name)")
        #expect(DocumentName.compressedExtension(of: item) == inside)
    }

    @Test(arguments: ["", "fixed", "{collection}", "{nothing}", "{basename", "basename}"])
    func `a template that tells no items apart or is malformed is none`(template: String) {
        #expect(NameTemplate(template) == nil)
    }
}
