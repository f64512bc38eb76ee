import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Makes the plug-ins that a configuration names.
public struct PluginBuilder: Sendable {
    /// The plug-ins to choose from.
    public var registry: PluginRegistry
    /// The checked configuration.
    public var configuration: Configuration
    /// The environment.
    public var context: PluginContext
    /// Fetchers of other catalogues, one of them to be used if it fetches in the same way; `nil` to make another one.
    package var fetchers: SharedFetchers?

    public init(registry: PluginRegistry, configuration: Configuration, context: PluginContext) {
        self.registry = registry
        self.configuration = configuration
        self.context = context
    }

    /// Makes the store; one on another machine is reached with the profile's fetcher, without credentials for others.
    public func makeStore() throws(ConfigurationError) -> any Store {
        var context = context
        context.fetchLimits = StageSettings.fetchLimits(configuration[.download].settings)
        context.fetcher = { () throws(PluginError) in try storeFetcher() }
        return try make(.store, from: registry.stores, context: context)
    }

    private func storeFetcher() throws(PluginError) -> any Fetcher {
        let name = configuration[.download].use ?? registry.fetchers.defaultName ?? ""
        guard let plugin = registry.fetchers[name] else {
            throw PluginError(setting: "use", reason: "no fetcher is configured")
        }
        var context = context
        context.usesCredentials = false
        do {
            return try plugin.make(configuration[.download].settings, context)
        } catch {
            throw PluginError(
                setting: "use",
                reason: "its fetcher cannot be made: download.\(error.setting): \(error.reason)")
        }
    }

    /// Makes the keeper, which opens the library.
    ///
    /// - Parameter store: the store of its documents.
    /// - Throws: `ConfigurationError`, also if records belong into the library's folder and the store has none.
    public func makeLibraryKeeper(for store: any Store) throws(ConfigurationError) -> any LibraryKeeper {
        var context = context
        context.libraryFolder = store.libraryFolder
        return try make(.library, from: registry.libraries, context: context)
    }

    /// Makes a fetcher without credentials, which fetches for others, as a proxy does.
    public func makeAnonymousFetcher() throws(ConfigurationError) -> any Fetcher {
        var context = context
        context.usesCredentials = false
        let fetcher = try make(.download, from: registry.fetchers, context: context)
        return LimitedFetcher(
            fetcher, atMost: configuration[.download].settings[StageSettings.maxConcurrent])
    }

    /// Makes the fetcher for a library, with credentials, the configured delay and a count of requests.
    package func makeFetcher(libraryFolder: URL?) throws(ConfigurationError) -> any Fetcher {
        var context = context
        context.libraryFolder = libraryFolder
        var fetcher = try connectingFetcher(context)
        let rules = try requestRules()
        if !rules.isEmpty {
            fetcher = AuthorizingFetcher(fetcher, rules: rules, secrets: SecretReader(context))
        }
        let ofHosts = try hostFetchers(context)
        // Outside the credentials, which no program gets.
        if !ofHosts.isEmpty { fetcher = HostFetcher(fetcher, ofOrigins: ofHosts) }
        fetcher = CountingFetcher(fetcher: fetcher, activity: context.activity)
        let delay = configuration[.download].settings[StageSettings.delay]
        guard delay != .none else { return fetcher }
        // Outside the count: a request that waits is not on the network.
        return DelayingFetcher(
            fetcher, timer: DelayTimer(delay, clock: context.clock), activity: context.activity)
    }

    /// The fetcher that has the connections.
    private func connectingFetcher(_ context: PluginContext) throws(ConfigurationError) -> any Fetcher {
        guard let fetchers else { return try make(.download, from: registry.fetchers, context: context) }
        return try fetchers.fetcher(for: configuration[.download], in: context.libraryFolder) {
            () throws(ConfigurationError) in
            try make(.download, from: registry.fetchers, context: context)
        }
    }

