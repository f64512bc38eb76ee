import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite struct ContentDispositionFieldTests {
    @Test(arguments: [
        ("attachment; filename=\"notes.pdf\"", "notes.pdf"),
        ("attachment; filename=notes.pdf; filename*=UTF-8''n%C3%B6tes.pdf", "nötes.pdf"),
        ("inline; FileName = plain", "plain"),
        ("attachment; filename=\"a\\\"b;c.pdf\"; size=3", "a\"b;c.pdf"),
    ])
    func `a name is read as the standards say`(value: String, name: String) {
        #expect(ContentDispositionField.suggestedName(in: value) == name)
    }

    @Test(arguments: [
        ("attachment; filename=week 1 notes.pdf", "week 1 notes.pdf"),
        ("attachment; filename=\"open.pdf", "open.pdf"), ("filename=bare.pdf", "bare.pdf"),
        ("attachment; filename*=\"UTF-8''%C3%A4.pdf\"", "ä.pdf"),
        ("attachment; filename=one.pdf; filename=two.pdf", "one.pdf"),
        ("attachment;; ;filename=x.pdf;", "x.pdf"), ("attachment; filename=\"nötes.pdf\"", "nötes.pdf"),
    ])
    func `a broken value is read as it is meant`(value: String, name: String) {
        #expect(ContentDispositionField.suggestedName(in: value) == name)
    }

    @Test(arguments: [
        "attachment; filename*=UTF-8''%zz.pdf; filename=f.pdf", "attachment; filename*=f; filename=f.pdf",
        "attachment; filename*=KOI8-R''%41; filename=f.pdf",
        "attachment; filename*=UTF-8''%FF; filename=f.pdf",
    ])
    func `an extended value that cannot be decoded counts as absent`(value: String) {
        #expect(ContentDispositionField.suggestedName(in: value) == "f.pdf")
    }

    @Test(arguments: [
        ("attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("attachment; filename=\"C:\\\\Users\\\\x\\\\notes.pdf\"", "notes.pdf"),
        ("attachment; filename*=UTF-8''..%2F..%5C.profile", "profile"),
        ("attachment; filename=\".htaccess\"", "htaccess"), ("attachment; filename=\" a.pdf \"", "a.pdf"),
    ])
    func `of a path only the last part is suggested, never hidden`(value: String, name: String) {
        #expect(ContentDispositionField.suggestedName(in: value) == name)
    }

    @Test(arguments: [
        "", "attachment", "attachment; filename=", "attachment; filename=\"\"", "attachment; filename=..",
        "attachment; filename=\"/\"", "attachment; filename", "attachment; name=x",
    ])
    func `a value without a usable name suggests none`(value: String) {
        #expect(ContentDispositionField.suggestedName(in: value) == nil)
    }

    // A combining mark makes another character of the separator before it.
    @Test(arguments: [
        ("filename=\"a/\u{301}b.pdf\"", "\u{301}b.pdf"), ("filename=a\\\u{301}b.pdf", "\u{301}b.pdf"),
        ("x=y;\u{301}; filename=c.pdf", "c.pdf"), ("filename=.\u{301}d.pdf", "\u{301}d.pdf"),
    ])
    func `marks behind a separator hide nothing`(value: String, name: String) {
        #expect(ContentDispositionField.suggestedName(in: value)?.utf8.elementsEqual(name.utf8) == true)
    }

    @Test func `what is too long is cut or ignored`() throws {
        let long = "attachment; filename=" + String(repeating: "a", count: 4000) + ".pdf"
        let name = try #require(ContentDispositionField.suggestedName(in: long))
        #expect(name.utf8.count <= ContentDispositionField.maxNameLength && name.hasSuffix(".pdf"))
        let endless = "attachment; filename=" + String(repeating: "a", count: 20_000)
        #expect(ContentDispositionField.suggestedName(in: endless) == nil)
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `every header that the standards decide comes out right`() throws {
        struct Case: Decodable {
            var header: String
            var filename: String?
        }
        let cases = try JSONDecoder().decode(
            [Case].self, from: RealData.data("content-disposition/cases.json"))
        #expect(cases.count == 86)
        for item in cases {
            #expect(
                ContentDispositionField.suggestedName(in: item.header) == item.filename, "\(item.header)")
        }
    }
}
