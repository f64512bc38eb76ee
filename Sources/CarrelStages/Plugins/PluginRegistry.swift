import CarrelBasics
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

    /// The version of the plug-ins; another version may parse the same catalogue differently.
    public var version = ""

    public init() {}

    /// The plug-in of a kind that is used if none is named; `nil` if the catalogue or document decides.
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

    /// A description of every plug-in, by kind, then in the order of registration.
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
    /// Registering two with one name is a programming error.
    ///
    /// - Parameters:
    ///   - plugin: the plug-in.
    ///   - isDefault: whether it is used if none is named; of several, the last one registered is.
    public mutating func register(_ plugin: Plugin<Product>, isDefault: Bool = false) {
        // By place: to hand out each plug-in would copy all it has, and every command registers every plug-in.
        let isNew = plugins.indices.allSatisfy { plugins[$0].name != plugin.name }
        precondition(isNew, "the \(kind.rawValue) plug-in \(plugin.name) is registered twice")
        plugins.append(plugin)
        if isDefault { defaultName = plugin.name }
    }

    /// The plug-in of a name.
    public subscript(name: String) -> Plugin<Product>? { plugins.first { $0.name == name } }

    /// The names, in the order of registration.
    public var names: [String] { plugins.map(\.name) }

    /// The first plug-in that does something; `nil` if none does.
    public func first(_ feature: PluginFeature) -> Plugin<Product>? {
        plugins.first { $0.features.contains(feature) }
    }

    /// A description of each plug-in.
    public var descriptions: [PluginDescription] {
        plugins.map {
            PluginDescription(
                kind: kind, name: $0.name, summary: $0.summary, settings: $0.settings,
                wrapping: $0.wrapping?.name, roles: $0.roles, features: $0.features)
        }
    }
}

/// What can be said of a plug-in without making it.
public struct PluginDescription: Sendable {
    /// The kind.
    public let kind: PluginKind
    /// The name in config files.
    public let name: String
    /// One sentence, without a full stop.
    public let summary: String
    /// The settings that it declares.
    public let settings: [any SettingDeclaration]
    /// For a wrapper: the setting that names the plug-in it wraps.
    public let wrapping: String?
    /// For a parser of several documents: the role of each, such as `modules`.
    public let roles: [String]
    /// What it does that not every plug-in of its kind does.
    public let features: Set<PluginFeature>
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
    /// For a parser of several documents: the role of each, such as `modules`.
    ///
    /// Carrel reports a profile that names other roles. Empty for a parser of one document, or one that takes any
    /// roles.
    public let roles: [String]
    /// For a source: the kind of place for which it is used if the profile names no source.
    public let place: CatalogPlace?
    /// For a source with a setting `url` that it needs with certain settings only: whether it is one of those cases.
    public let takesURLs: (@Sendable (Settings) -> Bool)?
    /// What it does that not every plug-in of its kind does.
    public let features: Set<PluginFeature>
    /// For a previewer: raised when it shows documents differently, so that kept previews are made again.
    public let revision: Int
    /// The programs that it runs with certain settings.
    public let programs: @Sendable (Settings, PluginContext) -> [NeededProgram]
    /// For a plug-in that a profile may use several times: the tables that configure each use.
    public let tables: PluginTables?
    /// Makes the plug-in from checked settings.
    public let make: @Sendable (Settings, PluginContext) throws(PluginError) -> Product

    public init(
        _ name: String, summary: String, settings: [any SettingDeclaration] = [],
        wrapping: Setting<String?>? = nil, roles: [String] = [], place: CatalogPlace? = nil,
        tables: PluginTables? = nil, features: Set<PluginFeature> = [], revision: Int = 1,
        takesURLs: (@Sendable (Settings) -> Bool)? = nil,
        programs: @escaping @Sendable (Settings, PluginContext) -> [NeededProgram] = { _, _ in [] },
        make: @escaping @Sendable (Settings, PluginContext) throws(PluginError) -> Product
    ) {
        self.name = name
        self.summary = summary
        self.settings = settings
        self.wrapping = wrapping
        self.roles = roles
        self.place = place
        self.takesURLs = takesURLs
        self.features = features
        self.revision = revision
        self.programs = programs
        self.tables = tables
        self.make = make
    }
}

extension Plugin where Product == any Source {
    /// Whether a setting of it says where such a place is, with the values of its other settings.
    package func takes(_ place: CatalogPlace, with values: Settings) -> Bool {
        settings.contains { $0.name == place.setting } && takesURLs?(values) != false
    }
}

/// A program that a plug-in runs.
public struct NeededProgram: Sendable, Hashable {
    /// Its name, looked up in `PATH`, or its absolute path.
    public var name: String
    /// The Debian package that contains it; `nil` if none is known.
    public var package: String?
    /// What it is needed for, such as `thumbnails`; `nil` if nothing works without it.
    public var purpose: String?

    public init(_ name: String, package: String?, for purpose: String? = nil) {
        (self.name, self.package, self.purpose) = (name, package, purpose)
    }
}

/// The tables of a plug-in that a profile may use several times, such as `[preview.command.dicom]`.
///
/// The user chooses the name of each table; each has settings of its own.
public struct PluginTables: Sendable {
    /// What a name may be, for messages.
    public static let member = "a name of letters, digits, - and _"
    /// The setting that every table must have.
    public let required: String

    public init(required: String) { self.required = required }

    /// The name by which a profile uses the plug-in with the settings of a table, such as `command.dicom`.
    public static func name(_ plugin: String, _ table: String) -> String { "\(plugin).\(table)" }

    /// Whether a table may have that name.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte.isDigit
                    || byte == 0x2D || byte == 0x5F
            }
    }
}

/// Why a plug-in could not be made, although each of its settings is valid.
public struct PluginError: Error, Sendable, Hashable {
    /// The setting to correct.
    public let setting: String
    /// What was found and what is expected.
    public let reason: String
    /// Where it is, for a part of a setting's value; `nil` for the place of the setting.
    public let origin: ConfigOrigin?
    /// What else has to be corrected before it can be made.
    public let others: [PluginError]

    public init(
        setting: String, reason: String, origin: ConfigOrigin? = nil, others: [PluginError] = []
    ) {
        self.setting = setting
        self.reason = reason
        self.origin = origin
        self.others = others
    }

    /// All faults as one error; `nil` for none.
    public init?(_ faults: [PluginError]) {
        guard let first = faults.first else { return nil }
        self.init(
            setting: first.setting, reason: first.reason, origin: first.origin,
            others: first.others + faults.dropFirst())
    }
}

/// Faults of settings, collected so that all of them are told together.
extension [PluginError] {
    /// What is made of some settings; `nil` if they have a fault, which is kept.
    public mutating func attempt<Part>(_ part: @autoclosure () throws(PluginError) -> Part) -> Part? {
        do throws(PluginError) {
            return try part()
        } catch {
            append(error)
            return nil
        }
    }

    /// Throws what was collected, if there is anything.
    public func check() throws(PluginError) {
        if let error = PluginError(self) { throw error }
    }
}
