import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
@testable import SourcePlugins

/// Catalogues that programs print.
@Suite(.timeLimit(.minutes(1)))
struct CommandSourceTests {
    private func context(
        _ tools: any ToolRunner = ProcessToolRunner(), _ environment: [String: String] = [:]
    ) -> PluginContext {
        var context = PluginContext.test()
        context.tools = tools
        context.environment = environment
        return context
    }

    private func make(
        _ settings: [String: String], _ context: PluginContext
    ) throws -> any Source { try CommandSource.plugin.make(settings, context) }

    @Test(arguments: SourceConformance.checks)
    func `command keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        try await check.run {
            try make(["command": #"sh -c "printf '{\"carrel\": 1}'""#], context())
        }
    }

    @Test(arguments: SourceConformance.failureChecks, ["no-such-program", "sh -c 'exit 3'"])
    func `command keeps the promises about failures`(
        check: ConformanceCheck<any Source>, command: String
    ) async throws {
        try await check.run { try make(["command": command], context()) }
    }

    @Test func `what it prints is the document, and its errors are messages`() async throws {
        let source = try make(
            ["command": "sh -c 'echo []; echo one >&2; echo >&2; echo two >&2'", "media-type": "text/x"],
            context())
        let document = try #require(try await source.document())
        #expect(String(decoding: document.data, as: UTF8.self) == "[]\n")
        #expect(document.mediaType == MediaType("text/x") && !document.isPublic)
        #expect(
            document.messages == [
                CatalogProblem(place: "sh", reason: "one"), CatalogProblem(place: "sh", reason: "two"),
            ])
        #expect(
            source.location == "command:sh%20-c%20echo%20%5B%5D%3B%20echo%20one%20%3E%262%3B%20echo%20"
                + "%3E%262%3B%20echo%20two%20%3E%262")
    }

    @Test func `the address is one argument, whatever it holds, and names the catalogue`() async throws {
        let url = "https://videos.example/c/$(touch%20ran)?a='b'&c=;d"
        let source = try make(["command": "printf <%s> -x {url} y", "url": url], context())
        #expect(source.location == url)
        let document = try #require(try await source.document())
        #expect(String(decoding: document.data, as: UTF8.self) == "<-x><\(url)><y>")
        #expect(document.url.absoluteString == url && document.isPublic)
    }

    @Test(arguments: [
        (["command": "list {url}"], "url"), (["command": "list {url}", "url": "--option"], "url"),
        (["command": "list {url}", "url": "file:///etc/passwd"], "url"),
        (["command": "list", "url": "https://x.example/"], "url"), ([:], "command"),
    ])
    func `what it cannot be run for is refused`(settings: [String: String], setting: String) throws {
        let error = #expect(throws: PluginError.self) { try make(settings, context()) }
        #expect(error?.setting == setting)
    }

    @Test func `a public catalogue does not have it reach a private address`() throws {
        var context = context()
        context.fetchLimits.addresses = .publicOnly
        #expect(throws: PluginError.self) {
            try make(["command": "list {url}", "url": "http://192.168.1.1/"], context)
        }
        _ = try make(["command": "list {url}", "url": "http://videos.example/"], context)
    }

    @Test(arguments: ["a{url}", "--in={url}", "{url}"])
    func `{url} within a word, or as the program, is refused`(word: String) throws {
        let setting = try #require(CommandSource.plugin.settings.first { $0.name == "command" })
        #expect(setting.decode(.string(word)) == nil)
        #expect(setting.decode(.string("list {url}")) != nil)
    }

    @Test func `it sees what the profile names of the environment, and nothing else`() async throws {
        let values: [String: any Sendable] = [
            "command": try #require(CommandWords("env")), "variables": ["TOKEN", "HOME"],
        ]
        let environment = ["TOKEN": "t", "OTHER": "o", "HOME": "/elsewhere"]
        let runner = ProcessToolRunner(environment: ["PATH": "/usr/bin:/bin", "HOME": "/h"])
        let source = try CommandSource(Settings(values), context(runner, environment))
        let lines = try await source.text()?.split(separator: "\n").sorted()
        #expect(lines == ["HOME=/h", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "TOKEN=t"])
    }

    @Test func `it has limits of time and size, and is killed with what it started`() async throws {
        let slow = try make(["command": "sh -c 'sleep 1000 & sleep 1000'", "timeout": "50ms"], context())
        #expect(await slow.readingError()?.reason == "sh took longer than 50ms and was stopped")
        let long = try make(["command": "yes", "max-size": "64 KiB"], context())
        #expect(await long.readingError()?.code == .tooLarge)
    }

    @Test func `a part of a catalogue is none`() async throws {
        let source = try make(["command": "sh -c 'echo []; echo no network >&2; exit 2'"], context())
        let error = try #require(await source.readingError())
        #expect(error.reason == "sh ended with status 2: no network")
        #expect(error.remedy == "Run it by hand to see more (source.command)")
    }

    @Test(arguments: [
        ("exit 255", "ended with status 255"), ("exit 128", "ended with status 128"),
        ("kill -9 $$", "crashed"),
    ])
    func `only what a signal ended is said to have crashed`(end: String, words: String) async throws {
        let source = try make(["command": "sh -c 'echo no route >&2; \(end)'"], context())
        #expect(await source.readingError()?.reason == "sh \(words): no route")
    }

    @Test func `a bare name is a plug-in of the user's folder, if nobody else can change it`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("carrel/plugins/list-courses", "#!/bin/sh\necho \"$1\"\n").path
        let context = context(ProcessToolRunner(), ["XDG_CONFIG_HOME": folder.url.path])
        func refused() -> String? {
            do {
                _ = try make(["command": "list-courses a"], context)
                return nil
            } catch {
                return (error as? PluginError)?.reason
            }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(refused()?.contains("it is not executable") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: file)
        #expect(refused()?.contains("anybody can change it") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        #expect(try await make(["command": "list-courses a"], context).text() == "a\n")
        try folder.write("carrel/plugins/list it", "")
        let spaced = OutsidePlugins(environment: context.environment).entry("list it")?.fault
        #expect(spaced == "it is not executable; chmod +x '\(folder.url.path)/carrel/plugins/list it'")
    }
}
