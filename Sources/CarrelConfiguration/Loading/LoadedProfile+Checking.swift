import CarrelStages

/// Checking a profile without doing anything with it.
extension LoadedProfile {
    /// Reports what is wrong with the profile: its layers, its catalogues, and what plug-ins find when they are made.
    ///
    /// - Parameters:
    ///   - assignments: what `--set` and options that stand for it give.
    ///   - context: the surroundings in which the plug-ins are made.
    /// - Returns: the configuration, with which nothing is wrong.
    /// - Throws: `ConfigurationError` with every problem of the profile and of every catalogue that it lists.
    public func check(
        _ assignments: [ConfigAssignment] = [], context: PluginContext
    ) throws(ConfigurationError) -> Configuration {
        let reading = try reading(assignments)
        var problems = reading.problems
        // Of what is wrong already, plug-ins would only say it again in other words.
        for (catalog, configuration) in reading.sound {
            let builder = PluginBuilder(registry: registry, configuration: configuration, context: context)
            problems += builder.problems(of: catalog)
        }
        guard problems.isEmpty else { throw ConfigurationError(inReadingOrder: problems) }
        return reading.configuration
    }
}

extension PluginBuilder {
    /// What plug-ins find wrong with settings that are each valid.
    ///
    /// - Parameter catalog: the entry of the profile that the configuration is for, if it is for one: a catalogue
    ///   that is listed needs a source, while a profile may leave its own to the command line.
    /// - Returns: the problems of every stage.
    func problems(of catalog: Configuration.ListedCatalog?) -> [ConfigProblem] {
        var problems: [ConfigProblem] = []
        func attempt(_ body: () throws(ConfigurationError) -> Void) {
            do throws(ConfigurationError) { try body() } catch { problems += error.problems }
        }
        var store: (any Store)?
        attempt { () throws(ConfigurationError) in store = try makeStore() }
        if let store {
            attempt { () throws(ConfigurationError) in _ = try makeLibraryKeeper(for: store) }
        }
        attempt { () throws(ConfigurationError) in _ = try makeQueueMaker() }
        attempt { () throws(ConfigurationError) in _ = try nameTemplate() }
        attempt { () throws(ConfigurationError) in _ = try makeParsers() }
        attempt { () throws(ConfigurationError) in _ = try makePlanner() }
        attempt { () throws(ConfigurationError) in _ = try makeFetcher(libraryFolder: store?.root) }
        let namesPlace = configuration[.source].values.contains { value in
            CatalogPlace.settings.contains { value.key == $0 || value.key.hasSuffix(".\($0)") }
                && value.text != nil
        }
        if catalog != nil || namesPlace {
            attempt { () throws(ConfigurationError) in
                guard try sources(fetchingWith: NoFetcher()).makeSource() == nil, let catalog else {
                    return
                }
                throw ConfigurationError(
                    ConfigProblem(
                        origin: catalog.origin, key: "\(CatalogTables.key).source",
                        found: "“\(catalog.name)” has no source", expected: "source.url or source.path"))
            }
        }
        return problems.map { problem in
            var problem = problem
            problem.origin = problem.origin ?? catalog?.origin
            return problem
        }
    }
}
