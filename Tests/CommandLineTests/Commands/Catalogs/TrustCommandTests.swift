import CarrelDigest
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A folder that came from somebody else, with a profile in it.
@Suite(.timeLimit(.minutes(2))) struct TrustCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        server.on("/notes.json", .content(#"[{"moduleCode": "M", "moduleNotes": [{"A": "/a.txt"}]}]"#))
        server.on("/a.txt", .content("a"))
    }

    private var ran: Bool { FileManager.default.fileExists(atPath: workspace.folder.path + "/ran") }

    private func writeProfile(_ text: String) throws {
        try workspace.write(
            "carrel.toml",
            "source.url = \"\(server.address("/notes.json"))\"\nstore.path = \"library\"\n\(text)\n")
    }

    @Test(arguments: [["plan"], ["sync"], ["list"], ["config", "show"], ["config", "check"]])
    func `a profile that nobody trusts runs no program`(command: [String]) async throws {
        try writeProfile("download.token = \"command:touch ran\"")
        let result = try await CarrelProcess(command, in: workspace).wait()
        #expect(result.status == 3)
        #expect(
            result.error.contains(
                "carrel.toml:3:10: download.token: the profile of this folder may not run “touch ran”"),
            "\(result.error)")
        #expect(result.error.contains("carrel config trust"))
        #expect(!ran)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [["add", "PLACE"], ["sync", "PLACE"], ["add", "--set", "source.path=PLACE"]])
    func `a line break in the name of a file does not become a setting`(command: [String]) async throws {
        let file = try workspace.write("list\nafter.run=touch ran", "\(server.address("/a.txt"))\n")
        let words = command.map { $0.replacing("PLACE", with: file) }
        let result = try await CarrelProcess(words, in: workspace).wait()
        #expect(result.status == 2, "\(result.error)")
        #expect(result.error.contains("rename the file"), "\(result.error)")
        _ = try await workspace.carrel("sync")
        #expect(!ran)
    }

    @Test func `what cannot be recorded of a new catalogue is refused before anything is fetched`()
        async throws
    {
        let address = server.address("/notes.json")
        let sync = try await workspace.carrel("sync", address, "--set", "parse.note-title-field=a\nb")
        #expect(sync.status == 2 && sync.error.contains("a value of one line"), "\(sync.error)")
        #expect(server.requests.isEmpty)
    }

    @Test func `a profile that says nothing of the library needs no trust`() async throws {
        let home = try Workspace()
        try workspace.write("carrel.toml", "source.url = \"\(server.address("/notes.json"))\"\n")
        let result = try await workspace.carrel("sync", environment: ["HOME": home.folder.path])
        #expect(result.status == 0, "\(result.error)")
        #expect(try home.documents().count == 1)
    }

    @Test func `a trusted profile works until it changes, or is trusted no longer`() async throws {
        try workspace.write("base.toml", "download.retries = 0\n")
        try writeProfile("extends = \"./base.toml\"\ndownload.token = \"command:touch ran\"")
        let shown = try await workspace.carrel("config", "trust")
        #expect(shown.status == 0)
        #expect(shown.output.contains("may run “touch ran”"))
        #expect(shown.output.contains("download.token"))
        #expect(!ran)
        // The program prints no token; that it ran is what counts.
        #expect(try await workspace.carrel("plan").status == 4)
        #expect(ran)
        try workspace.write("base.toml", "download.retries = 1\n")
        let changed = try await workspace.carrel("plan")
        #expect(changed.status == 3)
        #expect(changed.error.contains("it has changed since it was trusted"))
        #expect(try await workspace.carrel("config", "trust").status == 0)
        #expect(try await workspace.carrel("config", "check").status == 0)
        #expect(try await workspace.carrel("config", "trust", "--revoke").status == 0)
        let revoked = try await workspace.carrel("plan")
        #expect(revoked.status == 3)
        #expect(revoked.error.contains("it is not trusted"))
        let elsewhere = try await workspace.carrel("config", "check", "--revoke")
        #expect(elsewhere.status == 2 && elsewhere.error.contains("only trust takes --revoke"))
        for (name, option) in [("mine.toml", "--config mine.toml"), ("mine", "--profile mine")] {
            let named = try await workspace.carrel("config", "check", name)
            #expect(named.status == 2, "\(named.error)")
            #expect(named.error.contains("carrel config check \(option)\n"), "\(named.error)")
        }
    }

    @Test func `trust is kept outside the folder and holds for that folder alone`() async throws {
        try writeProfile("download.token = \"env:TOKEN\"")
        try workspace.write("other/carrel.toml", "download.token = \"env:TOKEN\"\n")
        let trusted = try await workspace.carrel("config", "trust", "other/carrel.toml", "--json")
        #expect(trusted.objects.first?["may"] as? String == "send the variable TOKEN to a server")
        #expect(trusted.objects.last?["isTrusted"] as? Bool == true)
        #expect(try await workspace.carrel("config", "check").status == 3)
        let records = try FileManager.default.contentsOfDirectory(
            atPath: workspace.folder.path + "/.local/share/carrel/trusted")
        #expect(records.count == 1)
    }

    @Test func `trust that an earlier version kept as a digest holds, and is kept as bytes from then on`()
        async throws
    {
        try writeProfile("download.token = \"env:TOKEN\"")
        let profile = workspace.folder.path + "/carrel.toml"
        let text = try String(contentsOfFile: profile, encoding: .utf8)
        let records = ".local/share/carrel/trusted"
        try workspace.write(
            "\(records)/\(SHA256.digits(of: profile.utf8))",
            "\(SHA256.digits(of: "\(profile)\n\(text.utf8.count)\n\(text)\n".utf8)) \(profile)\n")
        #expect(try await workspace.carrel("config", "check").status == 0)
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: "\(workspace.folder.path)/\(records)")
        #expect(kept == ["profiles"])
        #expect(try await workspace.carrel("config", "check").status == 0)
        try writeProfile("download.token = \"env:OTHER\"")
        #expect(try await workspace.carrel("config", "check").status == 3)
        #expect(try await workspace.carrel("config", "trust", "--revoke").status == 0)
        let revoked = try await workspace.carrel("config", "check")
        #expect(revoked.error.contains("it is not trusted"))
    }

    @Test func `what was trusted of a catalogue goes with it, and with its name`() async throws {
        let records = workspace.folder.path + "/.local/share/carrel/trusted/profiles"
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: records) }
        let address = server.address("/notes.json?token=secret")
        #expect(try await workspace.carrel("add", address, "--name", "first").status == 0)
        #expect(try names().count == 1)
        let permissions = try FileManager.default.attributesOfItem(atPath: records + "/" + names()[0])
        #expect(permissions[.posixPermissions] as? Int == 0o600)
        #expect(try await workspace.carrel("rename", "first", "second").status == 0)
        #expect(try names().count == 1 && names()[0].contains("second"))
        #expect(try await workspace.carrel("rename", "second", "second").status == 0)
        #expect(try names().count == 1)
        #expect(try await workspace.carrel("remove", "second").status == 0)
        #expect(try names().isEmpty)
    }

    @Test func `a profile can be trusted however long its path is`() async throws {
        var folder = ""
        for _ in 0..<8 { folder += String(repeating: "長い", count: 40) + "/" }
        try workspace.write(folder + "carrel.toml", "download.token = \"env:TOKEN\"\n")
        let profile = workspace.folder.path + "/" + folder + "carrel.toml"
        for _ in 0..<2 { #expect(try await workspace.carrel("config", "trust", profile).status == 0) }
        let revoked = try await workspace.carrel("config", "trust", profile, "--revoke")
        #expect(revoked.output.contains("no longer trusted"), "\(revoked.output)\(revoked.error)")
    }

    @Test func `a profile that stays in its folder works as ever`() async throws {
        try workspace.write("token", "abc\n")
        try writeProfile("download.token = \"file:token\"")
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(server.requests.allSatisfy { $0.fields["Authorization"] == "Bearer abc" })
        let trusted = try await workspace.carrel("config", "trust")
        #expect(trusted.status == 0 && trusted.output.contains("needs no trust"))
    }

    @Test(arguments: ["--config", "--profile"])
    func `a profile that is named is trusted by that`(option: String) async throws {
        try workspace.write(
            "config/carrel/mine.toml",
            "source.url = \"\(server.address("/notes.json"))\"\ndownload.token = \"env:TOKEN\"\n")
        let name = option == "--config" ? "config/carrel/mine.toml" : "mine"
        let result = try await CarrelProcess(
            ["sync", option, name], in: workspace, environment: ["TOKEN": "abc"]
        ).wait()
        #expect(result.status == 0, "\(result.error)")
    }

    @Test func `a token of the environment does not go where a profile of the folder says`() async throws {
        try writeProfile("")
        let environment = ["CARREL_DOWNLOAD_TOKEN": "env:TOKEN", "TOKEN": "abc"]
        let result = try await CarrelProcess(["plan"], in: workspace, environment: environment).wait()
        #expect(result.status == 3)
        #expect(result.error.contains("carrel.toml:1:8: source.url"))
        #expect(result.error.contains("CARREL_DOWNLOAD_TOKEN"))
        #expect(server.requests.isEmpty)
    }

    @Test func `wrong uses say what is right`() async throws {
        let none = try await workspace.carrel("config", "trust", "--json")
        let reason = none.objects.first?["reason"] as? String
        #expect(none.status == 3 && reason?.hasSuffix("carrel.toml: there is no such file") == true)
        // As a sentence has it, without the command.
        #expect(reason?.hasPrefix("/") == true, "\(none.output)")
        #expect(try await workspace.carrel("config", "trust", "notes.toml").status == 2)
        #expect(try await workspace.carrel("config", "show", "carrel.toml").status == 2)
    }

    @Test func `a catalogue that asks for nothing needs no trust`() async throws {
        _ = try await workspace.carrel("add", server.address("/notes.json"), "--name", "notes")
        let trusted = try await workspace.carrel("config", "trust", "notes")
        #expect(trusted.status == 0, "\(trusted.error)")
        #expect(trusted.output.hasPrefix("/"), "\(trusted.output)")
        #expect(trusted.output.hasSuffix("so it needs no trust\n"), "\(trusted.output)")
    }

    @Test func `what takes the trust back names what was trusted`() async throws {
        try workspace.write("other/carrel.toml", "download.token = \"env:TOKEN\"\n")
        let file = try await workspace.carrel("config", "trust", "other/carrel.toml")
        #expect(
            file.output.contains("; carrel config trust --revoke other/carrel.toml takes it back"),
            "\(file.output)")
        try workspace.write("notes.json", try CourseServer().catalog)
        let added = try await workspace.carrel(
            "add", "notes.json", "--library", "L", "--name", "my notes",
            "--set", "download.user=me", "--set", "download.password=command:touch ran")
        #expect(added.status == 0, "\(added.error)")
        let known = try await workspace.carrel("config", "trust", "my notes", "--library", "L")
        #expect(
            known.output.contains("; carrel config trust --library L --revoke 'my notes' takes it back"),
            "\(known.output)\(known.error)")
        let revoked = try await workspace.carrel(
            "config", "trust", "--library", "L", "--revoke", "my notes")
        #expect(revoked.output.contains("no longer trusted"), "\(revoked.output)\(revoked.error)")
    }
}
