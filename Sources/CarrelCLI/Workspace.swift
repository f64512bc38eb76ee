import CarrelCore
import CarrelStandard
import Foundation

/// What a command works with: the configuration, and the library and pipeline when it needs them.
struct Workspace {
    let invocation: Invocation
    let terminal: Terminal
    /// What is on the network for this command.
    let activity = NetworkActivity()
    private let environment = ProcessInfo.processInfo.environment
    /// The profile, once its files were read: they are read once, whatever a command asks.
    private let profile = Locked<LoadedProfile?>(nil)

    init(_ invocation: Invocation) {
        self.invocation = invocation
        self.terminal = Terminal(environment: environment)
    }

    var isJSON: Bool { invocation.has("--json") }
    var isQuiet: Bool { invocation.has("--quiet") }
    var isVerbose: Bool { invocation.has("--verbose") }

    // MARK: Configuration

    private var loader: ConfigurationLoader { loader(in: FileManager.default.currentDirectoryPath) }

    /// What loads a profile that is found in a folder.
    func loader(in folder: String) -> ConfigurationLoader {
        Standard.loader(environment: environment, workingDirectory: URL(filePath: folder))
    }

    /// The profiles that can be named, and where the user's are.
    var locator: ProfileLocator { loader.locator }

    /// Which catalogue a command is about.
    enum Choice {
        /// What the profile says of itself.
        case profile
        /// A path, a URL or `-`, which overrides the profile's source.
        case place(String)
        /// One of the catalogues that the profile lists.
        case listed(Configuration.Catalogue)

        /// The name that the profile gives it, if it does.
        var name: String? {
            guard case .listed(let catalogue) = self else { return nil }
            return catalogue.name
        }
    }

    /// The catalogues that operands name, each by its name in the profile or by its place; without operands every
    /// catalogue of the profile.
    func choices(_ operands: [String]) throws -> [Choice] {
        let listed = try configuration().catalogues
        if operands.isEmpty { return listed.isEmpty ? [.profile] : listed.map(Choice.listed) }
        return operands.map { operand in
            listed.first { $0.name.lowercased() == operand.lowercased() }.map(Choice.listed)
                ?? .place(operand)
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
        case .listed(let catalogue): return catalogue.configuration
        case .place(let place):
            let base = try load(assignments)
            try checkPlace(place, catalogues: base.catalogues.map(\.name))
            let roles = base[.source].roles.map(\.name)
            guard roles.isEmpty else {
                throw CommandError(
                    status: .usage,
                    message: """
                        carrel: the profile's catalogue is \(roles.count) documents (\(roles.joined(separator: ", "))), \
                        which one place cannot name: give each with --set source.ROLE.url=URL or source.ROLE.path=FILE
                        """)
            }
            return try load(
                assignments + Self.assignments(for: place, over: base, registry: Standard.registry))
        }
    }

    /// The configuration, after every check that can be made without doing anything.
    ///
    /// - Throws: `ConfigurationError` with every problem, or `CommandError` for a malformed option.
    func checkedConfiguration() throws -> Configuration {
        try loadedProfile().check(assignments(), context: Standard.makeContext())
    }

    /// What options of the command line set.
    private func assignments() throws -> [ConfigAssignment] {
        let assignments = try (invocation.options["--set"] ?? []).map(Self.assignment)
        guard let folder = invocation.value("--library") else { return assignments }
        return assignments + [
            ConfigAssignment(key: "store.path", value: folder, option: "--library \(folder)")
        ]
    }

    private func load(_ assignments: [ConfigAssignment]) throws -> Configuration {
        try loadedProfile().configuration(assignments)
    }

