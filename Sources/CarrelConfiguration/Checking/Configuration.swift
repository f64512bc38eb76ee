import CarrelHTTP
import CarrelStages

/// A checked configuration: which plug-in of each kind is used, with every value and where it came from.
public struct Configuration: Sendable {
    /// What is said of one kind of plug-in.
    public struct PluginConfiguration: Sendable {
        /// The plug-in that is used, or `nil` if the catalogue or the media type decides.
        public var use: String?
        /// The checked values of the kind and of the plug-in.
        public var settings = Settings()
        /// Every configured value, in the order of the settings' declaration.
        public var values: [ConfiguredValue] = []
        /// The tables of each group by their names, such as those of `[download.hosts]`.
        public var groups: [String: [String: Settings]] = [:]
        /// The sources of the documents of a catalogue that is several, in the order of the file.
        public var roles: [Role] = []
    }

    /// The source of one document among several of a catalogue.
    public struct Role: Sendable {
        /// What the document is in the catalogue.
        public var name: String
        /// Its source.
        public var source: PluginConfiguration
    }

    /// One of the catalogues that a profile lists as `[[catalogue]]`.
    public struct ListedCatalog: Sendable {
        /// Its name, which no other has.
        public var name: String
        /// Where its entry begins.
        public var origin: ConfigOrigin
        /// The profile with what the entry says instead.
        public var configuration: Configuration
    }

    /// One configured value.
    public struct ConfiguredValue: Sendable, Hashable {
        /// The key within the table.
        public var key: String
        /// The value as a config file would write it; `nil` for none.
        public var text: String?
        /// Where it came from.
        public var origin: ConfigOrigin
        /// Whether the value must not be printed.
        public var isSecret: Bool
        /// What the value lets a profile do beyond its own folder.
        public var power: ProfilePower?
    }

    /// The files, the nearest first.
    public var files: [String]
    /// What is said of each kind.
    public var plugins: [PluginKind: PluginConfiguration]
    /// The commands that are run when something has happened: the table `[after]`.
    public var after = PluginConfiguration()
    /// The previewer of each media type; patterns such as `text/x-*`, `text/*` and `*/*` match what is not listed.
    public var previewers: [String: String]
    /// The settings of each previewer that is configured.
    public var previewerSettings: [String: Settings]
    /// Where the profile's own catalogues are, where the command line names another place; `nil` if it does not.
    ///
    /// What the profile says of credentials is for its own.
    public var ownLocations: Set<String>?
    /// The catalogues that the profile lists, in their order; none if it has one source or none.
    public var catalogs: [ListedCatalog] = []

    /// What each table says, with its name.
    public var tables: [(name: String, content: PluginConfiguration)] {
        PluginKind.allCases.map { ($0.rawValue, self[$0]) } + [(AfterSettings.table, after)]
    }

    /// What is said of a kind of plug-in.
    public subscript(kind: PluginKind) -> PluginConfiguration { plugins[kind] ?? PluginConfiguration() }

    /// The previewer's name for a media type: the type itself, then the longest pattern with a star at its end that fits.
    public func previewer(for mediaType: MediaType) -> String? {
        if let name = previewers[mediaType.essence] { return name }
        let fitting = previewers.keys.filter { key in
            key == "*/*" || key.last == "*" && mediaType.essence.hasPrefix(key.dropLast())
        }
        return fitting.max { $0.utf8.count < $1.utf8.count }.flatMap { previewers[$0] }
    }
}