    /// The fetchers of hosts for which the profile names a program.
    func hostFetchers(_ context: PluginContext) throws(ConfigurationError) -> [Origin: any Fetcher] {
        var (fetchers, faults): ([Origin: any Fetcher], [PluginError]) = ([:], [])
        for (name, settings) in configuration[.download].groups[CredentialSettings.hosts.name] ?? [:]
        where settings[ProgramSettings.command] != nil {
            guard let origin = Origin(name), let plugin = registry.fetchers.first(.runsProgram) else {
                continue
            }
            do {
                fetchers[origin] = try plugin.make(settings, context)
            } catch {
                let setting = "\(CredentialSettings.hosts.name).\"\(name)\".\(error.setting)"
                faults.append(PluginError(setting: setting, reason: error.reason))
            }
        }
        if let error = PluginError(faults) { throw problem(error, in: .download) }
        return fetchers
    }

    func requestRules() throws(ConfigurationError) -> RequestRules {
        do {
            var rules = try CredentialSettings.rules(configuration[.download]) {
                (path, form, setting) throws(PluginError) in
                let file = context.file(path)
                if let fault = form.fault(of: file) {
                    throw PluginError(setting: setting, reason: fault)
                }
                return file.path
            }
            if let own = configuration.ownLocations, !own.isEmpty, !hasCredentialsOfCommandLine {
                rules.catalogOrigins = Set(own.compactMap { URL(string: $0).flatMap { Origin($0) } })
            }
            return rules
        } catch {
            throw problem(error, in: .download)
        }
    }

    /// Whether the command line gives the credentials, so that they are for the place that it names.
    private var hasCredentialsOfCommandLine: Bool {
        let names = CredentialSettings.ofCatalog.map(\.name)
        return configuration[.download].values.filter { names.contains($0.key) && $0.text != nil }.allSatisfy
        {
            if case .commandLine = $0.origin { true } else { false }
        }
    }

    /// The location of the catalogue, as its source gives it; `nil` if there is no source or it cannot be made.
    public var catalogLocation: String? {
        (try? sources(fetchingWith: NoFetcher()).makeSource())?.location
    }

    /// The builder of the sources, which use a fetcher.
    package func sources(fetchingWith fetcher: any Fetcher) -> SourceBuilder {
        var context = context
        context.fetcher = { () throws(PluginError) in fetcher }
        context.fetchLimits = StageSettings.fetchLimits(configuration[.download].settings)
        return SourceBuilder(registry: registry, configuration: configuration, context: context)
    }

    /// Makes the previewer for a media type.
    ///
    /// - Parameter mediaType: the document's type.
    /// - Returns: the previewer with its name and revision, or `nil` if none is configured.
    /// - Throws: `ConfigurationError` if the previewer cannot be made from its settings.
    public func makePreviewer(
        for mediaType: MediaType
    ) throws(ConfigurationError) -> (name: String, revision: String, previewer: any Previewer)? {
        guard let name = configuration.previewer(for: mediaType),
            // The plug-in's name comes before that of a table.
            let plugin = registry.previewers[String(name.prefix { $0 != "." })]
        else {
            return nil
        }
        do {
            let settings = configuration.previewerSettings[name] ?? Settings()
            let revision = "\(plugin.revision) \(settings.fingerprint)".trimmed
            var context = context
            context.table = name
            return (name, revision, try plugin.make(settings, context))
        } catch {
            let error = PluginError(setting: "\(name).\(error.setting)", reason: error.reason)
            throw problem(error, in: .preview)
        }
    }

    /// The limits of previews.
    public var previewLimits: PreviewLimits {
        let settings = configuration[.preview].settings
        return PreviewLimits(
            maxText: Int(clamping: settings[StageSettings.maxText].bytes),
            timeout: settings[StageSettings.previewTimeout])
    }

    /// How the library's documents are indexed.
    public var indexSettings: IndexSettings {
        let settings = configuration[.preview].settings
        return IndexSettings(
            stemming: IndexStemming(rawValue: settings[StageSettings.stemming]) ?? .none,
            maxText: Int(clamping: settings[StageSettings.indexText].bytes),
            followsStoring: settings[StageSettings.previewWhen] == "stored")
    }

