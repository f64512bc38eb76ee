import CarrelBasics
import CarrelConfiguration
import CarrelHTTP
import CarrelStages
import CarrelStandard
import Foundation

/// What a command works with: the configuration, and the library and pipeline when it needs them.
struct Workspace {
    let invocation: Invocation
    let terminal: Terminal
    /// The requests of this command on the network.
    let activity = NetworkActivity()
    /// The environment, which all catalogues of the command share.
    private let context = Standard.makeContext()
    private let environment: [String: String]
    /// A loader for some folder, which those for all others are copies of: they share the shipped profiles.
    private let anyLoader: ConfigurationLoader
    /// The catalogues that the library knows, once they were read.
    let known = Locked<[KnownCatalog]?>(nil)
    /// What those are read with, once that was found out.
    let configurations = Locked<[KnownCatalog: Configuration]>([:])
    /// How long opening the library for writing waits while another process uses it.
    var patience = Duration.zero
    /// The profile, once its files were read; they are only read once.
    private let profile = Locked<LoadedProfile?>(nil)

    init(_ invocation: Invocation) {
        self.invocation = invocation
        environment = ProcessEnvironment.variables
        anyLoader = Standard.loader(environment: environment, workingDirectory: URL(filePath: "/"))
        terminal = Terminal(environment: environment)
    }

    var isJSON: Bool { invocation.has("--json") }
    var isQuiet: Bool { invocation.has("--quiet") }
    var isVerbose: Bool { invocation.has("--verbose") }
    /// Completes the commands in messages.
    var hints: LibraryHints { LibraryHints(invocation) }

    // MARK: Configuration

    var loader: ConfigurationLoader { loader(in: FileManager.default.currentDirectoryPath) }

    /// The loader for profiles that are found in a folder.
    func loader(in folder: String) -> ConfigurationLoader {
        var loader = anyLoader
        loader.locator.workingDirectory = URL(filePath: folder)
        return loader
    }

    /// Finds the files of profiles.
    var locator: ProfileLocator { loader.locator }

    /// Which catalogue a command is about.
    enum Choice {
        /// The profile's own source.
        case profile
        /// A path, a URL or `-`, which overrides the profile's source.
        case place(String)
        /// One of the catalogues that the profile lists.
        case listed(Configuration.ListedCatalog)
        /// One of the catalogues that the library knows.
        case known(KnownCatalog)

        /// Its name, if it has one.
        var name: String? {
            switch self {
            case .listed(let catalog): catalog.name
            case .known(let catalog): catalog.name
            case .profile, .place: nil
            }
        }
    }

    /// The merged and checked configuration.
    ///
    /// - Parameter choice: which catalogue it is for.
    /// - Returns: the configuration.
    /// - Throws: `ConfigurationError`, or `CommandError` for a malformed option.
    func configuration(_ choice: Choice = .profile) throws -> Configuration {
        let assignments = try assignments()
        switch choice {
        case .profile: return try load(assignments)
        case .listed(let catalog): return catalog.configuration
        case .known(let catalog): return try configuration(of: catalog)
        case .place(let place):
            guard !place.singleLine.isEmpty else {
                throw CommandError(
                    status: .usage,
                    message:
                        "carrel \(invocation.command): which catalogue? Name its URL, its file or its name: carrel catalogues"
                )
            }
            let base = try load(assignments)
            try checkPlace(place, catalogs: base.catalogs.map(\.name) + (known.value ?? []).map(\.name))
            let roles = base[.source].roles.map(\.name)
            guard roles.isEmpty else {
                throw CommandError(
                    status: .usage,
                    message: """
                        carrel: the profile's catalogue consists of \(roles.count) documents (\(roles.joined(separator: ", "))): \
                        name each with --set source.ROLE.url=URL or source.ROLE.path=FILE
                        """)
            }
            return try load(
                assignments + Self.assignments(for: place, over: base, registry: Standard.registry))
        }
    }

    /// The configuration, after all checks that have no effects.
    ///
    /// - Throws: `ConfigurationError` with every problem, or `CommandError` for a malformed option.
    func checkedConfiguration() throws -> Configuration {
        try loadedProfile().check(assignments(), context: Standard.makeContext())
    }

    /// The settings of the command line.
    func assignments() throws -> [ConfigAssignment] {
        let assignments = try (invocation.options["--set"] ?? []).map(Self.assignment)
        guard let folder = invocation.value("--library") else { return assignments }
        return assignments + [
            ConfigAssignment(key: "store.path", value: folder, option: "--library \(folder)")
        ]
    }

    private func load(_ assignments: [ConfigAssignment]) throws -> Configuration {
        try loadedProfile().configuration(assignments)
    }

    func loadedProfile() throws -> LoadedProfile {
        if let profile = profile.value { return profile }
        let loaded = try loader.profile(
            config: invocation.value("--config"), profile: invocation.value("--profile"))
        profile.withLock { $0 = loaded }
        return loaded
    }

    private static func assignment(_ text: String) throws -> ConfigAssignment {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard halves.count == 2 else {
            throw CommandError(
                status: .usage, message: "carrel: --set \(text.singleLine): expected STAGE.KEY=VALUE")
        }
        return ConfigAssignment(key: halves[0], value: halves[1], option: "--set \(text)")
    }

    /// The settings for a catalogue that the command line names: its place, and its source unless the profile's own
    /// source reads such places, as a proxy does.
    static func assignments(
        for catalog: String, over base: Configuration, registry: PluginRegistry
    ) -> [ConfigAssignment] {
        let place = CatalogPlace(of: catalog)
        var assignments: [ConfigAssignment] = []
        let current = base[.source].use.flatMap { registry.sources[$0] }
        // Sources that nothing implies, such as one of folders on the web, are there because the profile wants them.
        let isChosen = current.map { $0.wrapping != nil || $0.place == nil } ?? false
        let takesPlace =
            isChosen && current?.settings.contains { $0.name == place.setting } == true
            && current?.takesURLs?(base[.source].settings) != false
        if !takesPlace, let source = registry.source(reading: place) {
            assignments.append(ConfigAssignment(key: "source.use", value: source.name, option: catalog))
        }
        if let key = place.setting {
            assignments.append(ConfigAssignment(key: "source.\(key)", value: catalog, option: catalog))
        }
        return assignments
    }

    // MARK: Plug-ins

    /// A builder of plug-ins for the configuration.
    func builder(_ choice: Choice = .profile) throws -> PluginBuilder { builder(try configuration(choice)) }

    func builder(_ configuration: Configuration) -> PluginBuilder {
        var context = context
        context.activity = activity
        return PluginBuilder(registry: Standard.registry, configuration: configuration, context: context)
    }

    /// The location of a chosen catalogue.
    ///
    /// - Throws: `CommandError` if it has no source; `ConfigurationError` if the source cannot be made.
    func location(of choice: Choice) throws -> String {
        let sources = try builder(choice).sources(fetchingWith: NoFetcher())
        guard let source = try sources.makeSource() else { throw Self.noCatalog(choice) }
        return source.location
    }

    /// The error for a catalogue without a source.
    static func noCatalog(_ choice: Workspace.Choice) -> CommandError {
        guard let name = choice.name else {
            return CommandError(
                status: .usage,
                message: """
                    carrel: there is no catalogue yet; add one: carrel add URL
                    """)
        }
        return CommandError(
            status: .configuration,
            message: """
                carrel: the catalogue “\(name)” has no source; give its [[catalogue]] a source.url or a source.path
                """)
    }
}
