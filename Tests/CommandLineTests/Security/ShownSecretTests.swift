import CarrelTesting
import Foundation
import Testing

/// Keys and passwords that stand in URLs, as they should not but do.
@Suite(.timeLimit(.minutes(2))) struct ShownSecretTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private static let secret = "s3cr3tOfTheURL"
    private let url: String

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let path = "/notes.json?year=2026&api_key=\(Self.secret)"
        let signed = "/a.txt?X-Amz-Signature=\(Self.secret)"
        url = server.address(path)
        let notes =
            #"[{"moduleCode":"C","moduleTitle":"T","moduleNotes":[{"A":"\#(signed)"},{"B":"/b.txt?token=\#(Self.secret)"}]}]"#
        server.on(path, .document(notes, entityTag: "\"1\"", mediaType: "application/json"))
        server.on(signed, .content("a"))
        server.on("/b.txt?token=\(Self.secret)", .status(404))
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> CarrelProcess.Result {
        let result = try await CarrelProcess(arguments, in: workspace, environment: environment).wait()
        #expect(!result.output.contains(Self.secret), "\(arguments): \(result.output)")
        #expect(!result.error.contains(Self.secret), "\(arguments): \(result.error)")
        return result
    }

    @Test func `a key in a URL is in no output, and every run works with it`() async throws {
        #expect(try await run(["sync", "--verbose", url]).status == 1)
        let again = try await run(["sync", "--json", url])
        #expect(again.objects.contains { $0["event"] as? String == "catalogUnchanged" })
        #expect(again.output.contains("year=2026&api_key=…"))
        for command in [
            ["list"], ["list", "C"], ["list", "--json"], ["list", "C", "--json"], ["show", "C/1"],
            ["show", "C/1", "--json"], ["why", "C/1"], ["why", "C/1", "--json"], ["why", "C/2", "--json"],
            ["get", "C/2"], ["get", "C/2", "--json"], ["recent", "--json"], ["verify"], ["plan", url],
            ["preview", "C/2"], ["remove", "nothing"],
        ] {
            _ = try await run(command)
        }
        // What is shown of an address names its item, too.
        #expect(try await run(["why", server.address("/b.txt?token=…")]).status == 0)
        let shown = try await run(["config", "show", "--set", "source.url=\(url)"])
        #expect(shown.output.contains("api_key=…"))
        _ = try await run(["config", "show", "--json", "--set", "source.url=\(url)"])
        // And that of a location its catalogue.
        let location = url.replacing(Self.secret, with: "…")
        #expect(try await run(["remove", location]).status == 0)
    }

    @Test func `errors show no key`() async throws {
        let missing = server.address("/missing?access_token=\(Self.secret)")
        #expect(try await run(["sync", missing]).status == 4)
        #expect(try await run(["sync", "--json", missing, url]).status == 4)
        _ = try await run(["sync", "http://127.0.0.1:1/?sig=\(Self.secret)#x"])
        _ = try await run(["plan", "--set", "source.url=ftp://x/?key=\(Self.secret)"])
    }

    @Test func `errors and the configuration show no password of a URL`() async throws {
        let place = "http://me:\(Self.secret)@127.0.0.1:1/notes.json"
        #expect(try await run(["sync", place]).status == 2)
        _ = try await run(["config", "show", "--set", "source.url=\(place)"])
        _ = try await run(["config", "check", "--set", "source.url=\(place)"])
        _ = try await run(["config", "check", "--json", "--set", "download.proxy=\(place)"])
        _ = try await run(["config", "check"], environment: ["CARREL_DOWNLOAD_PROXY": place])
        for proxy in ["http://me:\(Self.secret)@127.0.0.1:1", "me:\(Self.secret)@127.0.0.1:x"] {
            let result = try await run(["sync", url], environment: ["http_proxy": proxy])
            #expect(result.status == 4)
        }
        try workspace.write("carrel.toml", "[download]\nproxy = \"\(place)\"\n")
        _ = try await run(["config", "check"])
        _ = try await run(["config", "show", "--json"])
    }

    @Test func `a plan as data keeps what a sync needs, and says so`() async throws {
        let plan = try await workspace.carrel("plan", "--json", url)
        #expect(plan.output.contains(Self.secret))
        #expect(plan.error.contains("keep it to yourself"))
        #expect(!plan.error.contains(Self.secret))
        let file = try workspace.write("plan.jsonl", plan.output)
        #expect(try await run(["sync", "--plan", file]).status == 1)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `a document's own text is shown as it is`() async throws {
        let text = "See http://x.example/?token=abcdef for more."
        server.on("/a.txt?X-Amz-Signature=\(Self.secret)", .content(text))
        _ = try await run(["sync", url])
        #expect(try await run(["preview", "C/1"]).output.contains(text))
        #expect(try await run(["preview", "C/1", "--format", "json"]).output.contains("token=abcdef"))
    }
}
