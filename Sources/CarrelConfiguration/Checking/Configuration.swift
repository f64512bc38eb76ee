import CarrelBasics
import CarrelHTTP
import CarrelStages

/// A checked configuration: the plug-in of each kind, and every value with its origin.
public struct Configuration: Sendable {
    /// The configuration of one kind of plug-in.
    public struct PluginConfiguration: Sendable {
        /// The plug-in to use; `nil` if the catalogue or the media type decides.
        public var use: String?
        /// The checked values of the kind and of the plug-in.
        public var settings = Settings()
        /// Every configured value, in the order of the settings' declaration.
        public var values: [ConfiguredValue] = []
        /// The tables of each group, such as `[download.hosts]`, by their names.
        public var groups: [String: [String: Settings]] = [:]
        /// The sources of a catalogue of several documents, in the order of the file.
        public var roles: [Role] = []
    }

    /// The source of one of several documents of a catalogue.
    public struct Role: Sendable {
        /// The role of the document in the catalogue.
        public var name: String
        /// Its source.
        public var source: PluginConfiguration
    }

    /// One of the catalogues that a profile lists as `[[catalogue]]`.
    public struct ListedCatalog: Sendable {
        /// Its unique name.
        public var name: String
        /// Where its entry begins.
        public var origin: ConfigOrigin
        /// The configuration of the profile with the settings of the entry.
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
        /// What the value lets a profile do beyond its own folder; `nil` for nothing.
        public var power: ProfilePower?
    }

    /// The files, nearest first.
    public var files: [String]
    /// The configuration of each kind.
    public var plugins: [PluginKind: PluginConfiguration]
    /// The tables that belong to no kind, such as `[after]`, by their names.
    public var furtherTables: [String: PluginConfiguration] = [:]
    /// The previewer of each media type; patterns such as `text/x-*`, `text/*` and `*/*` match types that are not
    /// listed.
    public var previewers: [String: String]
    /// The settings of each configured previewer.
    public var previewerSettings: [String: Settings]
    /// The locations of the profile's own catalogues, if the command line names another place; otherwise `nil`.
    ///
    /// The profile's credentials are only for its own catalogues.
    public var ownLocations: Set<String>?
    /// The catalogues that the profile lists, in order; empty if it has one source or none.
    public var catalogs: [ListedCatalog] = []

    /// The configuration of each table, with the table's name.
    public var tables: [(name: String, content: PluginConfiguration)] {
        PluginKind.allCases.map { ($0.rawValue, self[$0]) }
            + FurtherTable.all.map { ($0.name, furtherTables[$0.name] ?? PluginConfiguration()) }
    }

    /// The configuration of a kind of plug-in.
    public subscript(kind: PluginKind) -> PluginConfiguration { plugins[kind] ?? PluginConfiguration() }

    /// Whether it says where a catalogue is, or one of its documents.
    package var namesPlace: Bool {
        self[.source].values.contains { value in
            value.text != nil
                && CatalogPlace.settings.contains { value.key == $0 || value.key.hasSuffix(".\($0)") }
        }
    }

    /// The checked values of a table that belongs to no kind.
    public func settings(of table: FurtherTable) -> Settings {
        furtherTables[table.name]?.settings ?? Settings()
    }

    /// The previewer for a media type: that of the type itself, or else of the longest matching pattern.
    public func previewer(for mediaType: MediaType) -> String? {
        if let name = previewers[mediaType.essence] { return name }
        let fitting = previewers.keys.filter { $0.contains("*") && Glob($0).matches(mediaType.essence) }
        return fitting.max { $0.utf8.count < $1.utf8.count }.flatMap { previewers[$0] }
    }
}
