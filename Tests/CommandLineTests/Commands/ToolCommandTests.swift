import CarrelBasics
import CarrelConfiguration
import CarrelStages
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ToolCommandTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `the version is one line`() async throws {
        #expect(try await workspace.carrel("--version").output == "carrel \(CarrelVersion.text)\n")
    }

    @Test func `the version with --verbose says what it was built with and runs with`() async throws {
        let lines = try await workspace.carrel("--version", "--verbose").output.split(separator: "\n")
        #expect(lines.first == "carrel \(CarrelVersion.text)")
        let facts = Dictionary(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return (parts[0], parts.last ?? "")
            }, uniquingKeysWith: { first, _ in first })
        #expect(facts["commit"]?.wholeMatch(of: /unknown|[0-9a-f]+\+?/) != nil, "\(facts)")
        #expect(["debug", "release"].contains(facts["build"]))
        for name in ["libcurl", "OpenSSL"] {
            #expect(facts[name]?.prefixMatch(of: #/\d+\.\d+\.\d+ /#) != nil, "\(name): \(facts)")
        }
        for name in ["Swift", "libxml2", "SQLite"] {
            #expect(facts[name]?.wholeMatch(of: /\d+\.\d+(\.\d+)?/) != nil, "\(name): \(facts)")
        }
        // The libraries that run say it, not the headers.
        let package = try await ProcessToolRunner().run(
            ToolInvocation(
                "/usr/bin/python3", ["-c", "import sqlite3; print(sqlite3.sqlite_version)"],
                timeout: .seconds(20),
                outputLimit: 100))
        #expect(
            facts["SQLite"]
                == String(decoding: package.output, as: UTF8.self).trimmingCharacters(in: .newlines))
    }

    @Test func `a key of what has no settings says that`() async throws {
        let check = try await workspace.carrel("config", "check", "--set", "preview.markdown.rows=1")
        #expect(check.status == 3, "\(check.error)")
        #expect(check.error.contains("unknown key; expected none: it has no settings"), "\(check.error)")
    }

    @Test func `plugins lists every plug-in with its settings, types and defaults`() async throws {
        let text = try await workspace.carrel("plugins").output
        for plugin in Standard.registry.descriptions {
            #expect(text.contains("  \(plugin.name)  \(plugin.summary)"))
            for setting in plugin.settings {
                #expect(text.contains("      \(setting.name)  \(setting.help)"))
            }
        }
        for setting in FurtherTable.all.flatMap(\.settings) {
            #expect(text.contains("  \(setting.name)  \(setting.help)"))
        }
        let all = try await workspace.carrel("plugins", "--json").objects
        let told = all.flatMap { $0["settings"] as? [[String: Any]] ?? [] }
        let shown = text.split(separator: "\n").filter { $0.contains(/; (not set|secret|default .*)\)$/) }
        #expect(told.count == shown.count, "\(told.count) of \(shown.count) settings")
        let hosts = all.first { $0["table"] as? String == "download.hosts.NAME" }
        #expect(hosts?["stage"] as? String == "download" && hosts?["member"] != nil, "\(all)")
        let rows = try await workspace.carrel("plugins", "curl", "--json").objects
        #expect(rows.count == 1 && rows.first?["stage"] as? String == "download")
        let missing = try await workspace.carrel("plugins", "crul")
        #expect(missing.status == 1 && missing.error.contains("did you mean “curl”"), "\(missing.error)")
        let unlike = try await workspace.carrel("plugins", "nothing-like-it")
        #expect(unlike.error.contains("; carrel plugins lists them"), "\(unlike.error)")
    }

    @Test func `plugins lists the programs of the user's folder, with what is wrong with each`() async throws
    {
        func write(_ name: String, _ mode: Int) throws {
            let path = try workspace.write("config/carrel/plugins/\(name)", "#!/bin/sh\n")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        try write("list-courses", 0o755)
        try write("notes.txt", 0o644)
        try write("open", 0o777)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.folder.path + "/config/carrel/plugins/gone", withDestinationPath: "/nowhere")
        let folder = workspace.folder.path + "/config/carrel/plugins"
        let text = try await workspace.carrel("plugins").output
        for line in [
            "[outside]", "  gone  \(folder)/gone: not run: it leads to a file that is not there",
            "  list-courses  \(folder)/list-courses",
            "  notes.txt  \(folder)/notes.txt: not run: it is not executable; chmod +x \(folder)/notes.txt",
            "  open  \(folder)/open: not run: anybody can change it; chmod o-w \(folder)/open",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
        let row = try #require(try await workspace.carrel("plugins", "open", "--json").objects.first)
        #expect(row["stage"] as? String == "outside" && row["path"] as? String == "\(folder)/open")
        #expect((row["fault"] as? String)?.contains("anybody can change it") == true)
    }

    @Test func `options may stand before the command`() async throws {
        try workspace.write("L/note.txt", "A folder that is there.")
        #expect(try await workspace.carrel("--library", "L", "list").status == 0)
        #expect(try await workspace.carrel("--set", "download.retries=x", "list").status == 3)
        #expect(try await workspace.carrel("--nonsense", "list").status == 2)
    }

    @Test func `output that cannot be written is an error`() async throws {
        let program = "'\(CarrelProcess.products.path)/carrel' plugins > /dev/full"
        let result = try await ProcessToolRunner().run(
            ToolInvocation("bash", ["-c", program], timeout: .seconds(20), outputLimit: 1000))
        #expect(result.status == 1 && result.errorText.contains("standard output could not be written"))
    }

    @Test func `settings of the parse table reach the parser that is recognised`() async throws {
        let page = try workspace.write(
            "page.html", "<a href='http://x/a.pdf'>A</a> <a href='http://x/b.zip'>B</a>")
        let all = try await workspace.carrel("plan", page)
        #expect(all.output.contains(" A ") && all.output.contains(" B "))
        let only = try await workspace.carrel("plan", page, environment: ["CARREL_PARSE_TYPES": "zip"])
        #expect(!only.output.contains(" A ") && only.output.contains(" B "), "\(only.error)")
        #expect(try await workspace.carrel("plan", page, "--set", "parse.pattern=(").status == 3)
        #expect(
            try await workspace.carrel("config", "show", "--set", "parse.types=zip").output.contains(
                "parse.types"))
    }

    @Test func `config show says where each value came from`() async throws {
        try workspace.write("carrel.toml", "[download]\nmax-concurrent = 7\n")
        let text = try await workspace.carrel(
            "config", "show", "--set", "store.versions=1", environment: ["CARREL_PLAN_USE": "missing-only"]
        ).output
        func origin(_ key: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(key + " ") }.map(String.init)
        }
        #expect(origin("download.max-concurrent")?.contains("= 7") == true)
        #expect(origin("download.max-concurrent")?.hasSuffix("carrel.toml:2:1") == true)
        #expect(origin("store.versions")?.hasSuffix("--set store.versions") == true)
        #expect(origin("plan.use")?.hasSuffix("environment CARREL_PLAN_USE") == true)
        #expect(origin("store.path")?.contains("default (shipped):") == true)
        #expect(origin("download.total-timeout")?.contains("is not set") == true)
    }

    @Test(arguments: ["default", "offline", "slow-network", "urlsession"])
    func `every shipped profile is valid`(profile: String) async throws {
        let catalog =
            profile == "offline" ? "source.path=notes.json" : "source.url=http://127.0.0.1/notes.json"
        let extra = profile == "default" || profile == "urlsession" ? ["--set", "source.use=http"] : []
        let result = try await CarrelProcess(
            ["config", "check", "--profile", profile, "--set", catalog] + extra, in: workspace
        ).wait()
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("\(profile) (shipped)"))
    }

    @Test func `the default profile shows the settings' own defaults`() throws {
        let folder = workspace.folder
        let configuration = try Standard.loader(environment: ["HOME": folder.path], workingDirectory: folder)
            .profile(profile: "default").configuration()
        for kind in PluginKind.allCases {
            let plugin = Standard.registry.descriptions.first {
                $0.kind == kind && $0.name == configuration[kind].use
            }
            let declared = StageSettings.settings(of: kind) + (plugin?.settings ?? [])
            for value in configuration[kind].values where value.origin != .builtIn {
                guard let setting = declared.first(where: { $0.name == value.key }) else { continue }
                #expect(value.text == setting.defaultText, "\(value.key)")
            }
        }
    }
}
