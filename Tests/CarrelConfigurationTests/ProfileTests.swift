import CarrelConfiguration
import CarrelStages
import CarrelTOML
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@Suite struct ProfileTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    private func value(_ configuration: Configuration, _ kind: PluginKind, _ key: String) -> Configuration
        .ConfiguredValue?
    {
        configuration[kind].values.first { $0.key == key }
    }

    @Test func `without any file the shipped default holds`() throws {
        let configuration = try files.load()
        #expect(configuration[.plan].use == "mirror")
        #expect(configuration.files == ["default (shipped)"])
    }

    @Test func `carrel.toml in the working directory comes before the user's and the shipped profiles`()
        throws
    {
        try files.write("config/carrel/default.toml", "[download]\nmax-concurrent = 5\n")
        #expect(try files.load()[.download].settings[StageSettings.maxConcurrent] == 5)
        try files.write("carrel.toml", "[download]\nmax-concurrent = 7\n")
        #expect(try files.load()[.download].settings[StageSettings.maxConcurrent] == 7)
        try files.write("other.toml", "[download]\nmax-concurrent = 9\n")
        #expect(try files.load(config: "other.toml")[.download].settings[StageSettings.maxConcurrent] == 9)
    }

    @Test func `a named profile is looked for among the user's, then among the shipped`() throws {
        #expect(try files.load(profile: "careful")[.plan].use == "missing-only")
        try files.write("config/carrel/careful.toml", "[download]\nmax-concurrent = 4\n")
        let configuration = try files.load(profile: "careful")
        #expect(configuration[.plan].use == "mirror")
        #expect(configuration[.download].settings[StageSettings.maxConcurrent] == 4)
    }

    @Test func `the nearer file of a chain wins, key by key`() throws {
        try files.write("config/carrel/base.toml", "[download]\nmax-concurrent = 4\nretries = 9\n")
        try files.write("carrel.toml", "extends = \"base\"\n[download]\nmax-concurrent = 6\n")
        let settings = try files.load()[.download].settings
        #expect(settings[StageSettings.maxConcurrent] == 6)
        #expect(settings[StageSettings.retries] == 9)
    }

    @Test func `the environment wins over files, and the command line over the environment`() throws {
        try files.write("carrel.toml", "[download]\nmax-concurrent = 6\n")
        let environment = ["CARREL_DOWNLOAD_MAX_CONCURRENT": "8", "CARRELLED": "left alone"]
        #expect(
            try files.load(environment: environment)[.download].settings[StageSettings.maxConcurrent] == 8)
        let configuration = try files.load(environment: environment, set: [("download.max-concurrent", "10")])
        #expect(configuration[.download].settings[StageSettings.maxConcurrent] == 10)
    }

    /// Counts what it reads.
    private struct CountingReader: ConfigReader {
        let files = Recorder<String>()

        func read(_ text: String, file: String) throws(ConfigurationError) -> ConfigTable {
            files.append(file)
            return try TOMLReader().read(text, file: file)
        }
    }

    @Test func `the files of a loaded profile are read once, whatever it is asked`() throws {
        try files.write("carrel.toml", "[download]\nmax-concurrent = 6\n")
        let reader = CountingReader()
        let profile = try files.loader(reader: reader).profile()
        for value in ["7", "8", "7"] {
            let set = ConfigAssignment(key: "download.max-concurrent", value: value, option: "--set")
            let settings = try profile.configuration([set])[.download].settings
            #expect(settings[StageSettings.maxConcurrent] == Int(value))
        }
        #expect(try profile.configuration()[.download].settings[StageSettings.maxConcurrent] == 6)
        #expect(
            reader.files.elements == [files.folder.appending(path: "carrel.toml").path, "default (shipped)"])
    }

    @Test func `a shipped profile is parsed once for all folders, and again where it is another`() throws {
        let reader = CountingReader()
        var loader = files.loader(reader: reader)
        func maxConcurrent() throws -> Int {
            try loader.profile().configuration()[.download].settings[StageSettings.maxConcurrent]
        }
        #expect(try maxConcurrent() == 3)
        loader.locator.workingDirectory = URL(filePath: "/nowhere")
        #expect(try maxConcurrent() == 3)
        #expect(reader.files.elements == ["default (shipped)"])
        loader.locator.shipped["default"]?.replace("max-concurrent = 3", with: "max-concurrent = 5")
        #expect(try maxConcurrent() == 5)
    }

    @Test func `every value knows where it came from`() throws {
        try files.write("carrel.toml", "[download]\n  max-concurrent = 6\n")
        let configuration = try files.load(
            environment: ["CARREL_DOWNLOAD_RETRIES": "1"], set: [("plan.use", "missing-only")])
        let path = files.folder.appending(path: "carrel.toml").path
        #expect(value(configuration, .download, "max-concurrent")?.origin == .file(path, line: 2, column: 3))
        #expect(value(configuration, .download, "retries")?.origin == .environment("CARREL_DOWNLOAD_RETRIES"))
        #expect(value(configuration, .plan, "use")?.origin == .commandLine("--set plan.use"))
        #expect(value(configuration, .download, "connect-timeout")?.origin == .builtIn)
        #expect(value(configuration, .download, "use")?.origin.description == "default (shipped):4:1")
    }

    @Test func `a profile that extends itself is an error with the chain`() throws {
        try files.write("config/carrel/a.toml", "extends = \"b\"\n")
        try files.write("config/carrel/b.toml", "\nextends = \"a\"\n")
        let problem = try #require(files.problems(profile: "a").first)
        #expect(problem.hasPrefix("config/carrel/b.toml:2:1: extends: the profile extends itself"))
        #expect(problem.contains("a.toml") && problem.contains("→"))
    }

    @Test func `a user's own default extends the shipped one`() throws {
        try files.write("config/carrel/default.toml", "extends = \"default\"\n[download]\nretries = 1\n")
        let configuration = try files.load()
        #expect(configuration[.plan].use == "mirror")
        #expect(configuration[.download].settings[StageSettings.retries] == 1)
    }

    @Test func `an unknown profile names the nearest one`() throws {
        let problem = try #require(files.problems(profile: "carefull").first)
        #expect(problem.contains("there is no profile “carefull”"))
        #expect(problem.contains("did you mean “careful”?"))
        let missing = try #require(files.problems(config: "missing.toml").first)
        #expect(missing.contains("there is no config file of that name. Check the path"))
        for path in ["careful", "elsewhere/carefull.toml"] {
            let file = try #require(files.problems(config: path).first)
            #expect(file.contains("there is no config file"))
            #expect(file.hasSuffix("; did you mean the profile “careful”?"), "\(file)")
        }
    }

    @Test func `the registry says which plug-in does what no profile names, and which reads a place`() throws
    {
        var registry = PluginRegistry()
        registry.sources.register(
            Plugin<any Source>("pages", summary: "s", settings: [ProfileFolder.url], place: .url) { _, _ in
                FixedSource([], location: "pages")
            })
        registry.planners.register(MirrorPlanner.plugin)
        registry.planners.register(MissingOnlyPlanner.plugin, isDefault: true)
        registry.fetchers.register(ScriptedFetcher.plugin, isDefault: true)
        registry.stores.register(InMemoryStore.plugin)
        let configuration = try files.load(
            set: [("source.url", "http://x/")], registry: registry, shipped: ["default": ""])
        #expect(configuration[.source].use == "pages")
        #expect(configuration[.plan].use == "missing-only" && configuration[.download].use == "scripted")
        #expect(configuration[.store].use == nil && configuration[.parse].use == nil)
        #expect(registry.source(reading: .path)?.name == nil)
    }

    @Test func `a name template that is refused says why`() throws {
        try files.write("carrel.toml", "[store]\nname = \"{path}x\"\n")
        let problem = try #require(files.problems().first)
        let reason = "found the string \"{path}x\": {path} must be the last part by itself"
        #expect(
            problem.contains(reason) && problem.contains("; expected string, a template of"), "\(problem)")
    }

    @Test func `all problems of a file are reported together, each with its place`() throws {
        try files.write(
            "carrel.toml",
            """
            colour = 1
            [download]
            max-concurent = 3
            retries = "many"
            connect-timeout = 5
            [plan]
            use = "miror"
            [source]
            use = "web"
            flavour = "swet"
            """)
        let problems = files.problems()
        let names = StageSettings.settings(of: .download).map(\.name).joined(separator: ", ")
        #expect(
            problems == [
                "carrel.toml:1:1: colour: unknown key; expected one of extends, catalogue, source, parse, plan, download, store, preview, library, queue, after, map",
                "carrel.toml:3:1: download.max-concurent: unknown key; expected one of use, \(names), script, hosts; did you mean “max-concurrent”?",
                "carrel.toml:4:1: download.retries: found the string \"many\"; expected integer, 0 to 20",
                "carrel.toml:5:1: download.connect-timeout: found the integer 5; expected duration such as \"250ms\", \"2s\" or \"5m\", \"1ms\" to \"1h\"",
                "carrel.toml:7:1: plan.use: unknown plug-in “miror”; expected one of mirror, missing-only; did you mean “mirror”?",
                "carrel.toml:10:1: source.flavour: found the string \"swet\"; expected string, sweet or sour; did you mean “sweet”?",
            ])
    }

    @Test func `where machines share jobs, documents and records must be where all machines reach them`()
        throws
    {
        var registry = ProfileFolder.registry
        for (name, features) in [("team", [.sharesJobs]), ("alone", [])] as [(String, Set<PluginFeature>)] {
            registry.queues.register(
                Plugin<any QueueMaker>(name, summary: "s", settings: [], features: features) {
                    _, _ throws(PluginError) in
                    throw PluginError(setting: "use", reason: "it is for settings alone")
                })
        }
        registry.stores.register(
            Plugin<any Store>("bucket", summary: "s", settings: [], features: [.sharesJobs]) {
                _, _ throws(PluginError) in
                throw PluginError(setting: "use", reason: "it is for settings alone")
            })
        try files.write("carrel.toml", "[store]\nuse = \"memory\"\n[queue]\nuse = \"team\"\n")
        #expect(
            files.problems(registry: registry) == [
                "carrel.toml:4:1: store.use: “memory” is for one machine, and queue.use = \"team\" for several; expected \"bucket\", or --set queue.use=alone to read what one machine has and copy it (carrel library copy)"
            ])
        #expect(files.problems(set: [("queue.use", "alone")], registry: registry).isEmpty)
        try files.write("carrel.toml", "[store]\nuse = \"bucket\"\n[queue]\nuse = \"team\"\n")
        #expect(try files.load(registry: registry)[.store].use == "bucket")
    }

    @Test func `a misspelt key of a stage is recognized where no plug-in is chosen`() throws {
        try files.write("carrel.toml", "[parse]\nmax-page = 3\n")
        let problem = try #require(files.problems().first)
        #expect(problem.hasSuffix("did you mean “max-pages”?") && problem.contains("max-items"), "\(problem)")
    }

    @Test func `a syntax error has its place`() throws {
        try files.write("carrel.toml", "[download]\nretries = = 3\n")
        let problem = try #require(files.problems().first)
        #expect(problem.hasPrefix("carrel.toml:2:11: not valid TOML"))
    }

    @Test func `a stage that is no table is an error`() throws {
        try files.write("carrel.toml", "download = 3\n")
        #expect(
            files.problems() == [
                "carrel.toml:1:1: download: found the integer 3; expected a table, such as [download]"
            ])
    }

    @Test func `a key of another plug-in is an error beside the choice, and ignored where it is inherited`()
        throws
    {
        try files.write("carrel.toml", "[source]\nuse = \"fixed\"\nflavour = \"sour\"\n")
        #expect(
            files.problems().first?.contains("“fixed” has no such setting; expected use = \"web\"") == true)
        try files.write("config/carrel/base.toml", "[source]\nuse = \"web\"\nflavour = \"sour\"\n")
        try files.write("carrel.toml", "extends = \"base\"\n[source]\nuse = \"fixed\"\n")
        #expect(files.problems().isEmpty)
    }

    @Test func `a key of another plug-in than a farther file chooses is an error in a file alone`()
        throws
    {
        try files.write("config/carrel/base.toml", "[source]\nuse = \"fixed\"\n")
        try files.write("carrel.toml", "extends = \"base\"\n[source]\nflavour = \"sour\"\n")
        #expect(
            files.problems() == [
                "carrel.toml:3:1: source.flavour: “fixed” has no such setting; expected use = \"web\""
            ])
        try files.write("carrel.toml", "extends = \"base\"\n")
        #expect(files.problems(environment: ["CARREL_SOURCE_FLAVOUR": "sour"]).isEmpty)
        #expect(files.problems(set: [("source.flavour", "sour")]).isEmpty)
    }

    @Test func `a wrapper's table takes the settings of what it wraps`() throws {
        try files.write("carrel.toml", "[source]\nuse = \"wrapper\"\nwraps = \"web\"\nurl = \"http://x/\"\n")
        #expect(try files.load()[.source].settings[ProfileFolder.url] == "http://x/")
        try files.write(
            "carrel.toml", "[source]\nuse = \"wrapper\"\nwraps = \"fixed\"\nurl = \"http://x/\"\n")
        #expect(files.problems().count == 1)
    }

    @Test func `problems of the environment and the command line name the variable and the option`() {
        let problems = files.problems(
            environment: ["CARREL_DOWNLOAD_RETRYS": "3"],
            set: [("download.retries", "x"), ("store.pth", "y")])
        #expect(
            problems.contains {
                $0.hasPrefix("environment CARREL_DOWNLOAD_RETRYS: download.retrys: unknown key")
            })
        #expect(
            problems.contains {
                $0.hasPrefix("--set download.retries: found “x”; expected integer")
            })
        #expect(problems.contains { $0.hasPrefix("--set store.pth: unknown key") })
    }

    @Test func `a secret's value is never part of a message`() throws {
        try files.write("carrel.toml", "[source]\nuse = \"web\"\npassword = 12345\n")
        let problem = try #require(files.problems().first)
        #expect(!problem.contains("12345"))
    }

    @Test func `media types name their previewer, and families stand in for what is not listed`() throws {
        try files.write("carrel.toml", "[preview]\n\"text/html\" = \"nothing\"\n\"texthtml\" = \"x\"\n")
        #expect(files.problems().count == 2)
    }
}
