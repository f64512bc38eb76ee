import Foundation

/// Loads a profile: finds its files, merges files, environment and command line, and checks the result.
public struct ConfigurationLoader: Sendable {
    /// The plug-ins that a profile can name.
    public var registry: PluginRegistry
    /// Finds the files.
    public var locator: ProfileLocator
    /// The environment's variables.
    public var environment: [String: String]

    /// Makes a loader.
    public init(registry: PluginRegistry, locator: ProfileLocator, environment: [String: String]) {
        self.registry = registry
        self.locator = locator
        self.environment = environment
    }

    /// Loads a configuration.
    ///
    /// Nearer wins: the command line, then the environment, then the files from the profile to the default.
    ///
    /// - Parameters:
    ///   - config: the file that `--config` names.
    ///   - profile: the name that `--profile` gives.
    ///   - assignments: what `--set` and options that stand for it give; a later one wins.
    /// - Returns: the checked configuration.
    /// - Throws: `ConfigurationError` with every problem of every layer.
    public func load(
        config: String? = nil, profile: String? = nil, assignments: [ConfigAssignment] = []
    ) throws(ConfigurationError) -> Configuration {
        let files = try locator.files(config: config, profile: profile)
        let layers =
            [try ConfigLayer(assignments: assignments), ConfigLayer(environment: environment)]
            + files.map { ConfigLayer(table: $0.table) }
        var checker = ConfigurationChecker(registry: registry, layers: layers)
        var configuration = try checker.check(files: files.map(\.name))
        let tables = CatalogueTables(layers)
        guard tables.problems.isEmpty else { throw ConfigurationError(tables.problems) }
        for entry in tables.entries {
            // The command line and the environment are nearer than any file.
            var nearer = layers
            nearer.insert(entry.layer, at: 2)
            var checker = ConfigurationChecker(registry: registry, layers: nearer)
            configuration.catalogues.append(
                Configuration.Catalogue(
                    name: entry.name, configuration: try checker.check(files: configuration.files)))
        }
        return configuration
    }
}
