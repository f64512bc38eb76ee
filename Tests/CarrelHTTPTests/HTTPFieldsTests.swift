import CarrelHTTP
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPFieldsTests {
    @Test func `names compare without regard to case`() {
        let fields = HTTPFields([("Content-Type", "text/html"), ("ETag", "\"1\"")])
        #expect(fields["content-type"] == "text/html")
        #expect(fields["ETAG"] == "\"1\"")
        #expect(fields["Content-Typ"] == nil)
    }

    @Test func `only letters compare without regard to case`() {
        // @ and `, [ and { differ in the same bit as A and a.
        #expect(HTTPFields([("X@", "1")])["x`"] == nil)
        #expect(HTTPFields([("X[", "1")])["x{"] == nil)
    }

    @Test func `lines of one name stay apart and in order`() {
        var fields = HTTPFields([("Link", "<a>"), ("X", "1")])
        fields.append("link", "<b>")
        #expect(fields.values("LINK") == ["<a>", "<b>"])
        #expect(fields.lines.map(\.name) == ["Link", "X", "link"])
    }

    @Test func `setting a value replaces every line of that name`() {
        var fields = HTTPFields([("A", "1"), ("B", "2"), ("a", "3")])
        fields["A"] = "4"
        #expect(fields.lines.map(\.value) == ["2", "4"])
        fields["b"] = nil
        #expect(fields.lines.map(\.name) == ["A"])
    }

    @Test func `fields are equal where their lines are, however they came about`() {
        var fields = HTTPFields([("A", "1"), ("B", "é"), ("C", "")])
        fields["B"] = nil
        fields.append("D", "4")
        #expect(fields == HTTPFields([("A", "1"), ("C", ""), ("D", "4")]))
        #expect(HTTPFields([("AB", "c")]) != HTTPFields([("A", "bc")]))
        #expect(HTTPFields().isEmpty && !fields.isEmpty)
    }

    @Test func `bytes that are no UTF-8 are read as ISO 8859-1`() {
        var fields = HTTPFields()
        Array("X-Name".utf8).withUnsafeBytes { name in
            [UInt8]([0x43, 0x61, 0x66, 0xE9]).withUnsafeBytes { fields.append(name: name, value: $0) }
            Array("au lait".utf8).withUnsafeBytes { fields.continueLast($0) }
        }
        #expect(fields["x-name"] == "Café au lait")
    }

    @Test(arguments: [
        ("X-Field", "a\r\nX-Injected: 1"), ("X-Field", "a\0"), ("X-Field", "\u{7F}"), ("X Field", "v"),
        ("X:", "v"), ("", "v"), ("X\r\n", "v"), ("Ä", "v"),
    ])
    func `a request with a field that could inject another is refused`(name: String, value: String) throws {
        let url = try #require(URL(string: "http://notes.test/"))
        let request = FetchRequest(url: url, fields: HTTPFields([(name, value)]))
        let error = #expect(throws: FetchError.self) { try request.check() }
        #expect(error?.code == .malformed)
    }

    @Test func `a request with ordinary fields is allowed`() throws {
        let url = try #require(URL(string: "HTTPS://notes.test/"))
        let fields = HTTPFields([("If-None-Match", "W/\"é\", *"), ("X-Empty", ""), ("X-Tab", "a\tb")])
        try FetchRequest(url: url, fields: fields).check()
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://notes.test/", "notes", "data:,x"])
    func `a request to another scheme is refused`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: FetchError.self) { try FetchRequest(url: url).check() }
        #expect(error?.code == .refusedURL)
    }
}
