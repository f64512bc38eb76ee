import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Two servers on two ports are two origins.
@Suite(.timeLimit(.minutes(1)))
struct CredentialTests {
    private let own: LoopbackServer
    private let other: LoopbackServer

    init() throws { (own, other) = (try LoopbackServer(), try LoopbackServer()) }

    @Test(arguments: FetcherKind.allCases)
    func `a token follows a redirect within its origin and to no other`(kind: FetcherKind) async throws {
        own.on("/a", .redirect(to: "/b"))
        own.on("/b", .redirect(to: other.address("/c")))
        other.on("/c", .redirect(to: own.address("/d")))
        own.on("/d", .content("there"))
        var rule = RequestRules.Rule()
        rule.authorization = .bearer(.environment("TOKEN"))
        rule.fields = HTTPFields([("X-Key", "k")]).lines
        rule.userAgent = "Own/1"
        let fetcher = AuthorizingFetcher(
            kind.make(), rules: RequestRules(origins: [try #require(Origin(own.address(""))): rule]),
            secrets: SecretReader(PluginContext(environment: ["TOKEN": "t0k3n"])))
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: own.url("/a")), into: sink)
        #expect(sink.content == Data("there".utf8))
        #expect(own.requests.map { $0.fields["Authorization"] } == Array(repeating: "Bearer t0k3n", count: 3))
        #expect(own.requests.allSatisfy { $0.fields["X-Key"] == "k" })
        #expect(own.requests.allSatisfy { $0.fields.values("User-Agent") == ["Own/1"] })
        let strangers = other.requests.map(\.fields)
        #expect(strangers.count == 1)
        #expect(strangers.allSatisfy { $0["Authorization"] == nil && $0["X-Key"] == nil })
        #expect(strangers.allSatisfy { $0["User-Agent"] != "Own/1" })
    }

    @Test func `urlsession says that it sends no client certificate`() async throws {
        own.on("/", .content(Data()))
        var request = FetchRequest(url: own.url("/"))
        request.clientCertificate = ClientCertificate(certificate: "/nowhere.pem")
        let error = await #expect(throws: FetchError.self) {
            try await FetcherKind.urlsession.make().exchange(request, into: CollectingSink())
        }
        #expect(error?.code == .tls)
        #expect(error?.remedy?.contains("curl") == true)
        #expect(own.requests.isEmpty)
    }
}
