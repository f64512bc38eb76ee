import CarrelBasics
import CarrelStages

/// One layer of a configuration: a file, the environment or the command line.
public struct ConfigLayer: Sendable {
    /// The values.
    public var table: ConfigTable
    /// Whether a library keeps it of commands.
    let isOfLibrary: Bool

    public init(table: ConfigTable = ConfigTable()) { self.init(table: table, isOfLibrary: false) }

    init(table: ConfigTable, isOfLibrary: Bool) { (self.table, self.isOfLibrary) = (table, isOfLibrary) }

    /// The layer of the variables `CARREL_STAGE_KEY`, such as `CARREL_DOWNLOAD_MAX_CONCURRENT`.
    ///
    /// It ignores variables whose second word is not a table of a profile; `problems(of:)` reports them.
    public init(environment: [String: String]) {
        var layer = ConfigLayer()
        // Most variables are not Carrel's: they are left before their names are split.
        let own = environment.filter { $0.key.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "c") }
        for (name, value) in own.sorted(by: { $0.key < $1.key }) {
            let words = name.split(separator: "_", maxSplits: 2).map { $0.lowercased() }
            guard words.count == 3, words[0] == "carrel", ProfileTables.names.contains(words[1]) else {
                continue
            }
            let key = words[2].replacing("_", with: "-")
            layer.set([words[1], key], to: .untyped(value), origin: .environment(name))
        }
        self = layer
    }

    /// The problems of variables whose names begin like Carrel's, but are not known.
    static func problems(of environment: [String: String]) -> [ConfigProblem] {
        environment.keys.sorted().compactMap { name in
            let words = name.split(separator: "_", maxSplits: 2).map { $0.lowercased() }
            guard name.hasPrefix("CARREL_"), !ownVariables.contains(where: name.hasPrefix),
                words.count < 3 || !ProfileTables.names.contains(words[1])
            else { return nil }
            let tables = ProfileTables.names.map { "CARREL_\($0.uppercased())_KEY" }
            let isTable = words.count > 1 && ProfileTables.names.contains(words[1])
            let near =
                words.count > 1 && !isTable ? NearestName.of(words[1], among: ProfileTables.names) : nil
            return ConfigProblem(
                origin: .environment(name), key: nil, found: "unknown variable",
                expected: "one of \(tables.joined(separator: ", ")) or CARREL_OPENER",
                suggestion: near.map {
                    (["carrel", $0] + words.dropFirst(2)).joined(separator: "_").uppercased()
                })
        }
    }

    /// Variables that are not settings: the viewer, and those for the commands of `[after]`.
    private static let ownVariables = ["CARREL_OPENER", "CARREL_EVENT"]

    /// The layer of `--set stage.key=value`; a later one wins.
    ///
    /// - Parameter assignments: the assignments, in order.
    /// - Throws: `ConfigurationError` if one does not have that form.
    public init(assignments: [ConfigAssignment]) throws(ConfigurationError) {
        var layer = ConfigLayer()
        for assignment in assignments {
            try layer.set(
                assignment.key, to: assignment.value, origin: .commandLine(assignment.option))
        }
        self = layer
    }

    /// Sets a value given as `STAGE.KEY=VALUE`.
    mutating func set(_ setting: String, origin: ConfigOrigin) throws(ConfigurationError) {
        let halves = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try set(String(halves[0]), to: halves.count > 1 ? String(halves[1]) : "", origin: origin)
    }

    private mutating func set(
        _ key: String, to value: String, origin: ConfigOrigin
    ) throws(ConfigurationError) {
        let path = Self.parts(of: key)
        guard path.count >= 2, path.allSatisfy({ !$0.isEmpty }) else {
            throw ConfigurationError(
                ConfigProblem(
                    origin: origin, key: nil, found: "“\(key)”" + (path.count < 2 ? " names no stage" : ""),
                    expected: "STAGE.KEY, such as download.max-concurrent",
                    suggestion: path.count < 2 ? Self.setting(named: key) : nil))
        }
        set(Self.joined(path), to: .untyped(value), origin: origin)
    }

    /// The setting of a stage that has a name, with its stage; `nil` if none has it.
    private static func setting(named name: String) -> String? {
        let kind = PluginKind.allCases.first { kind in
            StageSettings.settings(of: kind).contains { $0.name == name }
        }
        return kind.map { "\($0.rawValue).\(name)" }
    }

    // MARK: Keys

    /// A setting `STAGE.KEY=VALUE` with its key as `written(key:)` has it.
    public static func written(setting: String) -> String {
        let key = String(setting.prefix { $0 != "=" })
        return "\(written(key: key))\(setting.dropFirst(key.count))"
    }

    /// A key in the one form in which keys are compared and kept, that of `carrel config show`: a host or a media type is in
    /// quotes.
    public static func written(key: String) -> String {
        var path = joined(parts(of: key))
        if path.count == 4, let group = group(path) {
            path[2] = "\"\(group.normalized(path[2]) ?? path[2])\""
        } else {
            path = path.map { $0.contains("\"") || !needsQuotes($0) ? $0 : "\"\($0)\"" }
        }
        return path.joined(separator: ".")
    }

    /// The parts of a key between its dots; those in quotes, as config files and `carrel config show` write them, are one.
    private static func parts(of key: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in key {
            if character == "\"" { isQuoted.toggle() }
            if character == ".", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map(withoutQuotes)
    }

    /// A media type or a host without the quotes around it; what needs none keeps them, so that no plug-in knows it.
    private static func withoutQuotes(_ part: String) -> String {
        guard let inner = quoted(part), needsQuotes(inner) else { return part }
        return inner
    }

    private static func needsQuotes(_ part: String) -> Bool { part.contains { "./:".contains($0) } }

    /// What is in the quotes around a text; `nil` for one without them, or with nothing in them.
    private static func quoted(_ text: String) -> String? {
        guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// Joins the parts of a media type such as `application/vnd.ms-excel`, or of a host, that were split at dots.
    private static func joined(_ path: [String]) -> [String] {
        if path.count > 2, path[1].contains("/") {
            return [path[0], path.dropFirst().joined(separator: ".")]
        }
        guard path.count > 3, group(path) != nil, let setting = path.last else { return path }
        let member = path[2..<(path.count - 1)].joined(separator: ".")
        return [path[0], path[1], quoted(member) ?? member, setting]
    }

    /// The group of tables, such as those of hosts, that a key leads into.
    private static func group(_ path: [String]) -> SettingGroup? {
        PluginKind(rawValue: path[0]).flatMap { kind in
            StageSettings.groups(of: kind).first { $0.name == path[1] }
        }
    }

    // MARK: Values

    mutating func set(_ path: [String], to value: ConfigValue, origin: ConfigOrigin) {
        table.set(path[...], to: value, origin: origin)
    }
}

extension ConfigTable {
    /// Sets a value in tables within tables, which are made where they are missing.
    fileprivate mutating func set(_ path: ArraySlice<String>, to value: ConfigValue, origin: ConfigOrigin) {
        guard let key = path.first else { return }
        var former: Entry?
        if let index = entries.firstIndex(where: { $0.key == key }) { former = entries.remove(at: index) }
        var value = value
        if path.count > 1 {
            var nested = former?.table ?? ConfigTable()
            nested.set(path.dropFirst(), to: value, origin: origin)
            value = .table(nested)
        }
        entries.append(Entry(key: key, value: value, origin: origin))
    }
}

/// A value given on the command line.
public struct ConfigAssignment: Sendable, Hashable {
    /// The key with its table, such as `store.path`.
    public var key: String
    /// The value as text.
    public var value: String
    /// What says it on the command line, for messages: of `--set` the key alone, as the value may be meant as a secret.
    public var option: String

    public init(key: String, value: String, option: String) {
        (self.key, self.value, self.option) = (key, value, option)
    }
}
