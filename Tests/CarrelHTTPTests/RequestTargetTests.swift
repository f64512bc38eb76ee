import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@testable import CarrelHTTP

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
        "http://[2001:db8::1%2\u{0}5e]/", "http://[fe80::1%25a%00b]/",
        "http://notes%25eth0/", "http://+b\u{FC}cher.example\u{AD}/", "http://a!b/",
    ])
    func `any other URL is refused`(text: String) {
        let error = #expect(throws: FetchError.self) { try RequestTarget.check(text) }
        #expect(error?.code == .refusedURL)
    }

    @Test(arguments: [
        ("feed://x.example/f.xml", "https://x.example/f.xml"),
        ("feed:http://x.example/f.xml", "http://x.example/f.xml"),
        ("DAVS://x.example/dav/?key=abc", "https://x.example/dav/?key=…"),
        ("dav://x.example/", "http://x.example/"), ("feed:x", nil), ("ftp://x.example/", nil),
    ])
    func `the scheme of an app is refused with the address that it means`(text: String, meant: String?) {
        let error = #expect(throws: FetchError.self) { try RequestTarget.check(text) }
        let expected = "Only http and https are requested" + (meant.map { ": use \($0)" } ?? "")
        #expect(error?.remedy == expected)
    }

    @Test func `a port that cannot be is refused with those that can`() {
        let error = #expect(throws: FetchError.self) { try RequestTarget.check("http://notes.test:99999/") }
        #expect(error?.reason == "there is no port 99999")
        #expect(error?.remedy == "Ports are numbers from 1 to 65535")
    }

    @Test func `the quick answer is that of the whole check`() {
        let pieces = [
            "http", "https", "HTTP", "://", ":", "/", "a", "Z", "9", ".", "-", "..", "@", "user", "80",
            "65535", "65536",
            "0", "[::1]", "%41", "%", "?", "#", " ", "\u{E9}", "\u{0}", "\n", "_", "~", "notes.test", "//",
            "+",
        ]
        var random = SeededRandom(seed: 8)
        for round in 0..<4000 {
            let count = Int.random(in: 0...7, using: &random)
            var text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined()
            if round % 2 == 0 { text = "http://" + text }
            let checked = Result { try RequestTarget.closeCheck(text) }
            switch (RequestTarget.refusal(of: text), checked) {
            case (nil, .success(let url)): #expect((try? RequestTarget.check(text)) == url, "\(text)")
            case (let error?, .failure(let other as FetchError)): #expect(error.reason == other.reason)
            default: Issue.record("two answers for \(text.debugDescription)")
            }
        }
    }

    @Test func `a refusal does not repeat a long URL`() {
        let error = #expect(throws: FetchError.self) {
            try RequestTarget.check("ftp://" + String(repeating: "a", count: 5000))
        }
        #expect((error?.description.count ?? .max) < 400)
    }

    @Test(arguments: [
        ("week%201 b.pdf", "http://x.example/c/week%201%20b.pdf"),
        ("?q=%2F a", "http://x.example/c/?q=%2F%20a"),
        ("//y.example/a b%20c", "http://y.example/a%20b%20c"),
        ("../ä%C3%A4.pdf", "http://x.example/%C3%A4%C3%A4.pdf"),
        ("plain.pdf", "http://x.example/c/plain.pdf"),
        ("\u{301}a/\u{301}.pdf", "http://x.example/c/%CC%81a/%CC%81.pdf"),
    ])
    func `a reference that is encoded in part is encoded once`(reference: String, expected: String) throws {
        let base = try #require(URL(string: "http://x.example/c/"))
        #expect(URLReference.resolve(reference, against: base) == expected)
    }

    @Test(arguments: [
        ("d[1]/x%20y.txt", "http://x.example/c/d%5B1%5D/x%20y.txt"),
        ("ok.txt?f[]=a%20b", "http://x.example/c/ok.txt?f%5B%5D=a%20b"),
        ("100% x%20y.pdf", "http://x.example/c/100%25%20x%20y.pdf"),
        ("a%2", "http://x.example/c/a%252"), ("%", "http://x.example/c/%25"),
        ("a%%20b", "http://x.example/c/a%25%20b"),
        ("a%20b#c#d", "http://x.example/c/a%20b#c%23d"),
        ("?q=é%20[x]#%", "http://x.example/c/?q=%C3%A9%20%5Bx%5D#%25"),
    ])
    func `what Foundation would encode is encoded before it encodes the escapes again`(
        reference: String, expected: String
    ) throws {
        let base = try #require(URL(string: "http://x.example/c/"))
        #expect(URLReference.resolve(reference, against: base) == expected)
        let absolute = try RequestTarget.check("http://x.example/c/" + reference)
        #expect(absolute.absoluteString == expected)
    }

    @Test func `beside any character an escape stays an escape`() throws {
        for byte in UInt8(0x20)..<0x7F {
            let character = String(UnicodeScalar(byte))
            for place in ["/a\(character)b%20c", "/a?b\(character)c%20d", "/a#b\(character)c%20d"] {
                let url = try RequestTarget.check("http://x.example" + place)
                #expect(url.absoluteString.contains("%20") && !url.absoluteString.contains("%2520"), "\(url)")
            }
        }
    }

    @Test(arguments: ["we\n  ek.pdf", "http://x.example/c/we\r\n\tek.pdf"])
    func `line breaks and tabs in a reference are left out, as browsers do`(reference: String) throws {
        let base = try #require(URL(string: "http://x.example/c/"))
        let resolved = try #require(URLReference.resolve(reference, against: base))
        #expect(resolved.hasSuffix("ek.pdf") && resolved.utf8.allSatisfy { $0 > 0x20 })
    }

    @Test func `an absolute reference holds nothing that acts on a terminal or hides`() throws {
        let base = try #require(URL(string: "http://x.example/c/"))
        #expect(URLReference.resolve("http://y.example/é.pdf", against: base) == "http://y.example/é.pdf")
        let hiding = "http://y.example/é\u{202E}fdp.exe"
        #expect(
            URLReference.resolve(hiding, against: base) == "http://y.example/%C3%A9%E2%80%AEfdp.exe")
    }

    @Test(arguments: ["::1.pdf", "::ffff:10.0.0.1", "http://y.example/\u{0}a", "http://y.example/\u{1B}[31m"])
    func `what cannot be made an absolute URL that can be shown is no reference`(reference: String) throws {
        let base = try #require(URL(string: "http://x.example/c/"))
        #expect(URLReference.resolve(reference, against: base) == nil)
    }

    // A combining mark makes another character of the slash or the @ before it.
    @Test func `marks behind a delimiter hide nothing`() throws {
        #expect(URLReference.basename("http://x.example/c/\u{301}a.pdf") == "\u{301}a.pdf")
        let url = try RequestTarget.check("http://x.example/\u{301}a.pdf")
        #expect(url.absoluteString == "http://x.example/%CC%81a.pdf")
        let error = #expect(throws: FetchError.self) {
            try RequestTarget.check("http://user:secret@\u{301}x.example/")
        }
        #expect(error?.description.contains("secret") == false)
    }
}
