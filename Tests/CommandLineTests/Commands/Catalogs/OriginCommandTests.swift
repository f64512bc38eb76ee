import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Keys and tokens of a profile go where the profile itself says, and nowhere else.
@Suite(.timeLimit(.minutes(2))) struct OriginCommandTests {
    private let workspace: Workspace
    private let own: LoopbackServer
    private let other: LoopbackServer
    private let environment = ["OWN": "key-of-the-own-profile", "OTHER": "key-of-the-other-one"]
    private static let places = Data(
        #"{"places":{"place":[{"place_id":"P1","_content":"Here, Land"}]},"stat":"ok"}"#.utf8)

    init() throws {
        workspace = try Workspace()
        (own, other) = (try LoopbackServer(), try LoopbackServer())
        for server in [own, other] {
            server.on("/places.json", .content(Self.places))
            server.on("/notes.json", .content(#"[{"moduleCode": "M", "moduleNotes": [{"A": "/a.txt"}]}]"#))
        }
        try writePlaces("own", own, key: "OWN")
        try writePlaces("other", other, key: "OTHER")
    }

    private func writePlaces(_ name: String, _ server: LoopbackServer, key: String) throws {
        try workspace.write(
            "\(name).toml",
            """
            extends = "places"
            source = { url = "\(server.address("/places.json"))", key = "env:\(key)" }
            parse.photos-url = "photos.json?place={place}&k={key}"
            """)
    }

    private func carrel(_ arguments: [String]) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace, environment: environment).wait()
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a key is not sent to the service of another profile's catalogue`(fetcher: String) async throws {
        let download = ["--set", "download.use=\(fetcher)"]
        #expect(try await carrel(["sync", "--config", "own.toml"] + download).status == 0)
        let result = try await carrel(["list", "--config", "other.toml", "Here"] + download)
        #expect(result.status == 4)
        #expect(result.error.contains("the profile's key is not for this service"), "\(result.error)")
        #expect(own.requests.map(\.path) == ["/places.json"])
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a redirected catalogue takes no key along`(fetcher: String) async throws {
        let download = ["--set", "download.use=\(fetcher)"]
        own.on("/places.json", .redirect(to: other.address("/places.json")))
        #expect(try await carrel(["sync", "--config", "own.toml"] + download).status == 0)
        let result = try await carrel(["list", "--config", "own.toml", "Here"] + download)
        #expect(result.status == 4 && result.error.contains("the profile's key is not for this service"))
        #expect(other.requests.map(\.path) == ["/places.json"])
    }

    @Test(arguments: ["curl", "urlsession"])
    func `the pages of a redirected feed are read where it is, and no token goes there`(
        fetcher: String
    ) async throws {
        func feed(_ number: Int, next: String = "") -> Reply {
            let entry = "<item><title>\(number)</title><enclosure url='/\(number).txt'/></item>"
            let root = "<rss xmlns:atom='http://www.w3.org/2005/Atom'>"
            let text = "\(root)<channel><title>Log</title>\(next)\(entry)</channel></rss>"
            return .document(text, mediaType: "application/rss+xml")
        }
        own.on("/feed.xml", .redirect(to: other.address("/feed.xml")))
        other.on("/feed.xml", feed(2, next: "<atom:link rel='next' href='/older.xml'/>"))
        other.on("/older.xml", feed(1))
        for path in ["/1.txt", "/2.txt"] { other.on(path, .content("text")) }
        try workspace.write(
            "feed.toml",
            """
            source.url = "\(own.address("/feed.xml"))"
            download = { use = "\(fetcher)", token = "env:OWN" }
            """)
        let result = try await carrel(["sync", "--json", "--config", "feed.toml"])
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.last?["new"] as? Int == 2, "\(result.output)\(result.error)")
        #expect(own.requests.map { $0.fields["Authorization"] } == ["Bearer key-of-the-own-profile"])
        #expect(Set(other.requests.map(\.path)) == ["/feed.xml", "/older.xml", "/1.txt", "/2.txt"])
        #expect(other.requests.allSatisfy { $0.fields["Authorization"] == nil })
    }

    @Test func `a token for the profile's catalogue is not sent to another profile's`() async throws {
        for server in [own, other] { server.on("/a.txt", .content("a")) }
        let onDemand = ["--set", "plan.use=on-demand"]
        #expect(try await carrel(["sync", own.address("/notes.json")] + onDemand).status == 0)
        try workspace.write(
            "token.toml",
            """
            source.url = "\(other.address("/notes.json"))"
            download.token = "env:OTHER"
            """)
        #expect(try await carrel(["get", "--config", "token.toml", "M/1"]).status == 0)
        #expect(own.requests(for: "/a.txt").map { $0.fields["Authorization"] } == [nil])
        // Where the profile names no catalogue, it speaks for the one whose item is asked for.
        let alone = ["get", "M/1", "--set", "download.token=env:OWN"]
        #expect(try await carrel(alone).status == 0)
        #expect(own.requests(for: "/a.txt").last?.fields["Authorization"] == "Bearer key-of-the-own-profile")
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a token for the profile's own catalogue does not go to a place of the command line`(
        fetcher: String
    ) async throws {
        for server in [own, other] { server.on("/a.txt", .content("a")) }
        try workspace.write(
            "token.toml",
            """
            source.url = "\(own.address("/places.json"))"
            download = { use = "\(fetcher)", token = "env:OWN" }
            """)
        let sync = ["sync", "--config", "token.toml"]
        #expect(try await carrel(sync + [other.address("/notes.json")]).status == 0)
        #expect(other.requests.map { $0.fields["Authorization"] } == [nil, nil])
        // Another catalogue of its own server is another matter, and so is a token that is named with the place.
        #expect(try await carrel(sync + [own.address("/notes.json")]).status == 0)
        #expect(own.requests.allSatisfy { $0.fields["Authorization"] == "Bearer key-of-the-own-profile" })
        let named = sync + [other.address("/notes.json"), "--set", "download.token=env:OTHER"]
        #expect(try await carrel(named).status == 0)
        #expect(other.requests.last?.fields["Authorization"] == "Bearer key-of-the-other-one")
    }

    @Test func `a token for listed catalogues does not go to a place of the command line`() async throws {
        other.on("/a.txt", .content("a"))
        try workspace.write(
            "listed.toml",
            """
            download.token = "env:OWN"
            [[catalogue]]
            name = "one"
            source.url = "\(own.address("/notes.json"))"
            """)
        let url = other.address("/notes.json")
        #expect(try await carrel(["sync", "--config", "listed.toml", url]).status == 0)
        #expect(other.requests.map { $0.fields["Authorization"] } == [nil, nil])
        #expect(try await carrel(["plan", "--config", "listed.toml", "one"]).status == 0)
        #expect(own.requests.last?.fields["Authorization"] == "Bearer key-of-the-own-profile")
    }
}
