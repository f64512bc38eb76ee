import CarrelStages

/// Checks a profile without using it.
extension LoadedProfile {
    /// Checks the profile: its layers, its catalogues, and whether the plug-ins can be made.
    ///
    /// - Parameters:
    ///   - assignments: what `--set` and options that stand for it give.
    ///   - context: the environment for making the plug-ins.
    /// - Returns: the configuration, if it has no problems.
    /// - Throws: `ConfigurationError` with every problem of the profile and of every catalogue that it lists.
    public func check(
        _ assignments: [ConfigAssignment] = [], context: PluginContext
    ) throws(ConfigurationError) -> Configuration {
        let reading = try reading(assignments)
        var problems = reading.problems + reading.refusedNames
        // For a configuration with problems, plug-ins would only repeat them in other words.
        for (catalog, configuration) in reading.sound {
            let builder = PluginBuilder(registry: registry, configuration: configuration, context: context)
            problems += builder.problems(of: catalog)
        }
        guard problems.isEmpty else { throw ConfigurationError(inReadingOrder: problems) }
        return reading.configuration
    }
}

extension PluginBuilder {
    /// The problems that plug-ins report when they are made, although each setting is valid.
    ///
    /// - Parameter catalog: the listed catalogue that the configuration is for; it must have a source, while a profile
    ///   without a list may leave the source to the command line.
    /// - Returns: the problems of every stage.
    package func problems(of catalog: Configuration.ListedCatalog? = nil) -> [ConfigProblem] {
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
        attempt { () throws(ConfigurationError) in _ = try makeOtherParsers() }
        attempt { () throws(ConfigurationError) in _ = try makePlanner() }
        attempt { () throws(ConfigurationError) in _ = try makeFetcher(libraryFolder: store?.libraryFolder) }
        if catalog != nil || configuration.namesPlace {
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
