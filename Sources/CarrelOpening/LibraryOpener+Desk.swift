import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelStages
import Foundation

/// Opens the library and a desk over it.
extension LibraryOpener {
    /// Opens the library and a desk over it.
    ///
    /// - Parameters:
    ///   - access: `shared` to look, and for front ends that stay open; `exclusive` to write alone; `joined` to write
    ///     beside others where the library's machines share its jobs, and alone elsewhere.
    ///   - choices: the catalogues to read, whose sources must be complete; the first one is the desk's own. If empty,
    ///     that is the profile's, which is not read.
    ///   - own: the catalogue whose profile says how documents are kept and looked into; `nil` for the first one read.
    ///   - begins: whether whoever writes may begin a library; whoever reads a catalogue may in any case.
    ///   - previews: whether previews are made, and the index is searched.
    ///   - posting: how documents are left to other machines, if the library's machines share its jobs.
    ///   - observer: gets the events; `nil` if nobody else than listeners does.
    /// - Throws: `ConfigurationError`, `StoreError`, `PreviewError` or `OpeningError`.
    public func desk(
        _ access: LibraryAccess = .shared, reading choices: [CatalogChoice] = [],
        with own: CatalogChoice? = nil, begins: Bool = false,
        previews: Bool = false, posting: PostingOptions = PostingOptions(),
        observer: (any PipelineObserver)? = nil
    ) async throws -> Desk {
        var parts = try await deskParts(
            access, reading: choices, with: own, begins: begins, previews: previews)
        parts.posting = posting
        let desk = Desk(parts, observer: observer)
        if access == .shared { await desk.recover() }
        return desk
    }

    /// What a desk over the library works with; see `desk`.
    func deskParts(
        _ access: LibraryAccess = .shared, reading choices: [CatalogChoice],
        with own: CatalogChoice?, begins: Bool = false, previews: Bool
    ) async throws -> Desk.Parts {
        let builder = try builder(own ?? choices.first ?? .profile)
        let store = try builder.makeStore()
        let access = try Self.access(access, builder)
        let keeper = try keeper(for: store, builder)
        let library = try await library(access, keeper, store, begins: begins || !choices.isEmpty)
        let known = try await library.knownCatalogs()
        let pipelines = try pipelines(
            reading: choices, known, builder, PipelineMaking(store: store, library: library))
        let isWriting = access == .exclusive || access == .joined
        let previews = previews || isWriting && builder.indexSettings.followsStoring
        // Who opens it for writing holds the lock as long as the desk is there.
        let held = isWriting ? library : nil
        var parts = Desk.Parts(
            pipelines.profile, listed: pipelines.listed,
            previews: previews ? PreviewStage(builder, detector: surroundings.makeDetector()) : nil,
            index: previews ? Self.index(builder.indexSettings, keeper) : nil
        ) { (access: LibraryAccess) async throws(StoreError) in
            if let held { return held }
            if access != .shared { try Self.loadDigests() }
            let library = try await opened(access, keeper)
            try await Self.prepare(store, for: access)
            return library
        }
        parts.places = try places(choices)
        parts.known = Set(known.map(\.location)).intersection(pipelines.listed.keys)
            .subtracting(parts.places)
        parts.openAtOnce = { (access: LibraryAccess) async throws(StoreError) in
            try Self.loadDigests()
            let library = try await keeper.open(access)
            try await Self.prepare(store, for: access)
            return library
        }
        parts.remembers = keeper.remembers
        return parts
    }

    /// Where the catalogues are that somebody named by their places.
    private func places(_ choices: [CatalogChoice]) throws -> Set<String> {
        let places = choices.filter { if case .place = $0 { true } else { false } }
        return Set(try places.map { try location(of: $0) })
    }

    private static func index(_ settings: IndexSettings, _ keeper: any LibraryKeeper) -> IndexParts {
        IndexParts(settings) { (replacing: Bool) async throws(StoreError) in
            try await keeper.openIndex(settings.stemming, replacing: replacing)
        }
    }

    // MARK: The library

