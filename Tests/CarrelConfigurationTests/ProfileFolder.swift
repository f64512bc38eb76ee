import CarrelConfiguration
import CarrelStages
import CarrelTOML
import CarrelTesting
import CommandPreviewing
import Foundation
import PlanPlugins

/// A folder of config files that goes when the test ends, with a loader over a small registry.
struct ProfileFolder {
    private let temporary: TemporaryFolder
    var folder: URL { temporary.url }
    var userFolder: URL { folder.appending(path: "config/carrel") }

    init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: userFolder, withIntermediateDirectories: true)
    }

    /// Writes a file below the folder.
    func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: path))
    }

    /// The settings of the plug-ins that the tests name.
    static let timeout = Setting<Duration>("timeout", default: .seconds(5), help: "how long")
    static let password = Setting<String?>("password", isSecret: true, help: "a secret")
    static let flavour = Setting<String>(
        "flavour", default: "sweet",
        constraint: SettingConstraint("sweet or sour", choices: ["sweet", "sour"]) {
            ["sweet", "sour"].contains($0)
        },
        help: "what kind")
    static let url = Setting<String?>("url", help: "where")
    static let wraps = Setting<String?>("wraps", help: "what it wraps")

    static let registry: PluginRegistry = {
        var registry = PluginRegistry()
        TestingPlugins.register(in: &registry)
        registry.sources.register(
            Plugin<any Source>("web", summary: "s", settings: [url, timeout, password, flavour]) { _, _ in
                FixedSource([], location: "web")
            })
        registry.sources.register(
            Plugin<any Source>("wrapper", summary: "s", settings: [wraps], wrapping: wraps) {
                settings, context throws(PluginError) in
                try context.source(settings[wraps] ?? "web")
            })
        registry.planners.register(MirrorPlanner.plugin)
        registry.planners.register(MissingOnlyPlanner.plugin)
        registry.previewers.register(CommandPreviewer.plugin)
        return registry
    }()

    static let defaults = """
        [plan]
        use = "mirror"
        [download]
        use = "scripted"
        max-concurrent = 3
        [store]
        use = "memory"
        """

    /// Loads a profile from the folder.
    func load(
        config: String? = nil, profile: String? = nil, environment: [String: String] = [:],
        set: [(String, String)] = [], registry: PluginRegistry = ProfileFolder.registry,
        shipped: [String: String] = ["default": defaults, "careful": "[plan]\nuse = \"missing-only\"\n"]
    ) throws(ConfigurationError) -> Configuration {
        let loader = loader(environment: environment, registry: registry, shipped: shipped)
        return try loader.profile(config: config, profile: profile).configuration(
            set.map { ConfigAssignment(key: $0.0, value: $0.1, option: "--set \($0.0)") })
    }

    /// What loads profiles from the folder.
    func loader(
        environment: [String: String] = [:], registry: PluginRegistry = ProfileFolder.registry,
        shipped: [String: String] = ["default": defaults], reader: any ConfigReader = TOMLReader()
    ) -> ConfigurationLoader {
        var environment = environment
        environment["XDG_CONFIG_HOME"] = folder.appending(path: "config").path
        return ConfigurationLoader(
            registry: registry,
            locator: ProfileLocator(
                shipped: shipped, environment: environment, workingDirectory: folder, reader: reader,
                // Nothing here is kept: the tests of trust have a digest of their own.
                trusted: TrustedProfiles(environment: ["HOME": folder.path]) {
                    String($0.reduce(5381) { ($0 &* 33) ^ UInt64($1) })
                }),
            environment: environment)
    }

    /// The problems of a profile, a line each; the folder's own path left out.
    func problems(
        config: String? = nil, profile: String? = nil, environment: [String: String] = [:],
        set: [(String, String)] = [], registry: PluginRegistry = ProfileFolder.registry
    ) -> [String] {
        do {
            _ = try load(
                config: config, profile: profile, environment: environment, set: set, registry: registry)
            return []
        } catch {
            return error.problems.map { $0.description.replacing(folder.path + "/", with: "") }
        }
    }
}
