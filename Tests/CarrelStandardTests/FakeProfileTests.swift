import CarrelConfiguration
import CarrelCore
import CarrelStages
import CarrelStandard
import CarrelTOML
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct FakeProfileTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    @Test func `a profile that names the fakes runs a whole sync without network, disk and time`()
        async throws
    {
        let script = """
            {"http://x.example/a.txt": {"status": 200, "text": "hello"},
             "http://x.example/b.txt": [{"status": 503}, {"status": 200, "text": "at last"}]}
            """
        try Data(script.utf8).write(to: folder.appending(path: "script.json"))
        let profile = """
            [source]
            use = "fixed"
            text = '[{"moduleCode": "C1", "moduleTitle": "T", "moduleNotes": [{"A": "a.txt"}, {"B": "b.txt"}, {"C": ""}]}]'
            location = "http://x.example/notes.json"
            [download]
            use = "scripted"
            script = "script.json"
            [store]
            use = "memory"
            [library]
            use = "memory"
            """
        try Data(profile.utf8).write(to: folder.appending(path: "carrel.toml"))
        var registry = Standard.registry
        TestingPlugins.register(in: &registry)
        var loader = Standard.loader(environment: ["HOME": folder.path], workingDirectory: folder)
        loader.registry = registry

        let clock = ManualClock(.autoAdvancing)
        let builder = PluginBuilder(
            registry: registry, configuration: try loader.profile().configuration(),
            context: PluginContext(clock: clock, workingDirectory: folder, environment: [:]))
        let store = try builder.makeStore()
        let library = try await builder.makeLibraryKeeper(for: store).open(.exclusive)
        let events = RecordingEvents()
        let summary = try await builder.makePipeline(store: store, library: library, observer: events).sync()

        #expect(summary.downloaded == 2 && summary.unavailable == 1 && summary.failed == 0)
        let documents = try #require(store as? InMemoryStore).documents
        #expect(documents == ["C1-a.txt": Array("hello".utf8), "C1-b.txt": Array("at last".utf8)])
        #expect(events.lines.first == "read as module-notes" && events.lines.last == "finished")
        // The wait before the second try was on the manual clock.
        #expect(clock.sleeps.count == 1)
    }

    @Test func `a store without a folder is no library that forgets everything`() throws {
        try Data("[store]\nuse = \"memory\"\n".utf8).write(to: folder.appending(path: "carrel.toml"))
        var registry = Standard.registry
        TestingPlugins.register(in: &registry)
        var loader = Standard.loader(environment: ["HOME": folder.path], workingDirectory: folder)
        loader.registry = registry
        let builder = PluginBuilder(
            registry: registry, configuration: try loader.profile().configuration(),
            context: PluginContext(workingDirectory: folder, environment: [:]))
        let store = try builder.makeStore()
        let error = try #require(throws: ConfigurationError.self) {
            try builder.makeLibraryKeeper(for: store)
        }
        #expect(error.description.contains("library.use: “sqlite” keeps records in the library's folder"))
        #expect(error.description.contains("“memory” needs no folder"))
    }

    @Test func `plug-ins are named as config files write names, and say what they do`() {
        for plugin in Standard.registry.descriptions {
            #expect(plugin.name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil)
            #expect(!plugin.summary.isEmpty && !plugin.summary.hasSuffix("."))
            for setting in plugin.settings {
                #expect(setting.name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil)
                #expect(
                    !setting.help.isEmpty && !setting.help.hasSuffix("."), "\(plugin.name).\(setting.name)")
            }
        }
    }

    @Test func `every default can be written into a config file and reads back`() throws {
        let settings =
            PluginKind.allCases.flatMap(StageSettings.settings)
            + Standard.registry.descriptions.flatMap(\.settings)
        for setting in settings {
            guard let text = setting.defaultText else { continue }
            let table = try TOMLReader().read("key = \(text)", file: "test")
            let value = try #require(table["key"]?.value)
            let decoded = try #require(setting.decode(value), "\(setting.name) = \(text)")
            #expect(setting.text(of: decoded) == text)
        }
    }
}
