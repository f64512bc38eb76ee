import CarrelBasics
import CarrelStages
import CarrelStandard
import CarrelTesting
import CarrelViews
import Foundation
import Testing

@testable import carrel

/// What `carrel help` and the manual pages say, which are made of one source.
@Suite(.timeLimit(.minutes(2))) struct HelpTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `help lists every command and topic, and each explains itself`() async throws {
        let help = try await workspace.carrel("help").output
        #expect(try await workspace.carrel("--help").output == help)
        for command in CommandList.all {
            #expect(help.contains("\n  \(command.name)"))
            let own = try await workspace.carrel(command.name, "--help")
            #expect(own.status == 0 && own.output.contains("usage: carrel \(command.name)"))
        }
        for topic in HelpTopic.all {
            #expect(help.contains("\n  \(topic.name)"))
            let own = try await workspace.carrel("help", topic.name)
            #expect(own.status == 0 && own.output.hasPrefix(topic.title + "\n\n"))
            #expect(own.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(own.output)")
        }
        #expect(
            try await workspace.carrel("help", "plugins").output.hasPrefix(
                """
                List every plug-in with its settings, types and defaults

                usage: carrel plugins [OPTIONS] [NAME]

                Options of every command:
                  --profile NAME         use a profile: your own or a shipped one
                """))
        #expect(try await workspace.carrel("help", "serve").output.contains("(127.0.0.1:8330 unless told)"))
        let second = try await workspace.carrel("help", "library", "copy")
        #expect(second.output == (try await workspace.carrel("help", "library").output) && second.status == 0)
        let unknown = try await workspace.carrel("help", "library", "x")
        #expect(unknown.status == 2 && unknown.error.contains("carrel library has no “x”"))
        let wrong = try await workspace.carrel("help", "profile")
        #expect(wrong.status == 2 && wrong.error.contains("did you mean “profiles”?"))
    }

    @Test func `topics name all exit statuses, all events of a run, all tables, and addresses that work`()
        async throws
    {
        let statuses = try await workspace.carrel("help", "exit-status").output
        for status in ExitStatus.allCases { #expect(statuses.contains("  \(status.rawValue) ")) }
        let events = try await workspace.carrel("help", "events").output
        for kind in EventKind.allCases where kind != .gap { #expect(events.contains("  \(kind.rawValue) ")) }
        let profiles = try await workspace.carrel("help", "profiles").output
        for kind in PluginKind.allCases { #expect(profiles.contains("  [\(kind.rawValue)] ")) }
        let course = try CourseServer()
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        #expect(try await workspace.carrel("select", "COMP304").status == 0)
        let shown = try await workspace.carrel("help", "addresses").output
        for address in ["1", "COMP304/1", "notes/COMP304/1", "COMP304/Week 1", "COMP304-week1.txt"] {
            let first = address.replacing("/1", with: "/3").replacing(".txt", with: ".pdf")
            #expect(shown.contains("  \(first == "1" ? "3" : first) "), "\(first)")
            let result = try await workspace.carrel("why", address, "--json")
            #expect(result.objects.first?["title"] as? String == "Week 1", "\(address): \(result.error)")
        }
    }

    @Test func `the events and their meanings are those of docs/JSON.md and of the schema`() throws {
        let page = String(
            decoding: try Data(contentsOf: Project.folder.appending(path: "docs/JSON.md")), as: UTF8.self)
        for kind in EventKind.allCases {
            #expect(page.contains("\n| `\(kind.rawValue)` | \(kind.summary) |"), "\(kind)")
        }
        #expect(try JSONSchema.events() == Set(EventKind.allCases.map(\.rawValue)))
    }

    @Test func `the manual pages hold every command, topic and setting`() async throws {
        let program = try await workspace.carrel("help", "--man").output
        #expect(program.hasPrefix(".TH CARREL 1 "))
        for command in CommandList.all {
            #expect(
                program.contains(".SS \"carrel \(command.name.replacing("-", with: "\\-"))"),
                "\(command.name)")
        }
        for status in ExitStatus.allCases { #expect(program.contains("\\fB\(status.rawValue)\\fR\n")) }
        for kind in EventKind.allCases where kind != .gap {
            #expect(program.contains("\\fB\(kind.rawValue)\\fR\n"))
        }
        #expect(!program.contains("candidates"))
        let profile = try await workspace.carrel("help", "--man", "profiles").output
        #expect(profile.hasPrefix(".TH CARREL.TOML 5 "))
        for plugin in Standard.registry.descriptions {
            #expect(profile.contains(".SS \"use = \\(dq\(plugin.name.replacing("-", with: "\\-"))\\(dq\""))
            for setting in plugin.settings {
                #expect(
                    profile.contains("\\fB\(setting.name.replacing("-", with: "\\-"))\\fR\n"),
                    "\(setting.name)")
            }
        }
        #expect(try await workspace.carrel("help", "--man", "events").status == 2)
    }

    @Test(.enabled(if: Self.mandoc != nil, "needs mandoc"), arguments: [[], ["profiles"]])
    func `mandoc finds nothing wrong with the manual pages`(operands: [String]) async throws {
        let page = try await CarrelProcess(["help", "--man"] + operands, in: workspace).wait().output
        let file = try workspace.write("page", page)
        let output = try await ProcessToolRunner().run(
            ToolInvocation(
                try #require(Self.mandoc), ["-T", "lint", "-W", "warning", file], timeout: .seconds(20),
                outputLimit: 100_000))
        // A page that is made has no date of its own.
        let problems = String(decoding: output.output, as: UTF8.self).split(separator: "\n").filter {
            !$0.contains("missing date")
        }
        #expect(problems.isEmpty, "\(problems)")
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    private static let mandoc = ["/usr/bin/mandoc"].first(where: FileManager.default.isExecutableFile)
}
