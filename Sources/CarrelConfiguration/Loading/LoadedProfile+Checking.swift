import CarrelBasics
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
        _ assignments: [ConfigAssignment], context: PluginContext
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
        @discardableResult
        func attempt<Part>(_ part: @autoclosure () throws(ConfigurationError) -> Part) -> Part? {
            do throws(ConfigurationError) {
                return try part()
            } catch {
                problems += error.problems
                return nil
            }
        }
        let store = attempt(try makeStore())
        if let store { attempt(try makeLibraryKeeper(for: store)) }
        attempt(try makeQueueMaker())
        attempt(try nameTemplate())
        attempt(try makeParsers())
        attempt(try makeOtherParsers())
        attempt(try makePlanner())
        if attempt(try makeFetcher(libraryFolder: store?.libraryFolder)) == nil {
            // It is made in parts, and the first that fails hides the others.
            attempt(try requestRules())
            attempt(try hostFetchers(context))
        }
        if catalog != nil || configuration.namesPlace { attempt(try checkSource(of: catalog)) }
        return problems.uniqued().map { problem in
            var problem = problem
            problem.origin = problem.origin ?? catalog?.origin
            return problem
        }
    }

    private func checkSource(of catalog: Configuration.ListedCatalog?) throws(ConfigurationError) {
        guard try sources(fetchingWith: NoFetcher()).makeSource() == nil, let catalog else { return }
        throw ConfigurationError(
            ConfigProblem(
                origin: catalog.origin, key: "\(CatalogTables.key).source",
                found: "“\(catalog.name)” has no source", expected: "source.url or source.path"))
    }
}
