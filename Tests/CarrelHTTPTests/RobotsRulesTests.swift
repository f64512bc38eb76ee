import CarrelHTTP
import Foundation
import Testing

@Suite struct RobotsRulesTests {
    private func allows(_ rules: String, _ path: String) -> Bool {
        RobotsRules(Data(rules.utf8)).allow("http://site.example" + path)
    }

    @Test(arguments: [
        ("", "/a", true), ("User-agent: *\nDisallow: /", "/a", false),
        ("User-agent: *\nDisallow:", "/a", true),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", false),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true),
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", true),
        ("User-agent: other\nDisallow: /", "/a", true),
        ("user-AGENT: Carrel/1.0 # me\ndisallow: /", "/a", false),
        ("User-agent: *\nDisallow: /\n\nUser-agent: carrel\nDisallow: /b", "/a", true),
        ("User-agent: *\nDisallow: /\n\nUser-agent: carrel\nAllow: /", "/a", true),
        ("User-agent: other\nUser-agent: carrel\nDisallow: /a", "/a", false),
        ("User-agent: carrel\nDisallow: /a\nUser-agent: carrel\nDisallow: /b", "/a", false),
        ("User-agent: *\nDisallow: /*.gif$", "/a/b.gif", false),
        ("User-agent: *\nDisallow: /*.gif$", "/b.gifs", true),
        ("User-agent: *\nDisallow: /a*c*e", "/abbcdde/f", false),
        ("User-agent: *\nDisallow: /%7euser", "/~user/x", false),
        ("User-agent: *\nDisallow: /b\u{FC}cher", "/b%c3%bccher", false),
        ("User-agent: *\nDisallow: /a?x=", "/a?x=1", false),
        ("User-agent: *\nDisallow: /", "/robots.txt", true),
        ("\u{FEFF}User-agent: *\r\nDisallow: /a\r\n", "/a", false), ("Disallow: /", "/a", true),
        ("\0\n:::\nUser-agent\nDisallow /", "/a", true),
    ])
    func `the longest rule of the right group decides`(rules: String, path: String, allowed: Bool) {
        #expect(allows(rules, path) == allowed)
    }

    @Test func `a pattern of many stars takes no long time`() {
        let rules = "User-agent: *\nDisallow: /" + String(repeating: "a*", count: 2000) + "b$"
        #expect(allows(rules, "/" + String(repeating: "a", count: 8000)))
    }

    @Test func `they are at the root of the page's origin`() {
        let page = URL(string: "https://site.example:8443/a/b?c")
        #expect(page.flatMap(RobotsRules.address) == "https://site.example:8443/robots.txt")
        #expect(RobotsRules.address(for: URL(filePath: "/tmp/a")) == nil)
    }
}