    private func loadedProfile() throws -> LoadedProfile {
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

    /// What naming a catalogue on the command line sets: its place, and the source that reads it unless the
    /// profile's own source takes such a place, as a proxy does.
    private static func assignments(
        for catalogue: String, over base: Configuration, registry: PluginRegistry
    ) -> [ConfigAssignment] {
        let place = CataloguePlace(of: catalogue)
        var assignments: [ConfigAssignment] = []
        let current = base[.source].use.flatMap { registry.sources[$0] }
        let takesPlace = current?.wrapping != nil && place.setting != nil
        if !takesPlace, let source = registry.source(reading: place) {
            assignments.append(ConfigAssignment(key: "source.use", value: source.name, option: catalogue))
        }
        if let key = place.setting {
            assignments.append(ConfigAssignment(key: "source.\(key)", value: catalogue, option: catalogue))
        }
        return assignments
    }

    // MARK: Library and pipeline

    /// A pipeline over the open library.
    struct Session {
        var pipeline: Pipeline
        var builder: StageBuilder
        /// The pipelines of the catalogues that the profile lists, by their locations.
        var listed: [String: Pipeline] = [:]

        /// The pipeline that a catalogue's items are fetched and opened with.
        func pipeline(for location: String) -> Pipeline { listed[location] ?? pipeline }
    }

    /// Opens the library and puts the pipeline together.
    ///
    /// - Parameters:
    ///   - access: `exclusive` for commands that store documents; it recovers what a killed process left.
    ///   - choice: which catalogue it is for.
    ///   - readsCatalogue: whether the command reads the catalogue, so that the source must be complete.
    ///   - recovers: whether what a killed process left is finished here, and not by what the pipeline does next.
    ///   - observer: learns what happens.
    /// - Returns: the pipeline and what made it.
    /// - Throws: `ConfigurationError`, `StoreError` or `PipelineError`.
    func open(
        _ access: LibraryAccess, _ choice: Choice = .profile, readsCatalogue: Bool = false,
        recovers: Bool = true,
        observer: any PipelineObserver = SilentObserver()
    ) async throws -> Session {
        let builder = try builder(choice)
        let store = try builder.makeStore()
        let library = try await openLibrary(access, store: store, builder: builder)
        var pipeline = try builder.makePipeline(
            store: store, library: library, observer: observer, readsCatalogue: readsCatalogue)
        pipeline.catalogName = choice.name
        if access == .exclusive, recovers { try await pipeline.recover() }
        var session = Session(pipeline: pipeline, builder: builder)
        // A place that the command line names stands in none of the profile's catalogues.
        var catalogues = builder.configuration.catalogues
        if case .place = choice { catalogues = try configuration().catalogues }
        for catalogue in catalogues where catalogue.configuration.ownLocations == nil {
            let own = self.builder(catalogue.configuration)
            guard let location = own.catalogLocation else { continue }
            session.listed[location] = try own.makePipeline(
                store: store, library: library, observer: observer, readsCatalogue: false)
            session.listed[location]?.catalogName = catalogue.name
        }
        session.pipeline.namedLocations.formUnion(session.listed.keys)
        session.pipeline.catalogNames = session.listed.compactMapValues(\.catalogName)
        return session
    }

    /// A builder of plug-ins for the configuration.
    func builder(_ choice: Choice = .profile) throws -> StageBuilder { builder(try configuration(choice)) }

    private func builder(_ configuration: Configuration) -> StageBuilder {
        var context = Standard.makeContext()
        context.activity = activity
        return StageBuilder(registry: Standard.registry, configuration: configuration, context: context)
    }

    /// Has a command that writes wait for its turn.
    static let wait = OptionSpec(name: "--wait", help: "wait while another process uses the library")

    /// The library, where it is free, or as soon as it is.
    private func opened(_ access: LibraryAccess, _ keeper: any LibraryKeeper) async throws -> any Library {
        var hasSaidSo = false
        while true {
            do throws(StoreError) {
                return try await keeper.open(access)
            } catch {
                guard error.code == .busy, access == .exclusive, invocation.has("--wait") else { throw error }
            }
            if !hasSaidSo, !isQuiet {
                LineWriter.error.line("waiting for the library: another process uses it")
            }
            hasSaidSo = true
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func openLibrary(
        _ access: LibraryAccess, store: any Store, builder: StageBuilder
    ) async throws -> any Library {
        let keeper = try builder.makeLibraryKeeper(for: store)
        let library = try await opened(access, keeper)
        guard access == .shared, !(try await library.pendingPublications()).isEmpty else { return library }
        // A killed process left documents without their names: finish that first, unless another one is at it.
        guard let exclusive = try? await keeper.open(.exclusive) else {
            return library
        }
        // Looking must work also where that cannot be done now.
        try? await builder.makePipeline(store: store, library: exclusive, observer: SilentObserver())
            .recover()
        return library
    }
}

/// Takes no notice.
struct SilentObserver: PipelineObserver {
    func receive(_ event: PipelineEvent) {}
}
