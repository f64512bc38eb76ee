import Foundation
import Testing

@testable import CarrelDelayProxy
@testable import CarrelServer

@Suite(.timeLimit(.minutes(1)))
struct PathTests {
    @Test(arguments: [
        ("/", [], true), ("/a.pdf", ["a.pdf"], false), ("/a/b/", ["a", "b"], true),
        ("/with%20space/%C3%A9.txt", ["with space", "é.txt"], false), ("/a..b", ["a..b"], false),
        ("/100%25", ["100%"], false), ("/%252e%252e", ["%2e%2e"], false),
    ])
    func `a path is read as names`(path: String, names: [String], isFolder: Bool) throws {
        let result = try StaticPath(path)
        #expect(result.names == names)
        #expect(result.isFolder == isFolder)
    }

    @Test(arguments: [
        "/..", "/../etc/passwd", "/a/../b", "/%2e%2e/etc/passwd", "/.%2E/x", "/.", "/a/./b", "/.git/config",
        "/a/.hidden", "//etc/passwd", "/a//b", "/..%2fetc%2fpasswd", "/a%2Fb", "/a%2f..%2fb",
        "/a%2F%CC%81b", "/.%CC%81a", "/%D8%80%2F..", "/a/%D8%80%2F.git",
    ])
    func `a path that climbs, hides or repeats slashes is not served`(path: String) {
        #expect(throws: StaticPath.Refusal.notServed) { try StaticPath(path) }
    }

    @Test(arguments: ["", "a", "*", "/a%00b", "/a%0Ab", "/%", "/%4", "/%zz", "/%ff%fe", "/%c0%ae%c0%ae"])
    func `a path that is not properly encoded is malformed`(path: String) {
        #expect(throws: StaticPath.Refusal.malformed) { try StaticPath(path) }
    }

    @Test func `a listing escapes names`() {
        let page = Listing.page(
            path: "/<b>&/", entries: [.init(name: "a\"<'>&.pdf", size: 7), .init(name: "x:y", size: nil)],
            hasParent: true)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<title>Index of /&lt;b&gt;&amp;/</title>"))
        #expect(
            text.contains("<a href=\"a%22%3C%27%3E%26.pdf\">a&quot;&lt;&#39;&gt;&amp;.pdf</a></td><td>7</td>")
        )
        #expect(text.contains("<a href=\"x%3Ay/\">x:y/</a>"))
        #expect(text.contains("href=\"../\""))
    }

    @Test(arguments: [
        ("a.pdf", "application/pdf"), ("A.HTML", "text/html; charset=utf-8"),
        ("x.tar.zip", "application/zip"), ("x.epub", "application/epub+zip"),
        ("README", "application/octet-stream"), ("pdf", "application/octet-stream"),
    ])
    func `a file's type follows from its extension`(name: String, type: String) {
        #expect(ContentTypes.type(ofFileNamed: name) == type)
    }
}
