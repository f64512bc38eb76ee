import CarrelCore
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
        server.on(
            "/notes.json", .document(Data(notes.utf8), entityTag: "\"1\"", mediaType: "application/json"))
        server.on("/a.txt", .content(Data("a".utf8)))
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
}
