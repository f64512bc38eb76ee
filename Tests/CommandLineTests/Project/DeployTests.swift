import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// The recipes for servers in `deploy/`, as far as they can be checked without the servers.
@Suite(.timeLimit(.minutes(2))) struct DeployTests {
    private static let analyser = "/usr/bin/systemd-analyze"
    private static let hasAnalyser = FileManager.default.isExecutableFile(atPath: analyser)
    private let workspace: Workspace
    private let folder = Project.folder.appending(path: "deploy")

    init() throws { workspace = try Workspace() }

    private func run(_ program: String, _ arguments: [String]) async throws -> ToolOutput {
        try await ProcessToolRunner().run(
            ToolInvocation(program, arguments, timeout: .seconds(60), outputLimit: 1 << 20))
    }

    private func units() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "systemd"), includingPropertiesForKeys: nil)
    }

    @Test(.enabled(if: hasAnalyser, "systemd-analyze is not installed"))
    func `systemd finds nothing wrong with the units`() async throws {
        var files: [String] = []
        for unit in try units() {
            // What is installed elsewhere would be missing.
            let text = try String(contentsOf: unit, encoding: .utf8).replacing(
                "/usr/bin/carrel", with: CarrelProcess.executable)
            // Of a template, one is checked.
            files.append(
                try workspace.write("units/\(unit.lastPathComponent.replacing("@.", with: "@1."))", text))
        }
        #expect(files.count == 4)
        let result = try await run(Self.analyser, ["verify", "--man=no"] + files)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.errorText.isEmpty, "\(result.errorText)")
    }

    @Test func `units run commands and options that there are`() async throws {
        for unit in try units() {
            for line in try String(contentsOf: unit, encoding: .utf8).split(separator: "\n") {
                guard line.hasPrefix("ExecStart=") else { continue }
                let words = line.dropFirst("ExecStart=".count).split(separator: " ").map(String.init)
                #expect(words.first == "/usr/bin/carrel")
                let help = try await workspace.carrel(words[1], "--help")
                #expect(help.status == 0, "\(line): \(help.error)")
                for option in words where option.hasPrefix("--") {
                    #expect(help.output.contains(option), "\(line): \(option)")
                }
            }
        }
    }

    @Test func `the profile can be used, and its secrets are those of the example`() async throws {
        let profile = folder.appending(path: "team.toml").path
        let checked = try await workspace.carrel("config", "check", "--config", profile)
        #expect(checked.status == 0, "\(checked.error)")
        let environment = try String(contentsOf: folder.appending(path: "environment"), encoding: .utf8)
        let names = environment.matches(of: #/(?m)^([A-Z_]+)=/#).map { String($0.1) }
        #expect(names.sorted() == ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "LIBRARY_DATABASE"])
        #expect(try String(contentsOfFile: profile, encoding: .utf8).contains("env:LIBRARY_DATABASE"))
    }

    @Test func `compose names files and variables that there are`() async throws {
        let script = """
            import json, pathlib, re, sys
            try:
                import yaml
            except ImportError:
                sys.exit(77)
            path = pathlib.Path(sys.argv[1])
            text = path.read_text()
            plan = yaml.safe_load(text)
            there = set(re.findall(r"^([A-Z_]+)=", (path.parent / "env.example").read_text(), re.M))
            wanted = set(re.findall(r"\\$\\{([A-Z_]+)", text))
            assert wanted == there, (wanted, there)
            assert plan["services"].keys() == {"database", "objects", "bucket", "work", "serve", "sync"}
            for name in ("work", "serve", "sync"):
                build = plan["services"][name]["build"]
                assert (path.parent / build["context"] / build["dockerfile"]).resolve().is_file(), build
                for on in plan["services"][name]["depends_on"]:
                    assert on in plan["services"], on
            for config in plan["configs"].values():
                assert "content" in config or (path.parent / config["file"]).is_file(), config
            """
        let result = try await run(
            "/usr/bin/python3", ["-B", "-c", script, folder.appending(path: "compose/compose.yaml").path])
        // Without PyYAML there is nothing to read it with.
        #expect(result.status == 0 || result.status == 77, "\(result.errorText)")
    }
}
