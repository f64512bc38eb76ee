import CarrelTesting
import Foundation
import Testing

/// A catalogue of the public internet, which a delay proxy of this machine delivers, lists a document of this
/// machine.
@Suite(.timeLimit(.minutes(2))) struct PrivateAddressTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let catalog = Self.catalog(server)
        server.on(
            "/proxy?delay=0&url=http%3A%2F%2Fnotes.test%2Fnotes.json",
            .document(Data(catalog.utf8), entityTag: "\"1\"", mediaType: "application/json"))
        server.on("/inside.txt", .content("secret"))
    }

    private static func catalog(_ server: LoopbackServer) -> String {
        let url = server.address("/inside.txt")
        return "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"One\",\"moduleNotes\":[{\"Inside\":\"\(url)\"}]}]"
    }

    private func sync(_ setting: String) async throws -> CarrelProcess.Result {
        try await workspace.carrel(
            "sync", "http://notes.test/notes.json", "--set", "source.use=delay-proxy", "--set",
            "source.proxy=\(server.address("/proxy"))", "--set", setting)
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a public catalogue gets nothing from inside, also when it is unchanged`(
        fetcher: String
    ) async throws {
        for event in ["catalogue", "unchanged"] {
            let result = try await sync("download.use=\(fetcher)")
            #expect(result.status == 1)
            #expect(result.error.contains("the address 127.0.0.1 is not public (loopback)"), "\(event)")
            #expect(result.error.contains("download.private-addresses"))
        }
        #expect(server.requests.allSatisfy { !$0.target.contains("inside") })
        #expect(try await sync("download.private-addresses=allow").status == 0)
        #expect(try workspace.documents().values.first == Data("secret".utf8))
    }

    @Test func `a catalogue of the user's own may list what is inside, unless that is refused`() async throws
    {
        let file = try workspace.write("notes.json", Self.catalog(server))
        let refused = try await workspace.carrel(
            "sync", file, "--set", "download.private-addresses=refuse")
        #expect(refused.status == 1)
        #expect(server.requests.isEmpty)
        #expect(try await workspace.carrel("sync", file).status == 0)
    }

    /// A name that only a proxy of the environment reaches counts as public; this machine is reached directly.
    private func behindProxy(_ arguments: [String]) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            arguments, in: workspace,
            environment: ["http_proxy": server.address(""), "no_proxy": "127.0.0.1,localhost"]
        ).wait()
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a public catalogue cannot lead its reader inside by a redirect`(fetcher: String) async throws {
        server.on("http://notes.test/away", .redirect(to: server.address("/notes.json")))
        server.on("/notes.json", .content(Data(Self.catalog(server).utf8)))
        let arguments = ["sync", "http://notes.test/away", "--set", "download.use=\(fetcher)"]
        let result = try await behindProxy(arguments)
        #expect(result.status == 4)
        #expect(result.error.contains("a public server redirects there"))
        #expect(result.error.contains("download.private-addresses"))
        #expect(server.requests.allSatisfy { $0.target.hasPrefix("http:") })
        let allowed = try await behindProxy(arguments + ["--set", "download.private-addresses=allow"])
        #expect(allowed.status == 0)
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a document's public server cannot lead inside either`(fetcher: String) async throws {
        server.on("http://notes.test/doc.txt", .redirect(to: server.address("/inside.txt")))
        let file = try workspace.write(
            "notes.json",
            "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"One\",\"moduleNotes\":[{\"A\":\"http://notes.test/doc.txt\"}]}]"
        )
        let result = try await behindProxy(["sync", file, "--set", "download.use=\(fetcher)"])
        #expect(result.status == 1)
        #expect(server.requests.allSatisfy { !$0.target.contains("inside") })
    }

    @Test func `standard input that came from a public place gets nothing from inside`() async throws {
        let result = try await workspace.carrel(
            "sync", "-", "--set", "source.location=http://notes.test/notes.json",
            input: Self.catalog(server))
        #expect(result.status == 1)
        #expect(server.requests.isEmpty)
    }

    @Test func `a saved plan of a public catalogue gets nothing from inside in another library`()
        async throws
    {
        // The catalogue's own address is private, what it redirects to is public.
        server.on("/start", .redirect(to: "http://notes.test/notes.json"))
        server.on("http://notes.test/notes.json", .content(Data(Self.catalog(server).utf8)))
        let plan = try await behindProxy(["plan", "--json", server.address("/start")])
        #expect(plan.status == 0)
        let file = try workspace.write("plan.jsonl", plan.output)
        let applied = try await behindProxy(["sync", "--plan", file])
        #expect(applied.status == 1)
        #expect(applied.error.contains("is not public"))
        let again = try await behindProxy(["get", "1"])
        #expect(again.status != 0)
        #expect(server.requests.allSatisfy { !$0.target.contains("inside") })
    }
}
