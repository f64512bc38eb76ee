import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct SecretTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private static let token = "t0k3n-that-nobody-sees"
    private static let key = "k3y-that-nobody-sees"

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let notes =
            "[{\"moduleCode\":\"C\",\"moduleTitle\":\"T\",\"moduleNotes\":[{\"A\":\"\(server.address("/a.txt"))\"},{\"B\":\"\(server.address("/b.txt"))\"}]}]"
        server.on("/notes.json", .document(notes, entityTag: "\"1\"", mediaType: "application/json"))
        server.on("/a.txt", .content("a"))
        server.on("/b.txt", .status(403))
        try workspace.write("token", Self.token + "\n")
        try workspace.write(
            "carrel.toml",
            """
            [download]
            token = "file:token"
            [download.hosts."\(server.address(""))"]
            headers = ["X-Key: \(Self.key)"]
            """)
    }

    private func isHidden(_ text: String) -> Bool {
        !text.contains(Self.token) && !text.contains(Self.key)
    }

    @Test(arguments: ["curl", "urlsession"])
    func `what a sync sends is in no output and no file of the library`(fetcher: String) async throws {
        let url = server.address("/notes.json")
        for options in [["--verbose"], ["--verbose", "--json"], ["--json"]] {
            let result = try await CarrelProcess(
                ["sync", url, "--set", "download.use=\(fetcher)"] + options, in: workspace
            ).wait()
            #expect(result.status == 1)
            #expect(isHidden(result.output) && isHidden(result.error))
        }
        #expect(!server.requests.isEmpty)
        for request in server.requests {
            #expect(request.fields["Authorization"] == "Bearer \(Self.token)", "\(request.target)")
            #expect(request.fields["X-Key"] == Self.key)
        }
        let files = try #require(FileManager.default.enumerator(atPath: workspace.library.path))
        var count = 0
        for case let path as String in files {
            let file = workspace.library.appending(path: path)
            guard let data = try? Data(contentsOf: file) else { continue }
            count += 1
            #expect(isHidden(String(decoding: data, as: Unicode.ASCII.self)), "\(path)")
        }
        #expect(count > 1)
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a proxy's password is in no output and no file of the library`(fetcher: String) async throws {
        let names = ["a.txt", "page.txt", "locked.txt", "gone.txt"]
        server.on("http://notes.test/a.txt", .content("a"))
        server.on("http://notes.test/page.txt", .content("<html>The proxy's page", status: 502))
        server.on("http://notes.test/locked.txt", .status(407))
        server.on("http://notes.test/gone.txt", .closedAtOnce)
        let links = names.map { "<a href=\"http://notes.test/\($0)\">\($0)</a>" }.joined()
        let secure = "<a href=\"https://notes.test/s.txt\">s</a>"
        let file = try workspace.write("links.html", "<title>L</title>\(links)\(secure)")
        let proxy = "http://me:\(Self.key)@127.0.0.1:\(server.port)"
        var said = ""
        for options in [["--verbose"], ["--json"]] {
            let result = try await CarrelProcess(
                ["sync", file, "--set", "download.use=\(fetcher)", "--set", "download.retries=0"] + options,
                in: workspace, environment: ["http_proxy": proxy, "https_proxy": proxy]
            ).wait()
            #expect(result.status == 1, "\(result.error)")
            said += result.output + result.error
        }
        said += try await workspace.carrel("list", "--status", "failed").output
        #expect(isHidden(said) && said.contains("407") && said.contains("502"), "\(said)")
        let stored = try workspace.documents().values
        #expect(stored.map { String(decoding: $0, as: UTF8.self) } == ["a"])
        #expect(server.requests.contains { $0.fields["Proxy-Authorization"] != nil })
        for case let path as String in try #require(
            FileManager.default.enumerator(atPath: workspace.library.path))
        {
            guard let data = try? Data(contentsOf: workspace.library.appending(path: path)) else { continue }
            #expect(isHidden(String(decoding: data, as: Unicode.ASCII.self)), "\(path)")
        }
    }

    @Test func `config show and plugins tell nothing of a secret`() async throws {
        for command in [
            ["config", "show"], ["config", "show", "--json"], ["plugins"], ["config", "check"],
        ] {
            let result = try await CarrelProcess(
                command + ["--set", "source.url=\(server.address("/notes.json"))"], in: workspace
            ).wait()
            #expect(result.status == 0, "\(result.error)")
            #expect(isHidden(result.output) && isHidden(result.error))
        }
        let shown = try await workspace.carrel("config", "show").output
        #expect(shown.contains("download.hosts.\"\(server.address(""))\".headers"))
        #expect(shown.contains("<secret>"))
    }

    @Test func `a secret that is written out is refused with what to write instead`() async throws {
        let result = try await workspace.carrel("config", "check", "--set", "download.token=\(Self.token)")
        #expect(result.status == 3)
        #expect(isHidden(result.error))
        #expect(result.error.contains("env:NAME"))
    }

    @Test(arguments: [
        ["config", "check", "--set", "download.hosts"], ["config", "check", "--set", "downlaod.token"],
        ["config", "check", "--set", "store.use=directory", "--set", "store.access-key"],
        ["set", "notes", "download.password"],
    ])
    func `a value that may be meant as a secret is not repeated with what is wrong with its key`(
        words: [String]
    ) async throws {
        _ = try await workspace.carrel("add", server.address("/notes.json"), "--name", "notes")
        let key = try #require(words.last)
        let result = try await CarrelProcess(
            Array(words.dropLast()) + ["\(key)=\(Self.token)"], in: workspace
        ).wait()
        #expect(result.status == 3, "\(result.error)")
        #expect(isHidden(result.error) && result.error.contains(key), "\(result.error)")
    }
}
