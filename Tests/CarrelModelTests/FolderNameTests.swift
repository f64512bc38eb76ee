import CarrelHTTP
import Foundation
import Testing

@testable import CarrelModel

/// Names with folders.
@Suite struct FolderNameTests {
    private func name(
        _ template: String, title: String = "Week 1", url: String? = "http://x.example/a/notes.pdf",
        collection: String = "C1"
    ) throws -> String {
        let facts = NameFacts(
            catalog: "course", collection: collection, number: 3, date: Date(timeIntervalSince1970: 0))
        return DocumentName.make(
            try #require(NameTemplate(template)), item: Item(title: title, url: url), facts)
    }

    @Test(arguments: [
        ("a/b/c.pdf", "C1/a/b/c.pdf"), ("../../etc/passwd", "C1/etc/passwd"), ("/a//./b.pdf", "C1/a/b.pdf"),
        (".hidden/.x", "C1/hidden/x"), ("a\u{0}b/c:d", "C1/a_b/c_d"), ("/", "C1/document"),
        (String(repeating: "a/", count: 40) + "z", "C1/" + String(repeating: "a/", count: 8) + "z"),
        (nil, "C1/notes.pdf"),
    ])
    func `the path that a catalogue gives keeps its folders, and leads nowhere else`(
        path: String?, expected: String
    ) throws {
        let details = path.map { [Detail("Path", $0, key: .path)] } ?? []
        let item = Item(title: "Week 1", details: details, url: "http://x.example/a/notes.pdf")
        let template = try #require(NameTemplate("{collection}/{path}"))
        let name = DocumentName.make(template, item: item, NameFacts(collection: "C1"))
        #expect(name == expected && DocumentName.isSafe(name))
    }

    @Test(arguments: ["{path}/x-{title}", "a-{path}", "{path}.pdf", "{path}{title}"])
    func `a path is the last part of a template, by itself`(template: String) {
        #expect(NameTemplate(template) == nil)
    }

    @Test(arguments: [
        ("{catalogue}/{collection}/{title}.{extension}", "course/C1/Week 1.pdf"),
        ("{host}/{number}-{stem}.{extension}", "x.example/03-notes.pdf"),
        ("all/{number}.{extension}", "all/03.pdf"),
        ("{title}", "Week 1"),
    ])
    func `a slash in the template begins a folder`(template: String, expected: String) throws {
        let name = try name(template)
        #expect(name == expected && DocumentName.isSafe(name))
    }

    @Test(arguments: [
        ("../../etc", "_.._etc"), ("a/b", "a_b"), ("..", "document"), (".carrel", "carrel"), ("", "document"),
        ("con", "_con"), ("end. ", "end"),
    ])
    func `what fills a folder's name is one safe component`(collection: String, expected: String) throws {
        let name = try name("{collection}/{basename}", collection: collection)
        #expect(name == expected + "/notes.pdf" && DocumentName.isSafe(name))
    }

    @Test(arguments: [
        "/{title}", "a//{title}", "../{title}", "a/./{title}", "{title}/", "{title}/{collection}", "{titel}",
        "1/2/3/4/5/6/7/8/9/{title}",
    ])
    func `a template whose folders have no names is none`(template: String) {
        #expect(NameTemplate(template) == nil)
    }

    @Test(arguments: [
        ("", "empty"), ("const", "{title}"), ("{title}/{collection}", "{title}"), ("..", "called .."),
        ("{path}x", "{path} must be the last part"), ("{path}/{title}", "{path} must be the last part"),
        ("{titel}", "{titel} is not a placeholder"), ("{title", "a { has no }"), ("title}", "a } has no {"),
        ("a//{title}", "slash"), ("1/2/3/4/5/6/7/8/9/{title}", "more than 8 folders"),
    ])
    func `a template that is refused says why`(template: String, reason: String) {
        #expect(NameTemplate.fault(in: template)?.contains(reason) == true)
        #expect(NameTemplate(template) == nil)
    }

    @Test func `a template that is taken has no fault`() {
        #expect(NameTemplate.fault(in: "{collection}/{path}") == nil)
    }

    @Test(arguments: [
        ("Notes.pdf", "Notes.pdf"), ("Notes.PDF", "Notes.PDF"), ("Notes", "Notes.pdf"), ("1.2", "1.2.pdf"),
    ])
    func `an extension is there once`(title: String, expected: String) throws {
        #expect(try name("{title}.{extension}", title: title) == expected)
    }

    @Test func `a name without an extension ends in no dot`() throws {
        #expect(try name("{title}.{extension}", url: "http://x.example/a") == "Week 1")
    }

    @Test(arguments: ["/a", "a/", "a//b", "../a", "a/../b", ".a/b", "a/.b", "a/b\u{0}c"])
    func `a name that leads elsewhere is not safe`(name: String) { #expect(!DocumentName.isSafe(name)) }

    @Test func `suffixes and extensions are those of the file, not of its folders`() {
        #expect(DocumentName.adding(suffix: "x", to: "a.b/c.pdf") == "a.b/c~x.pdf")
        #expect(DocumentName.removingSuffix(from: "a~b/c~x.pdf") == "a~b/c.pdf")
        #expect(DocumentName.fileExtension(of: "a.b/c") == "")
        #expect(DocumentName.adding(extensionFor: .pdf, to: "a.b/c") == "a.b/c.pdf")
        #expect(DocumentName.folders(of: "a/b/c.pdf") == ["a", "a/b"])
        #expect(DocumentName.collisionKey("A./b") == DocumentName.collisionKey("a/B"))
        #expect(DocumentName.collisionKey("a/b") != DocumentName.collisionKey("a_b"))
    }

    @Test func `the day is that of the clock on the wall`() {
        let date = Date(timeIntervalSince1970: 1_767_225_600 + 43200)
        let expected = date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
        #expect(NameFacts(collection: "c", date: date).dateText == expected && expected.count == 10)
    }

    @Test func `a name with its folders is never too long`() throws {
        let long = String(repeating: "é", count: 150)
        let name = try name("{title}/{title}/{title}/{title}/{title}.{extension}", title: long)
        #expect(DocumentName.isSafe(name) && DocumentName.components(of: name).count == 5)
        #expect(DocumentName.isSafe(DocumentName.adding(suffix: "0123456789abc-2", to: name)))
    }
}
