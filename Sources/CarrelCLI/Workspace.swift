import CarrelCore
import CarrelStandard
import Foundation

/// What a command works with: the configuration, and the library and pipeline when it needs them.
struct Workspace {
    let invocation: Invocation
    let terminal: Terminal
    private let environment = ProcessInfo.processInfo.environment

    init(_ invocation: Invocation) {
        self.invocation = invocation
        self.terminal = Terminal(environment: environment)
    }

    var isJSON: Bool { invocation.has("--json") }
    var isQuiet: Bool { invocation.has("--quiet") }
    var isVerbose: Bool { invocation.has("--verbose") }

    // MARK: Configuration

    private var loader: ConfigurationLoader {
        Standard.loader(
            environment: environment,
            workingDirectory: URL(filePath: FileManager.default.currentDirectoryPath))
    }

    /// The profiles that can be named, and where the user's are.
    var locator: ProfileLocator { loader.locator }

    /// The merged and checked configuration.
    ///
    /// - Parameter catalogue: a path, a URL or `-`, which overrides the profile's source.
    /// - Returns: the configuration.
    /// - Throws: `ConfigurationError`, or `CommandError` for a malformed option.
    func configuration(catalogue: String? = nil) throws -> Configuration {
        var assignments = try (invocation.options["--set"] ?? []).map(Self.assignment)
        if let folder = invocation.value("--library") {
            assignments.append(
                ConfigAssignment(key: "store.path", value: folder, option: "--library \(folder)"))
        }
        let base = try load(assignments)
        guard let catalogue else { return base }
        return try load(
            assignments + Self.assignments(for: catalogue, over: base, registry: Standard.registry))
    }

    private func load(_ assignments: [ConfigAssignment]) throws -> Configuration {
        try loader.load(
            config: invocation.value("--config"), profile: invocation.value("--profile"),
            assignments: assignments)
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
        let (key, source): (String?, String) =
            catalogue == "-" ? (nil, "stdin") : catalogue.contains("://") ? ("url", "http") : ("path", "file")
        var assignments: [ConfigAssignment] = []
        let current = base[.source].use.flatMap { registry.sources[$0] }
        let takesPlace = current?.wrapping != nil && source != "stdin"
        if !takesPlace {
            assignments.append(ConfigAssignment(key: "source.use", value: source, option: catalogue))
        }
        if let key {
            assignments.append(ConfigAssignment(key: "source.\(key)", value: catalogue, option: catalogue))
        }
        return assignments
    }

    // MARK: Library and pipeline

    /// A pipeline over the open library.
    struct Session {
        var pipeline: Pipeline
        var builder: PipelineBuilder
    }

    /// Opens the library and puts the pipeline together.
    ///
    /// - Parameters:
    ///   - access: `exclusive` for commands that store documents; it recovers what a killed process left.
    ///   - catalogue: overrides the profile's source.
    ///   - readsCatalogue: whether the command reads the catalogue, so that the source must be complete.
    ///   - observer: learns what happens.
    /// - Returns: the pipeline and what made it.
    /// - Throws: `ConfigurationError`, `StoreError` or `PipelineError`.
    func open(
        _ access: LibraryAccess, catalogue: String? = nil, readsCatalogue: Bool = false,
        observer: any PipelineObserver = SilentObserver()
    ) async throws -> Session {
        let builder = try builder(catalogue: catalogue)
        let store = try builder.makeStore()
        let library = try await openLibrary(access, store: store, builder: builder)
        let pipeline = try builder.makePipeline(
            store: store, library: library, observer: observer, readsCatalogue: readsCatalogue)
        if access == .exclusive { try await pipeline.recover() }
        return Session(pipeline: pipeline, builder: builder)
    }

    /// A builder of plug-ins for the configuration.
    func builder(catalogue: String? = nil) throws -> PipelineBuilder {
        PipelineBuilder(
            registry: Standard.registry, configuration: try configuration(catalogue: catalogue),
            context: Standard.makeContext())
    }

    private func openLibrary(
        _ access: LibraryAccess, store: any Store, builder: PipelineBuilder
    ) async throws -> any Library {
        let library = try Standard.openLibrary(root: store.root, access: access)
        guard access == .shared, !(try await library.pendingPublications()).isEmpty else { return library }
        // A killed process left documents without their names: finish that first, unless another one is at it.
        guard let exclusive = try? Standard.openLibrary(root: store.root, access: .exclusive) else {
            return library
        }
        // Looking must work also where that cannot be done now.
        try? await builder.makePipeline(store: store, library: exclusive, observer: SilentObserver())
            .recover()
        return library
    }

    /// The library as it is shown.
    func view(_ pipeline: Pipeline) async throws -> (view: LibraryView, finder: ItemFinder) {
        let view = try await LibraryView(pipeline)
        return (view, ItemFinder(view, selection: try await pipeline.library.selection()))
    }

    /// The library's timetables, with what finds a module of them.
    func timetable(_ pipeline: Pipeline) async throws -> (view: TimetableView, finder: ItemFinder) {
        var library = try await LibraryView(pipeline)
        library.catalogs.removeAll { $0.catalog.schedule == nil }
        guard !library.catalogs.isEmpty else {
            throw CommandError(
                status: .failedItems,
                message: """
                    carrel \(invocation.command): there is no timetable in the library. Run carrel sync with a \
                    profile that names [source.timetable], [source.modules] and [source.theatres] first
                    """)
        }
        return (
            try await TimetableView(library, pipeline.library), ItemFinder(library, selection: nil)
        )
    }
}

/// Takes no notice.
struct SilentObserver: PipelineObserver {
    func receive(_ event: PipelineEvent) {}
}
