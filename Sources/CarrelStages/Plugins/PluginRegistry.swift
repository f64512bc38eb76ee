import CarrelHTTP

/// Every plug-in of every kind: a value that is filled once, at start, and then only read.
public struct PluginRegistry: Sendable {
    /// Sources by name.
    public var sources = PluginList<any Source>(kind: .source)
    /// Parsers by name.
    public var parsers = PluginList<any Parser>(kind: .parse)
    /// Planners by name.
    public var planners = PluginList<any Planner>(kind: .plan)
    /// Fetchers by name.
    public var fetchers = PluginList<any Fetcher>(kind: .download)
    /// Stores by name.
    public var stores = PluginList<any Store>(kind: .store)
    /// Previewers by name.
    public var previewers = PluginList<any Previewer>(kind: .preview)
    /// Libraries by name.
    public var libraries = PluginList<any LibraryKeeper>(kind: .library)
    /// Queues by name.
    public var queues = PluginList<any QueueMaker>(kind: .queue)

    /// The version of the plug-ins: another one may understand the same catalogue in another way.
    public var version = ""

    /// Makes an empty registry.
    public init() {}

    /// The plug-in of a kind that is used if none is named; `nil` if what there is to do decides.
    public func defaultName(of kind: PluginKind) -> String? {
        switch kind {
        case .source: sources.defaultName
        case .parse: parsers.defaultName
        case .plan: planners.defaultName
        case .download: fetchers.defaultName
        case .store: stores.defaultName
        case .preview: previewers.defaultName
        case .library: libraries.defaultName
        case .queue: queues.defaultName
        }
    }

    /// The source that reads what is at a place; `nil` if there is none.
    public func source(reading place: CatalogPlace) -> Plugin<any Source>? {
        sources.plugins.first { $0.place == place }
    }

    /// What is known of every plug-in, by kind and then by name.
    public var descriptions: [PluginDescription] {
        sources.descriptions + parsers.descriptions + planners.descriptions + fetchers.descriptions
            + stores.descriptions + previewers.descriptions + libraries.descriptions + queues.descriptions
    }
}

/// The plug-ins of one kind.
public struct PluginList<Product: Sendable>: Sendable {
    /// The kind.
    public let kind: PluginKind
    /// The plug-ins, in the order of their registration.
    public private(set) var plugins: [Plugin<Product>] = []
    /// The plug-in that is used if none is named.
    public private(set) var defaultName: String?

    init(kind: PluginKind) { self.kind = kind }

    /// Adds a plug-in.
    ///
    /// Two of one name are a programming error.
    ///
    /// - Parameters:
    ///   - plugin: the plug-in.
    ///   - isDefault: whether it is used if none is named; the last one for which that is said is.
    public mutating func register(_ plugin: Plugin<Product>, isDefault: Bool = false) {
        precondition(
            self[plugin.name] == nil, "the \(kind.rawValue) plug-in \(plugin.name) is registered twice")
        plugins.append(plugin)
        if isDefault { defaultName = plugin.name }
    }

    /// The plug-in of a name.
    public subscript(name: String) -> Plugin<Product>? { plugins.first { $0.name == name } }

    /// The names, in the order of registration.
    public var names: [String] { plugins.map(\.name) }

    /// What is known of each plug-in.
    public var descriptions: [PluginDescription] {
        plugins.map {
            PluginDescription(
                kind: kind, name: $0.name, summary: $0.summary, settings: $0.settings,
                wrapping: $0.wrapping?.name, roles: $0.roles)
        }
    }
}

/// What is known of a plug-in without making it.
public struct PluginDescription: Sendable {
    /// The kind.
    public let kind: PluginKind
    /// The name in config files.
    public let name: String
    /// One sentence, without a full stop.
    public let summary: String
    /// The settings that it declares.
    public let settings: [any SettingDeclaration]
    /// The setting that names the plug-in it wraps, for a wrapper.
    public let wrapping: String?
    /// For a parser: what the documents are that its catalogue is made of, where it is several.
    public let roles: [String]
}

/// A plug-in: its name, its settings and how to make it.
public struct Plugin<Product: Sendable>: Sendable {
    /// The name in config files, in lower case with hyphens.
    public let name: String
    /// One sentence that says what it does, without a full stop.
    public let summary: String
    /// Every setting that it reads.
    public let settings: [any SettingDeclaration]
    /// For a wrapper: the setting that names another plug-in of the kind.
    ///
    /// Its table may then hold the settings of that plug-in too.
    public let wrapping: Setting<String?>?
    /// For a parser: what the documents are that its catalogue is made of, such as `modules`.
    ///
    /// A profile that names other ones is reported. None where it is one document, or the parser takes whatever comes.
    public let roles: [String]
    /// For a source: the place that it reads if nothing but the place is named.
    public let place: CatalogPlace?
    /// For a previewer: counts up when it shows the same document in another way; what was kept of it is made anew then.
    public let revision: Int
    /// The programs that it runs.
    public let programs: [NeededProgram]
    /// For a plug-in that a profile may have several times: the tables that say what each is.
    public let tables: PluginTables?
    /// Makes the plug-in from checked settings.
    public let make: @Sendable (Settings, PluginContext) throws(PluginError) -> Product

    /// Describes a plug-in.
    public init(
        _ name: String, summary: String, settings: [any SettingDeclaration] = [],
        wrapping: Setting<String?>? = nil, roles: [String] = [], place: CatalogPlace? = nil,
        tables: PluginTables? = nil, revision: Int = 1, programs: [NeededProgram] = [],
        make: @escaping @Sendable (Settings, PluginContext) throws(PluginError) -> Product
    ) {
        self.name = name
        self.summary = summary
        self.settings = settings
        self.wrapping = wrapping
        self.roles = roles
        self.place = place
        self.revision = revision
        self.programs = programs
        self.tables = tables
        self.make = make
    }
}

/// A program that a plug-in runs.
public struct NeededProgram: Sendable, Hashable {
    /// Its name, looked up in `PATH`.
    public var name: String
    /// The package of Debian that brings it.
    public var package: String

    public init(_ name: String, package: String) { (self.name, self.package) = (name, package) }
}

/// The tables of a plug-in that a profile may have several times, such as `[preview.command.dicom]`: each has a name that the
/// user chooses, and settings of its own.
public struct PluginTables: Sendable {
    /// What a name is, for messages.
    public static let member = "a name of letters, digits, - and _"
    /// The setting without which a table says nothing.
    public let required: String

    public init(required: String) { self.required = required }

    /// What a profile calls the plug-in with the settings of a table, such as `command.dicom`.
    public static func name(_ plugin: String, _ table: String) -> String { "\(plugin).\(table)" }

    /// Whether a table may have that name.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
    }
}

/// Why a plug-in could not be made from settings that are each valid.
public struct PluginError: Error, Sendable, Hashable {
    /// The setting to correct.
    public let setting: String
    /// What was found and what is expected.
    public let reason: String

    public init(setting: String, reason: String) {
        self.setting = setting
        self.reason = reason
    }
}
