import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Catalogues that a program prints, from the program to the library.
@Suite(.timeLimit(.minutes(2))) struct CommandSourceCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        server.on("/a.txt", .content("a"))
        try workspace.writeScript(
            "bin/list",
            """
            echo "asked for $1" >&2
            printf '{"carrel": 1, "title": "Printed", "base": "%s"}\\n' "\(server.address("/"))"
            printf '{"type": "item", "title": "A", "url": "a.txt"}\\n'
            """)
        try workspace.write(
            "list.toml",
            """
            [source]
            use = "command"
            command = ["\(workspace.folder.path)/bin/list", "{url}"]
            [download]
            private-addresses = "allow"
            """)
    }

    @Test func `what a program prints for an address is synced, and its messages are warnings`() async throws
    {
        let address = "https://videos.example/c/harbour"
        let result = try await workspace.carrel("sync", "--config", "list.toml", address)
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error.contains("list: asked for \(address)"), "\(result.error)")
        #expect(try workspace.documents().count == 1)
        let listed = try await workspace.carrel("list", "--json")
        #expect(listed.objects.first?["catalog"] as? String == address)
    }

    @Test func `a catalogue that a profile has a program print is read with the profile alone`() async throws
    {
        let program = workspace.folder.appending(path: "bin/list").path
        try workspace.write(
            "printed.toml", "[source]\nuse = \"command\"\ncommand = [\"\(program)\", \"all\"]\n")
        let first = try await workspace.carrel(
            "sync", "--config", "printed.toml", "--set", "download.private-addresses=allow")
        #expect(first.status == 0, "\(first.error)")
        let bare = try await workspace.carrel("sync")
        #expect(bare.status == 2, "\(bare.error)")
        #expect(bare.error.contains("is read. Name that: --profile NAME or --config FILE"), "\(bare)")
    }

    @Test func `a program that nothing would run is named, with what is missing or in its way`() async throws
    {
        for (key, source) in [("command", "command"), ("wraps", "delay-proxy")] {
            try workspace.write("unused.toml", "[source]\n\(key) = \"list\"\n")
            let unused = try await workspace.carrel("sync", "--config", "unused.toml")
            let reason = "source.\(key) counts only with source.use = \"\(source)\"; add that"
            #expect(unused.status == 3 && unused.error.contains(reason), "\(unused.error)")
        }
        for settings in [["source.use=command", "source.command=list"], ["source.use=file"]] {
            let result = try await CarrelProcess(
                ["sync", "https://v.example/"] + settings.flatMap { ["--set", $0] }, in: workspace
            ).wait()
            #expect(result.status == 2, "\(result.error)")
            #expect(
                result.error.contains("does not read https://v.example/. Leave out one of the two"),
                "\(result.error)")
        }
    }

    @Test(arguments: ["sync", "add", "preview"])
    func `an address that cannot be requested is named as it was typed`(command: String) async throws {
        let result = try await workspace.carrel(command, "http://")
        #expect(result.status == 2, "\(result.error)")
        let said = "carrel: http://: the URL has no host. Name one such as https://example.org/notes.json\n"
        #expect(result.error == said)
    }

    @Test func `of a URL with a user and a password it is said where these belong`() async throws {
        let result = try await workspace.carrel("sync", "http://me:secret@127.0.0.1:1/notes.json")
        #expect(result.status == 2 && !result.error.contains("secret"), "\(result.error)")
        let remedy = "Remove the part before the @: download.user and download.password say who you are"
        #expect(result.error.contains(remedy), "\(result.error)")
    }

    @Test func `a profile of the folder runs no program until it is trusted`() async throws {
        try workspace.write(
            "carrel.toml",
            "source.use = \"command\"\nsource.command = \"touch ran\"\nstore.path = \"library\"\n")
        let refused = try await CarrelProcess(["sync"], in: workspace).wait()
        #expect(refused.status == 3)
        #expect(refused.error.contains("source.command: the profile of this folder may not run “touch ran”"))
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.path + "/ran"))
        #expect(try await workspace.carrel("config", "trust").status == 0)
        _ = try await CarrelProcess(["sync"], in: workspace).wait()
        #expect(FileManager.default.fileExists(atPath: workspace.folder.path + "/ran"))
    }

    @Test func `what a program says is shown, also where nothing that it prints can be read`() async throws {
        try workspace.write("bin/list", "#!/bin/sh\necho 'no such term' >&2\n")
        let result = try await workspace.carrel("sync", "--config", "list.toml", "https://v.example/")
        #expect(result.status == 4)
        #expect(result.error.contains("warning: list: no such term"), "\(result.error)")
        #expect(result.error.contains("the catalogue is empty"), "\(result.error)")
    }

    @Test func `a program that fails leaves the library as it was`() async throws {
        #expect(try await workspace.carrel("sync", "--config", "list.toml", "https://v.example/").status == 0)
        try workspace.write("bin/list", "#!/bin/sh\necho '{\"carrel\": 1}'\necho 'no network' >&2\nexit 1\n")
        let result = try await workspace.carrel("sync", "--config", "list.toml", "https://v.example/")
        #expect(result.status != 0)
        #expect(result.error.contains("list ended with status 1: no network"), "\(result.error)")
        #expect(try await workspace.carrel("list", "--json").objects.count >= 1)
        #expect(try workspace.documents().count == 1)
    }
}
