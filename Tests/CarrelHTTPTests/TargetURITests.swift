import Foundation
import Testing

@testable import CarrelHTTP

/// The target of a request, with and without Foundation's URL.
@Suite struct TargetURITests {
    private static let plain = [
        "http://example.org", "https://example.org/", "http://127.0.0.1:8327/course/index.html",
        "http://a-b.example.org/a_b~c/d.pdf?x=1&y=2+3,4",
    ]

    @Test(arguments: plain)
    func `a plain text is the same URL to Foundation`(text: String) throws {
        let target = try #require(TargetURI(plain: text))
        #expect(target.text == text)
        #expect(target.url.absoluteString == text)
        #expect(try RequestTarget.check(text) == target.url)
        #expect(target == TargetURI(target.url))
    }

    @Test(arguments: [
        "", "http://", "http:///path", "ftp://example.org/a", "http://user@example.org/", "http://[::1]/",
        "http://example.org:0/", "http://example.org:65536/", "http://example.org/a b",
        "http://example.org/ä",
        "http://example.org/%2F", "http://example.org/#part", "http://-a.example/", "HTTP://example.org/",
    ])
    func `whatever needs a closer look is not plain`(text: String) {
        #expect(TargetURI(plain: text) == nil)
    }

    @Test(
        arguments: [
            ("http://h.example", "https://h.example"),
            ("https://h.example/a?b=c:d#e", "http://h.example/a?b=c:d#e"), ("http://h.example:80/", nil),
            ("https://me:word@h.example/", nil), ("https:///a", nil), ("HTTP://h.example/", nil),
            ("ftp://h.example/", nil), ("Notes", nil),
        ] as [(String, String?)])
    func `an address has another scheme at its host's usual port`(address: String, other: String?) {
        #expect(address.withOtherScheme == other)
        let isSecured = other?.hasPrefix("http://") == true
        #expect(address.withoutTLS == (isSecured ? other : address))
    }

    @Test func `a target is checked as its URL is`() throws {
        #expect(try RequestTarget.target("http://example.org/a b").text == "http://example.org/a%20b")
        #expect(throws: FetchError.self) { try RequestTarget.target("file:///etc/passwd") }
        #expect(throws: FetchError.self) { try FetchRequest(url: URL(filePath: "/etc/passwd")).check() }
    }

    @Test func `a field line that RFC 9110 does not allow is found among others`() {
        let fine = [("Accept", "*/*"), ("X-Note", "a\tb"), ("If-None-Match", "\"tag\"")]
        #expect(HTTPFields(fine).firstInvalidName == nil)
        #expect(HTTPFields(fine + [("X-Bad", "a\r\nHost: other")]).firstInvalidName == "X-Bad")
        #expect(HTTPFields(fine + [("X Bad", "a")]).firstInvalidName == "X Bad")
        #expect(HTTPFields([("", "a")]).firstInvalidName == "")
    }

    @Test func `fields are found whatever the length of their names`() {
        let long = String(repeating: "n", count: 100)
        var fields = HTTPFields([("ETag", "1"), (long, "2"), ("etag", "3")])
        #expect(fields["ETAG"] == "1" && fields.values("etag") == ["1", "3"])
        #expect(fields[long] == "2" && fields[String(repeating: "n", count: 99)] == nil)
        #expect(fields["Date"] == nil)
        fields["etag"] = nil
        #expect(fields["ETag"] == nil && fields[long] == "2")
    }
}
