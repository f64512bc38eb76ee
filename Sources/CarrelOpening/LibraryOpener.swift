import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelStages
import Foundation

/// Opens a library as its profile says: the configuration, the catalogues, and the desk over them.
///
/// Every front end begins here, the command line as well as a page. The profile is read once; copies of an opener share
/// what was read.
public struct LibraryOpener: Sendable {
    /// What a person says about the library before anything is read.
    public struct Options: Sendable {
        /// The file of the profile; `nil` to find one by its name.
        public var config: String?
        /// The name of the profile; `nil` for the file in the working folder, or the default.
        public var profile: String?
        /// The folder of the library; `nil` for the one that the profile names.
        public var folder: String?
        /// Settings that go before those of the profile; a later one wins.
        public var assignments: [ConfigAssignment]
        /// How long opening for writing waits while another process uses the library; `nil` for as long as it takes.
        public var patience: Duration? = .zero
        /// What was seen of the library before; shared with whoever opens it again.
        public var presence = LibraryPresence()

        public init(
            config: String? = nil, profile: String? = nil, folder: String? = nil,
            assignments: [ConfigAssignment] = []
        ) {
            (self.config, self.profile, self.folder) = (config, profile, folder)
            self.assignments = assignments
        }
    }

    /// What a library is opened with, whichever it is.
    public struct Surroundings: Sendable {
        /// Finds and reads profiles.
        public var loader: ConfigurationLoader
        /// The plug-ins that profiles can name.
        public var registry: PluginRegistry
        /// The surroundings of plug-ins.
        public var context: PluginContext
        /// Makes what finds the media types of documents.
        public var makeDetector: @Sendable () -> any MediaTypeDetector

        public init(
            loader: ConfigurationLoader, registry: PluginRegistry, context: PluginContext,
            makeDetector: @escaping @Sendable () -> any MediaTypeDetector
        ) {
            (self.loader, self.registry, self.context) = (loader, registry, context)
            self.makeDetector = makeDetector
        }
    }

    /// A library that is open for writing, and what opened it.
    struct HeldLibrary: Sendable {
        var library: any Library
        var keeper: any LibraryKeeper
    }

    /// What the person said.
    public var options: Options
    /// The requests of everything that it opens.
    public let activity = NetworkActivity()
    /// Gets what is worth a sentence, on any thread.
    public var tell: @Sendable (OpeningNotice) -> Void

    let surroundings: Surroundings
    /// The library that is open for writing for everything that this opens; `nil` if each opening is one of its own.
    var held: HeldLibrary?
    /// The profile, once its files were read; they are only read once.
    private let profile = Locked<LoadedProfile?>(nil)
    /// The catalogues that the library knows, once they were read.
    let known = Locked<[KnownCatalog]?>(nil)
    /// What those are read with, once that was found out.
    let configurations = Locked<[KnownCatalog: Configuration]>([:])

    /// Makes an opener; nothing is read yet.
    ///
    /// - Parameters:
    ///   - options: what the person said.
    ///   - surroundings: what it opens a library with.
    ///   - tell: gets what is worth a sentence, on any thread.
    public init(
        _ options: Options, _ surroundings: Surroundings,
        tell: @escaping @Sendable (OpeningNotice) -> Void = { _ in }
    ) {
        (self.options, self.surroundings, self.tell) = (options, surroundings, tell)
    }

    // MARK: Configuration

    /// Finds and reads profiles.
    public var loader: ConfigurationLoader { surroundings.loader }

    /// Finds the files of profiles.
    public var locator: ProfileLocator { loader.locator }

    /// An opener that knows only the profiles that come with Carrel, and reads no file.
    public func withoutFiles() -> LibraryOpener {
        var surroundings = surroundings
        surroundings.loader.locator = surroundings.loader.locator.withoutFiles
        return LibraryOpener(options, surroundings, tell: tell)
    }

    /// The profile.
    ///
    /// - Returns: the profile, whose files are read by the first call.
    public func loadedProfile() throws(ConfigurationError) -> LoadedProfile {
        if let profile = profile.value { return profile }
        let loaded = try loader.profile(config: options.config, profile: options.profile)
        profile.withLock { $0 = loaded }
        return loaded
    }

    /// The settings that go before those of the profile.
    public var assignments: [ConfigAssignment] {
        guard let folder = options.folder else { return options.assignments }
        return options.assignments + [
            ConfigAssignment(key: "store.path", value: folder, option: "--library \(folder)")
        ]
    }

    /// The merged and checked configuration.
    ///
    /// - Parameter choice: which catalogue it is for.
    /// - Throws: `ConfigurationError`; `OpeningError` for a place that cannot be one.
    public func configuration(_ choice: CatalogChoice = .profile) throws -> Configuration {
        switch choice {
        case .profile: try loadedProfile().configuration(assignments)
        case .listed(let catalog): catalog.configuration
        case .known(let catalog): try configuration(of: catalog)
        case .place(let place): try configuration(at: place)
        }
    }

    /// The configuration, after all checks that have no effects.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    public func checkedConfiguration() throws(ConfigurationError) -> Configuration {
        try loadedProfile().check(assignments, context: surroundings.context)
    }

    // MARK: Plug-ins

    /// A builder of the plug-ins for a catalogue.
    ///
    /// - Throws: what `configuration(_:)` throws.
    public func builder(_ choice: CatalogChoice = .profile) throws -> PluginBuilder {
        builder(try configuration(choice))
    }

    /// A builder of the plug-ins that a configuration names.
    public func builder(_ configuration: Configuration) -> PluginBuilder {
        var context = surroundings.context
        context.activity = activity
        return PluginBuilder(
            registry: surroundings.registry, configuration: configuration, context: context)
    }

    /// The location of a chosen catalogue.
    ///
    /// - Returns: where it is, as its source gives it.
    /// - Throws: `OpeningError` if it has no source; `ConfigurationError` if the source cannot be made.
    public func location(of choice: CatalogChoice) throws -> String {
        let builder = try self.builder(choice)
        guard let source = try builder.sources(fetchingWith: NoFetcher()).makeSource() else {
            throw OpeningError.noSource(choice, builder)
        }
        return source.location
    }

    /// The location of a chosen catalogue that can be read: all its plug-ins can be made.
    ///
    /// - Returns: where it is.
    /// - Throws: `OpeningError`, `ConfigurationError`: what opening a desk that reads it would throw.
    public func readableLocation(of choice: CatalogChoice) throws -> String {
        let location = try location(of: choice)
        let problems = try builder(choice).problems()
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return location
    }

    /// The folder of the library; `nil` for a store without one.
    ///
    /// - Throws: `ConfigurationError`.
    public func libraryFolder() throws -> URL? { try builder().makeStore().libraryFolder }
}
