import CarrelCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestTargetTests {
    @Test(arguments: [
        ("http://notes.test/a.pdf", "http://notes.test/a.pdf"),
        ("HTTPS://notes.test", "HTTPS://notes.test"),
        (" http://notes.test/a b.pdf ", "http://notes.test/a%20b.pdf"),
        ("http://notes.test/é", "http://notes.test/%C3%A9"),
        ("http://notes.test/a%20b?q=1&r=%C3", "http://notes.test/a%20b?q=1&r=%C3"),
        (
            "http://127.0.0.1:8327/delay2.php?url=http://x/y",
            "http://127.0.0.1:8327/delay2.php?url=http://x/y"
        ),
        ("http://notes.test/{id}|\"", "http://notes.test/%7Bid%7D%7C%22"),
    ])
    func `a URL is taken as browsers take it`(text: String, expected: String) throws {
        #expect(try RequestTarget.check(text).absoluteString == expected)
    }

    @Test(arguments: [
        "", "notes.test/a", "/a.pdf", "file:///etc/passwd", "ftp://notes.test/a", "javascript:alert(1)",
        "http://", "http:///a", "http://user@notes.test/", "http://user:secret@notes.test/",
        "http://notes.test/\r\nHost: evil", "http://notes.test/\u{0}", "http://notes.test:0/",
        "http://notes.test:99999/", "data:text/html,x",
        "http://notes.test/" + String(repeating: "a", count: RequestTarget.maxLength),
    ])
    func `any other URL is refused`(text: String) {
        let error = #expect(throws: FetchError.self) { try RequestTarget.check(text) }
        #expect(error?.code == .refusedURL)
    }

    @Test func `a refusal does not repeat a long URL`() {
        let error = #expect(throws: FetchError.self) {
            try RequestTarget.check("ftp://" + String(repeating: "a", count: 5000))
        }
        #expect((error?.description.count ?? .max) < 400)
    }
}
