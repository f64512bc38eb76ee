import CarrelStages
import Foundation

/// Loads a profile: finds its files, merges files, environment and command line, and checks the result.
public struct ConfigurationLoader: Sendable {
    /// The plug-ins that a profile can name.
    public var registry: PluginRegistry
    /// Finds the files.
    public var locator: ProfileLocator
    /// The environment's variables.
    public var environment: [String: String]
    /// Where relative paths of settings begin, if that is not the folder in which the profile was found.
    var pathsBegin: URL?
    /// Whether a file counts as beyond the profile's folder wherever it is.
    var countsAllFiles = false

    public init(registry: PluginRegistry, locator: ProfileLocator, environment: [String: String]) {
        self.registry = registry
        self.locator = locator
        self.environment = environment
    }

    /// A configuration, as far as it is valid, with its problems.
    struct Reading: Sendable {
        var configuration: Configuration
        /// The problems of the profile, then those of each of its catalogues.
        var problems: [ConfigProblem] = []
        /// Names that a library gives to no catalogue; what has one keeps it, so that only a check reports them.
        var refusedNames: [ConfigProblem] = []
        /// The profile and those of its catalogues that have no problems.
        var sound: [(catalog: Configuration.ListedCatalog?, configuration: Configuration)] = []

        /// The configurations of the profile and of each of its catalogues.
        var all: [Configuration] { [configuration] + configuration.catalogs.map(\.configuration) }
    }

    /// Reads the files of a profile once, for several configurations.
    ///
    /// - Parameters:
    ///   - config: the file that `--config` names.
    ///   - profile: the name that `--profile` gives.
    /// - Throws: `ConfigurationError` if a file cannot be found, read or parsed.
    public func profile(
        config: String? = nil, profile: String? = nil
    ) throws(ConfigurationError) -> LoadedProfile {
        LoadedProfile(self, try locator.files(config: config, profile: profile))
    }

    func read(
        _ files: [ProfileLocator.File], assignments: [ConfigAssignment]
    ) throws(ConfigurationError) -> Reading {
        let commandLine = try ConfigLayer(assignments: assignments)
        var reading = read(files, commandLine: commandLine)
        if commandLine.table[PluginKind.source.rawValue] != nil {
            let locations = Set(read(files).all.compactMap(location))
            reading.configuration.ownLocations = locations
            for index in reading.configuration.catalogs.indices {
                reading.configuration.catalogs[index].configuration.ownLocations = locations
            }
        }
        reading.problems += ConfigLayer.problems(of: environment) + trustProblems(files, reading)
        return reading
    }

    /// Merges and checks the layers; the nearest wins.
    func read(
        _ files: [ProfileLocator.File], commandLine: ConfigLayer = ConfigLayer(),
        environment: ConfigLayer? = nil
    ) -> Reading {
        let layers =
            [commandLine, environment ?? ConfigLayer(environment: self.environment)]
            + files.map { ConfigLayer(table: $0.table, isOfLibrary: $0.isOfLibrary) }
        var checker = ConfigurationChecker(registry: registry, layers: layers)
        var reading = Reading(configuration: checker.check(files: files.map(\.name)))
        if checker.problems.isEmpty { reading.sound.append((nil, reading.configuration)) }
        let tables = CatalogTables(layers)
        reading.problems = checker.problems + tables.problems
        reading.refusedNames = tables.refusedNames
        for entry in tables.entries {
            var checker = ConfigurationChecker(registry: registry, layers: entry.layers(over: layers))
            checker.isOneOfSeveral = true
            let catalog = Configuration.ListedCatalog(
                name: entry.name, origin: entry.origin,
                configuration: checker.check(files: reading.configuration.files))
            reading.configuration.catalogs.append(catalog)
            reading.problems += checker.problems
            if checker.problems.isEmpty { reading.sound.append((catalog, catalog.configuration)) }
        }
        reading.problems += sharedLocations(reading.sound.compactMap(\.catalog))
        return reading
    }

    /// Reports catalogues with the same location, which would overwrite each other's records.
    private func sharedLocations(_ catalogs: [Configuration.ListedCatalog]) -> [ConfigProblem] {
        guard catalogs.count > 1 else { return [] }
        var names: [String: String] = [:]
        var problems: [ConfigProblem] = []
        for catalog in catalogs where !catalog.takesPlaceFromOutside {
            guard let location = location(catalog.configuration) else { continue }
            if let first = names[location] {
                problems.append(
                    ConfigProblem(
                        origin: catalog.origin, key: "\(CatalogTables.key).source",
                        found: "\(Self.names(first, catalog.name)) are one catalogue, \(location)",
                        expected: "a source of its own for each"))
            } else {
                names[location] = catalog.name
            }
        }
        return problems
    }

    /// What two catalogues are called; one may have no name, which was reported.
    private static func names(_ first: String, _ second: String) -> String {
        switch (first.isEmpty, second.isEmpty) {
        case (true, true): "two catalogues without a name"
        case (false, false): "“\(first)” and “\(second)”"
        default: "“\(first)\(second)” and one without a name"
        }
    }

    /// The location of a configuration's catalogue.
    private func location(_ configuration: Configuration) -> String? {
        let context = PluginContext(workingDirectory: locator.workingDirectory, environment: environment)
        return PluginBuilder(registry: registry, configuration: configuration, context: context)
            .catalogLocation
    }
}

extension Configuration.ListedCatalog {
    /// Whether the command line or the environment gives the location, which then applies to all catalogues.
    fileprivate var takesPlaceFromOutside: Bool {
        configuration[.source].values.contains {
            switch $0.origin {
            case .commandLine, .environment: true
            case .file, .builtIn: false
            }
        }
    }
}