    // MARK: Parts

    package func makeQueueMaker() throws(ConfigurationError) -> any QueueMaker {
        try make(.queue, from: registry.queues, context: context)
    }

    package func makePlanner() throws(ConfigurationError) -> any Planner {
        try make(.plan, from: registry.planners, context: context)
    }

    package func nameTemplate() throws(ConfigurationError) -> NameTemplate {
        let text = configuration[.store].settings[StageSettings.name]
        guard let template = NameTemplate(text) else {
            throw ConfigurationError(
                ConfigProblem(
                    origin: nil, key: "store.name",
                    found: "found \"\(text)\"" + (NameTemplate.fault(in: text).map { ": \($0)" } ?? ""),
                    expected: StageSettings.name.kind))
        }
        return template
    }

    /// Makes the parsers to choose from: the one that the profile names, or all.
    package func makeParsers() throws(ConfigurationError) -> [(name: String, parser: any Parser)] {
        if let name = configuration[.parse].use {
            return [(name, try make(.parse, from: registry.parsers, context: context))]
        }
        let settings = configuration[.parse].settings
        return try registry.parsers.plugins.map { plugin throws(ConfigurationError) in
            (plugin.name, try make(plugin, settings: settings, kind: .parse, context: context))
        }
    }

    /// The parsers that the profile does not name, if it names one, with the settings that all parsers share.
    package func makeOtherParsers() throws(ConfigurationError) -> [(name: String, parser: any Parser)] {
        guard let name = configuration[.parse].use else { return [] }
        let shared = configuration[.parse].settings.only(StageSettings.settings(of: .parse))
        let others = registry.parsers.plugins.filter { $0.name != name }
        return try others.map { plugin throws(ConfigurationError) in
            (plugin.name, try make(plugin, settings: shared, kind: .parse, context: context))
        }
    }

    /// Identifies parsers and settings: it changes whenever the same bytes would be parsed differently.
    package var parserFingerprint: String {
        let values = ([registry.version] + configuration[.parse].values.map { "\($0.key)=\($0.text ?? "")" })
            .joined(separator: "\n")
        return configuration[.parse].use == nil
            ? "by content: \(registry.parsers.names.joined(separator: " "))\n\(values)" : values
    }

    private func make<Product>(
        _ kind: PluginKind, from list: PluginList<Product>, context: PluginContext
    ) throws(ConfigurationError) -> Product {
        guard let name = configuration[kind].use, let plugin = list[name] else {
            throw ConfigurationError(
                ConfigProblem(
                    origin: nil, key: "\(kind.rawValue).use", found: "no plug-in is named",
                    expected: "one of \(list.names.joined(separator: ", "))"))
        }
        return try make(plugin, settings: configuration[kind].settings, kind: kind, context: context)
    }

    private func make<Product>(
        _ plugin: Plugin<Product>, settings: Settings, kind: PluginKind, context: PluginContext
    ) throws(ConfigurationError) -> Product {
        do {
            return try plugin.make(settings, context)
        } catch {
            throw problem(error, in: kind)
        }
    }

    private func problem(_ error: PluginError, in kind: PluginKind) -> ConfigurationError {
        ConfigurationError(inReadingOrder: configuration[kind].problems(error, at: kind.rawValue))
    }
}

extension Configuration.PluginConfiguration {
    /// The problems for an error of a plug-in, with the places of the settings.
    func problems(_ error: PluginError, at path: String) -> [ConfigProblem] {
        ([error] + error.others).map { problem($0, at: path) }
    }

    private func problem(_ error: PluginError, at path: String) -> ConfigProblem {
        let value = values.first { $0.key == error.setting }
        return ConfigProblem(
            origin: error.origin ?? (value?.origin == .builtIn ? nil : value?.origin),
            key: "\(path).\(error.setting)",
            found: error.reason)
    }
}
