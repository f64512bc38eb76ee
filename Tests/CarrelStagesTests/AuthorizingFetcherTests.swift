import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AuthorizingFetcherTests {
    private let scripted = ScriptedFetcher()

    private func fetch(
        _ url: String, _ rules: RequestRules, catalog: String? = nil, fields: [(String, String)] = []
    ) async throws {
        let context = PluginContext(environment: ["TOKEN": "t0k3n", "PASSWORD": "pässword"])
        let fetcher = AuthorizingFetcher(scripted, rules: rules, secrets: SecretReader(context))
        var request = FetchRequest(url: try #require(URL(string: url)), fields: HTTPFields(fields))
        request.catalogOrigin = catalog.flatMap { Origin($0) }
        try await fetcher.fetch(request, into: CollectingSink())
    }

    private func sent(_ url: String, _ field: String = "Authorization") -> String? {
        scripted.requests(for: url).last?.fields[field]
    }

    private func rule(
        _ authorization: RequestRules.Authorization = .bearer(.environment("TOKEN"))
    ) -> RequestRules.Rule {
        var rule = RequestRules.Rule()
        rule.authorization = authorization
        return rule
    }

    private func rules(_ origin: String, _ rule: RequestRules.Rule) throws -> RequestRules {
        RequestRules(origins: [try #require(Origin(origin)): rule])
    }

    @Test func `a token goes to its own host, over the scheme and port that were named`() async throws {
        let rules = try rules("notes.test", rule())
        let others = ["http://notes.test/a", "https://notes.test:8443/a", "https://x.notes.test/a"]
        for url in ["https://notes.test/a"] + others {
            scripted.on(url, .content(Data()))
            try await fetch(url, rules)
        }
        #expect(sent("https://notes.test/a") == "Bearer t0k3n")
        for url in others { #expect(sent(url) == nil, "\(url)") }
    }

    @Test func `each hop of a redirect is decided by its own origin`() async throws {
        scripted.on("https://notes.test/a", .redirect(to: "https://other.test/b"))
        scripted.on("https://other.test/b", .redirect(to: "http://notes.test/c"))
        scripted.on("http://notes.test/c", .redirect(to: "https://notes.test/d"))
        scripted.on("https://notes.test/d", .content(Data()))
        try await fetch("https://notes.test/a", try rules("https://notes.test", rule()))
        #expect(sent("https://notes.test/a") == "Bearer t0k3n")
        #expect(sent("https://other.test/b") == nil)
        #expect(sent("http://notes.test/c") == nil)
        #expect(sent("https://notes.test/d") == "Bearer t0k3n")
    }

    @Test func `the profile's own credential goes to the catalogue's origin only`() async throws {
        let basic = RequestRules(catalog: rule(.basic(user: "me", password: .environment("PASSWORD"))))
        for url in ["http://notes.test/a", "http://other.test/a"] {
            scripted.on(url, .content(Data()))
            try await fetch(url, basic, catalog: "http://notes.test")
        }
        let pair = Data("me:pässword".utf8).base64EncodedString()
        #expect(sent("http://notes.test/a") == "Basic \(pair)")
        #expect(sent("http://other.test/a") == nil)
        try await fetch("http://notes.test/a", basic)
        #expect(sent("http://notes.test/a") == nil)
    }

    @Test func `a user without a password is one, as that of a share that anybody may read`() async throws {
        scripted.on("http://notes.test/a", .content(Data()))
        let share = RequestRules(catalog: rule(.basic(user: "s4are", password: nil)))
        try await fetch("http://notes.test/a", share, catalog: "http://notes.test")
        #expect(sent("http://notes.test/a") == "Basic \(Data("s4are:".utf8).base64EncodedString())")
    }

    @Test func `a token in the address is seen by its own server alone, and the content stays as it is`()
        async throws
    {
        let rules = try rules("https://notes.test", rule(.parameter("token", .environment("TOKEN"))))
        let content = Data("the document says t0k3n itself".utf8)
        scripted.on(
            "https://notes.test/a?x=1&token=t0k3n",
            .redirect(to: "https://notes.test/b?token=t0k3n"))
        scripted.on("https://notes.test/b?token=t0k3n", .redirect(to: "https://other.test/c?from=t0k3n"))
        scripted.on("https://other.test/c?from=%7Bkey%7D", .content(content, fields: [("ETag", "\"t0k3n\"")]))
        let context = PluginContext(environment: ["TOKEN": "t0k3n"])
        let fetcher = AuthorizingFetcher(scripted, rules: rules, secrets: SecretReader(context))
        let sink = CollectingSink()
        let url = try #require(URL(string: "https://notes.test/a?x=1"))
        try await fetcher.fetch(FetchRequest(url: url), into: sink)
        #expect(sink.content == content)
        #expect(sink.head?.redirects.contains { $0.absoluteString.contains("t0k3n") } == false)
    }

    @Test func `a token does not go into an address that has the service's key`() async throws {
        let rules = try rules("https://notes.test", rule(.parameter("token", .environment("TOKEN"))))
        let url = "https://notes.test/list?wstoken=k3y"
        scripted.on(url, .content(Data()))
        let context = PluginContext(environment: ["TOKEN": "t0k3n"])
        let fetcher = AuthorizingFetcher(scripted, rules: rules, secrets: SecretReader(context))
        var request = FetchRequest(url: try #require(URL(string: url)))
        request.asksForKey = true
        try await fetcher.fetch(request, into: CollectingSink())
        #expect(scripted.requests(for: url).count == 1)
    }

    @Test func `a failure does not tell a token in the address`() async throws {
        let rules = try rules("https://notes.test", rule(.parameter("token", .environment("TOKEN"))))
        scripted.on(
            "https://notes.test/a?token=t0k3n", .failing(.unreachable, reason: "no answer to /a?token=t0k3n"))
        let error = await #expect(throws: FetchError.self) { try await fetch("https://notes.test/a", rules) }
        #expect(
            error?.reason == "no answer to /a?token=%7Bkey%7D" || error?.reason.contains("t0k3n") == false)
    }

    @Test func `headers and the agent are a host's own, and what the request says stays`() async throws {
        var own = RequestRules.Rule()
        own.userAgent = "Special/1"
        own.fields = [HTTPFields([("X-Key", "k")]).lines, HTTPFields([("Accept", "text/*")]).lines].flatMap {
            $0
        }
        scripted.on("https://notes.test/a", .redirect(to: "https://other.test/b"))
        scripted.on("https://other.test/b", .content(Data()))
        try await fetch("https://notes.test/a", try rules("notes.test", own), fields: [("Accept", "a/b")])
        #expect(sent("https://notes.test/a", "X-Key") == "k")
        #expect(sent("https://notes.test/a", "User-Agent") == "Special/1")
        #expect(sent("https://notes.test/a", "Accept") == "a/b")
        #expect(sent("https://other.test/b", "X-Key") == nil)
        #expect(sent("https://other.test/b", "User-Agent") == nil)
    }

    @Test func `a secret that cannot be read stops the request, not the others`() async throws {
        scripted.on("https://notes.test/a", .content(Data()))
        scripted.on("https://other.test/a", .content(Data()))
        let rules = try rules("notes.test", rule(.bearer(.environment("GONE"))))
        let error = await #expect(throws: FetchError.self) { try await fetch("https://notes.test/a", rules) }
        #expect(error?.code == .missingCredential)
        #expect(error?.reason.contains("GONE") == true)
        #expect(error?.remedy?.contains("Check download.token, also that of the catalogue") == true)
        #expect(scripted.requests.isEmpty)
        try await fetch("https://other.test/a", rules)
    }
}

struct OriginTests {
    @Test(arguments: [
        ("example.org", "https://example.org"), ("EXAMPLE.org:443", "https://example.org"),
        ("example.org:8443", "https://example.org:8443"), ("http://example.org:80/", "http://example.org"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"), ("[::1]:8443", "https://[::1]:8443"),
    ])
    func `an origin is named by its host, with a scheme or a port where they are not https`(
        text: String, expected: String
    ) {
        #expect(Origin(text)?.description == expected)
    }

    @Test(arguments: ["", "ftp://x", "http://x/path", "x?y", "me@x", "http://", "x y"])
    func `what is no origin is refused`(text: String) {
        #expect(Origin(text) == nil)
    }
}
