import CarrelBasics
import CarrelStages
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct DocumentationTests {
    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: Project.folder.appending(path: path)), as: UTF8.self)
    }

    /// The fenced blocks of a language.
    private func blocks(_ language: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test(arguments: [false, true])
    func `every command of the README does what it says, as written`(isOnTerminal: Bool) async throws {
        let workspace = try Workspace()
        let server = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", SampleData.folder.path],
            in: workspace)
        let address = try await server.listeningAddress()
        // A schedule is none of this machine's.
        try workspace.writeScript("bin/systemctl", "")
        let commands = blocks("sh", in: try text("README.md")).joined(separator: "\n").split(separator: "\n")
            .filter { $0.hasPrefix("carrel ") && !$0.hasSuffix("&") }
        #expect(commands.count >= 25)
        let lines = commands.map { String($0.replacing("http://127.0.0.1:8327/", with: address)) }
        if isOnTerminal {
            // There, a number is one of the list that was printed last.
            try await doOnTerminal(lines, in: workspace)
        } else {
            for line in lines {
                let result = try await workspace.shell(line)
                #expect(result.status == 0, "\(line): \(result.error)")
            }
        }
        #expect(try workspace.documents().count == 4)
        server.send(SIGTERM)
    }

    /// Has a shell on a terminal do commands until one fails.
    private func doOnTerminal(_ lines: [String], in workspace: Workspace) async throws {
        let path = "\(workspace.folder.path)/bin:\(CarrelProcess.products.path):/usr/bin:/bin"
        let terminal = try PseudoTerminal()
        let shell = try terminal.start(
            ["-exc", lines.joined(separator: "\n")], of: "/bin/bash", in: workspace,
            environment: ["TERM": "xterm", "PATH": path, "PAGER": "cat"])
        let status = try await shell.wait()
        let output = try await terminal.outputToTheEnd()
        #expect(status == 0, "\(output.suffix(2000))")
    }

    @Test(arguments: [
        "README.md", "docs/Catalogues.md", "docs/Mapping.md", "docs/Configuration.md",
        "docs/OutsidePlugins.md", "docs/Schedule.md", "docs/Previews.md", "docs/ManyMachines.md",
    ])
    func `every profile that is shown is valid`(path: String) async throws {
        let profiles = blocks("toml", in: try text(path))
        #expect(!profiles.isEmpty)
        for profile in profiles {
            let workspace = try Workspace()
            try workspace.write("profile.toml", profile)
            let result = try await workspace.carrel("config", "check", "--config", "profile.toml")
            #expect(result.status == 0, "\(result.error)")
        }
    }

    @Test func `the README has a row for every plug-in and stays short`() throws {
        let readme = try text("README.md")
        for plugin in Standard.registry.descriptions {
            #expect(readme.contains("| `\(plugin.name)` |"), "\(plugin.name)")
        }
        // A further plug-in is a further row.
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count { !$0.hasPrefix("|") } < 130)
        for path in readme.matches(of: /\]\(([A-Za-z][^):]*)\)/).map({ String($0.1) }) {
            #expect(
                FileManager.default.fileExists(atPath: Project.folder.appending(path: path).path), "\(path)")
        }
    }

    @Test func `the documentation lists every setting with its default and what it does`() throws {
        let page = try text("docs/Configuration.md")
        let stages = PluginKind.allCases.flatMap(StageSettings.settings)
        let groups = PluginKind.allCases.flatMap(StageSettings.groups).flatMap(\.settings)
        let further = FurtherTable.all.flatMap(\.settings)
        for setting in stages + groups + further + Standard.registry.descriptions.flatMap(\.settings) {
            let value = setting.defaultText.map { "`\($0)`" } ?? "not set"
            let cells = ["`\(setting.name)`", value, setting.kind, setting.help]
            // A bar would end the cell.
            let row = "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
            #expect(page.contains(row), "missing or outdated: \(row)")
        }
    }

    @Test func `the project speaks of itself alone`() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Project.folder.path))
        for case let path as String in files {
            if path.hasPrefix(".build") || path.hasPrefix(".git/") {
                continue
            }
            guard ["swift", "md", "toml", "h", "c", "cpp"].contains(URL(filePath: path).pathExtension) else {
                continue
            }
            let content = try text(path)
            #expect(!content.contains("/wo" + "rk/"), "\(path)")
        }
    }
}
