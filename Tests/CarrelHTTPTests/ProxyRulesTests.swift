import CarrelHTTP
import Foundation
import Testing

struct ProxyRulesTests {
    private func proxy(_ rules: ProxyRules, _ url: String) throws -> String? {
        rules.proxy(for: try #require(URL(string: url)))
    }

    @Test func `without a setting the environment decides, each scheme for itself`() throws {
        let rules = ProxyRules(
            nil, environment: ["http_proxy": "http://p:1", "HTTPS_PROXY": "http://p:2", "HTTP_PROXY": "no"])
        #expect(try proxy(rules, "http://notes.test/") == "http://p:1")
        #expect(try proxy(rules, "HTTPS://notes.test/") == "http://p:2")
    }

    @Test func `all_proxy stands in for what is not set`() throws {
        let rules = ProxyRules(nil, environment: ["ALL_PROXY": "socks5h://p", "https_proxy": "http://q"])
        #expect(try proxy(rules, "http://notes.test/") == "socks5h://p")
        #expect(try proxy(rules, "https://notes.test/") == "http://q")
        #expect(ProxyRules(nil, environment: ["HTTP_PROXY": "http://p"]).isEmpty)
    }

    @Test func `a setting goes before the environment, and an empty one means none`() throws {
        let environment = ["http_proxy": "http://p", "no_proxy": "near.test"]
        let rules = ProxyRules("http://own", environment: environment)
        #expect(try proxy(rules, "http://notes.test/") == "http://own")
        #expect(try proxy(rules, "http://near.test/") == nil)
        #expect(ProxyRules("", environment: environment).isEmpty)
    }

    @Test(arguments: [
        ("notes.test", "notes.test", true), ("notes.test", "a.notes.test", true),
        (".notes.test", "notes.test", true), ("notes.test", "othernotes.test", false),
        ("NOTES.test.", "notes.TEST", true), ("x, y notes.test", "notes.test", true),
        ("*", "anything", true), ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.1.2.3", false),
        ("10.1.2.3", "10.1.2.3", true), ("::1", "[::1]", true), ("", "notes.test", false),
        (".", "notes.test", false),
    ])
    func `no_proxy names domains, addresses and blocks`(list: String, host: String, isExcepted: Bool) throws {
        let rules = ProxyRules("http://p", environment: ["no_proxy": list])
        #expect(try (proxy(rules, "http://\(host)/") == nil) == isExcepted)
    }
}