    /// An opener whose library is open for writing, as long as it and its desks are there.
    ///
    /// Whoever waited for it decides with this one what to do: another process may have changed meanwhile which catalogues
    /// there are, and how they are read.
    ///
    /// - Parameter access: how it is held, as for `desk`.
    /// - Returns: the opener; it knows nothing of catalogues that have changed.
    /// - Throws: `ConfigurationError`; `StoreError`, with `.busy` if another process uses it for longer than the opener has
    ///   patience, and with `.gone` if it is taken away or exchanged meanwhile.
    public func holding(_ access: LibraryAccess) async throws -> LibraryOpener {
        let builder = try builder()
        let keeper = try keeper(for: try builder.makeStore(), builder)
        try Self.loadDigests()
        let library = try await opened(try Self.access(access, builder), keeper)
        var holding = self
        holding.held = HeldLibrary(library: library, keeper: keeper)
        // What has not changed meanwhile need not be read again.
        if try await library.knownCatalogs() != known.value { holding.forgetKnown() }
        return holding
    }

    /// Opens the library of a desk, with the store that keeps its documents.
    private func library(
        _ access: LibraryAccess, _ keeper: any LibraryKeeper, _ store: any Store, begins: Bool
    ) async throws -> any Library {
        if !begins, access != .working { try checkNamed(store.libraryFolder) }
        if access != .shared { try Self.loadDigests() }
        // A worker takes the library as it needs it.
        let library = try await opened(
            access == .working ? .shared : access, keeper, in: store.libraryFolder, begins: begins)
        try await Self.prepare(store, for: access)
        return library
    }

    /// How a library is opened whose machines may not share its jobs.
    private static func access(_ access: LibraryAccess, _ builder: PluginBuilder) throws -> LibraryAccess {
        let isShared = try builder.makeQueueMaker().isShared
        return access == .joined && !isShared ? .exclusive : access
    }

    /// Has the store open the folder that was locked with the library.
    private static func prepare(_ store: any Store, for access: LibraryAccess) async throws(StoreError) {
        if access == .exclusive || access == .working { try await store.prepare() }
    }

    /// Loads what makes digests before anything is written: later there may be no descriptor left to load it with.
    private static func loadDigests() throws(StoreError) {
        guard let problem = LoadedLibrary.crypto.problem() else { return }
        throw StoreError(.system, subject: "OpenSSL", reason: problem.reason, remedy: problem.remedy)
    }

    /// Opens the library of the profile's store, for writing as soon as it is free.
    ///
    /// - Parameters:
    ///   - access: what for.
    ///   - begins: whether whoever writes begins one where none is there.
    /// - Throws: `ConfigurationError`; `StoreError`, with `.busy` if another process uses it for longer than the opener
    ///   has patience.
    package func library(_ access: LibraryAccess, begins: Bool = true) async throws -> any Library {
        let builder = try builder()
        return try await opened(access, try keeper(for: try builder.makeStore(), builder), begins: begins)
    }

    /// Makes a keeper of the library with a store's documents, unless the library was there before and is no longer.
    private func keeper(for store: any Store, _ builder: PluginBuilder) throws -> any LibraryKeeper {
        // The keeper begins none in the place of one that it saw, and is made before this looks.
        let keeper = try held?.keeper ?? builder.makeLibraryKeeper(for: store)
        try options.presence.check(store.libraryFolder)
        return keeper
    }

    /// Opens a library, for writing as soon as it is free.
    ///
    /// - Parameters:
    ///   - access: what for.
    ///   - keeper: whose library it is.
    ///   - begins: whether whoever writes begins one where none is there.
    /// - Throws: `StoreError`, with `.busy` if another process uses it for longer than the opener has patience.
    package func opened(
        _ access: LibraryAccess, _ keeper: any LibraryKeeper, begins: Bool = true
    ) async throws(StoreError) -> any Library {
        if let held { return held.library }
        let clock = ContinuousClock()
        let end = options.patience.map { clock.now + $0 }
        var told: Set<String?> = []
        while true {
            let obstacle: StoreError
            do throws(StoreError) {
                return try await keeper.open(access, begins: begins)
            } catch {
                obstacle = error
                guard error.code == .busy, access != .shared, end.map({ clock.now < $0 }) ?? true else {
                    throw error
                }
            }
            // Some patience passes unnoticed. What helps is another thing once a worker is no longer heard of.
            if end == nil, told.insert(obstacle.remedy).inserted { tell(.waiting(obstacle)) }
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else {
                throw StoreError(.cancelled, subject: "the library", reason: "interrupted")
            }
        }
    }
}
