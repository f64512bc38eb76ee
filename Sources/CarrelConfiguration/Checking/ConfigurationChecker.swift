import CarrelBasics
import CarrelStages

/// Checks the layers of a configuration against the declared settings of stages and plug-ins, and merges them.
///
/// Every layer is checked whole, even where a nearer one overrides it, and all problems are collected.
struct ConfigurationChecker {
    let registry: PluginRegistry
    let layers: [ConfigLayer]
    /// The descriptions of the plug-ins, made once, because every setting is looked up in them.
    private let descriptions: [PluginDescription]
    /// Whether it checks one of several catalogues of a profile.
    var isOneOfSeveral = false
    /// The problems so far.
    var problems: [ConfigProblem] = []

    /// Takes the layers, nearest first.
    init(registry: PluginRegistry, layers: [ConfigLayer]) {
        self.registry = registry
        self.layers = layers
        descriptions = registry.descriptions
    }

    /// Checks everything.
    ///
    /// - Parameter files: the names of the files, nearest first.
    /// - Returns: the configuration, as far as it is valid.
    mutating func check(files: [String]) -> Configuration {
        checkTopLevel()
        var plugins: [PluginKind: Configuration.PluginConfiguration] = [:]
        for kind in PluginKind.allCases where kind != .preview {
            plugins[kind] = check(kind, entries: entries(of: kind), at: kind.rawValue)
        }
        plugins[.source] = checkRoles(
            of: plugins[.source] ?? Configuration.PluginConfiguration(), parser: plugins[.parse]?.use)
        let previews = checkPreviews()
        plugins[.preview] = previews.stage
        checkSharing(plugins)
        return Configuration(
            files: files, plugins: plugins,
            furtherTables: FurtherTable.all.reduce(into: [:]) { $0[$1.name] = check($1) },
            previewers: previews.previewers, previewerSettings: previews.settings)
    }

    private mutating func checkTopLevel() {
        let valid = ["extends", CatalogTables.key] + ProfileTables.names
        for entry in layers.reversed().flatMap(\.table.entries) {
            if !valid.contains(entry.key) {
                problems.append(
                    ConfigProblem(
                        origin: entry.origin, key: entry.key, found: "unknown key",
                        expected: "one of \(valid.joined(separator: ", "))",
                        suggestion: NearestName.of(entry.key, among: valid)))
            } else if ProfileTables.names.contains(entry.key), entry.table == nil {
                problems.append(
                    ConfigProblem(
                        origin: entry.origin, key: entry.key, found: "found \(entry.value.found)",
                        expected: "a table, such as [\(entry.key)]"))
            }
        }
    }

    /// The entries of a kind's table in all layers, nearest first.
    func entries(of kind: PluginKind) -> [ConfigTable.Entry] { entries(of: kind.rawValue) }

    func entries(of name: String) -> [ConfigTable.Entry] {
        layers.flatMap { $0.table[name]?.inner ?? [] }
    }

    // MARK: A kind with one plug-in

    /// Checks the entries of a kind's table.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - all: the entries, nearest first; tables of roles are checked separately.
    ///   - path: the table's full name, for messages.
    /// - Returns: the configuration of the kind.
    mutating func check(
        _ kind: PluginKind, entries all: [ConfigTable.Entry], at path: String
    ) -> Configuration.PluginConfiguration {
        let entries = kind == .source ? all.filter { $0.table == nil } : all
        var result = Configuration.PluginConfiguration()
        let use = use(of: kind, in: entries, at: path)
        result.use = use?.name
        result.values.append(
            Configuration.ConfiguredValue(
                key: "use", text: use?.name.configText, origin: use?.origin ?? .builtIn, isSecret: false))
        let ofKind = StageSettings.settings(of: kind)
        let known = ofKind + settings(of: use?.name, kind: kind, entries: entries)
        let others = descriptions.filter { $0.kind == kind }
        let groups = StageSettings.groups(of: kind)
        var inGroups = Configuration.PluginConfiguration()
        for entry in entries.reversed() where entry.key != "use" {
            if let group = groups.first(where: { $0.name == entry.key }) {
                check(group, entry, in: path, into: &inGroups)
            } else if let setting = known.first(where: { $0.name == entry.key }) {
                _ = decode(entry, as: setting, in: path)
            } else {
                checkForeign(entry, kind: kind, at: path, use: use, known: known, others: others)
            }
        }
        for setting in known {
            let isShown = use != nil || ofKind.contains { $0.name == setting.name }
            read(setting, from: entries, isShown: isShown, into: &result)
        }
        result.groups = inGroups.groups
        result.values += inGroups.values
        return result
    }

    private mutating func use(
        of kind: PluginKind, in entries: [ConfigTable.Entry], at path: String
    ) -> (name: String, origin: ConfigOrigin)? {
        let names = descriptions.filter { $0.kind == kind }.map(\.name)
        var nearest: (String, ConfigOrigin)?
        for entry in entries.reversed() where entry.key == "use" {
            guard let name = entry.value.text, names.contains(name) else {
                problems.append(unknownPlugin(entry, at: "\(path).use", among: names))
                continue
            }
            nearest = (name, entry.origin)
        }
        return nearest ?? implied(kind, in: entries)
            ?? registry.defaultName(of: kind).map { ($0, .builtIn) }
    }

    /// The source for a URL or a path, if no source is named.
    private func implied(
        _ kind: PluginKind, in entries: [ConfigTable.Entry]
    ) -> (name: String, origin: ConfigOrigin)? {
        guard kind == .source, !entries.contains(where: { $0.key == "use" }),
            let entry = entries.first(where: { CatalogPlace.settings.contains($0.key) }),
            let place = CatalogPlace.allCases.first(where: { $0.setting == entry.key })
        else { return nil }
        return registry.source(reading: place).map { ($0.name, entry.origin) }
    }

    /// The settings of a plug-in, and of the plug-in that it wraps.
    func settings(
        of name: String?, kind: PluginKind, entries: [ConfigTable.Entry]
    ) -> [any SettingDeclaration] {
        // If the catalogue decides on the plug-in, the settings of all of them are possible.
        guard let name else {
            return SharedSetting.joined(descriptions.filter { $0.kind == kind }.flatMap(\.settings))
        }
        guard let plugin = descriptions.first(where: { $0.kind == kind && $0.name == name })
        else { return [] }
        guard let wrapping = plugin.wrapping else { return plugin.settings }
        let wrapped = entries.first { $0.key == wrapping }?.value.text
        let inner = descriptions.filter {
            $0.kind == kind && $0.name != name && (wrapped == nil || $0.name == wrapped)
        }
        return (plugin.settings + inner.flatMap(\.settings)).uniqued { $0.name }
    }

    /// Checks a key that the chosen plug-in does not have: it may be another plug-in's, from a farther layer, or a
    /// mistake.
    private mutating func checkForeign(
        _ entry: ConfigTable.Entry, kind: PluginKind, at path: String,
        use: (name: String, origin: ConfigOrigin)?, known: [any SettingDeclaration],
        others: [PluginDescription]
    ) {
        let owners = others.filter { $0.settings.contains { $0.name == entry.key } }
        if let owner = owners.first, let setting = owner.settings.first(where: { $0.name == entry.key }) {
            // If no plug-in is chosen, or a nearer layer chooses it, the key may be meant for another one.
            guard let use, isMeant(entry, forChoiceAt: use.origin, of: kind) else {
                _ = decode(entry, as: setting, in: path)
                return
            }
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(path).\(entry.key)",
                    found: "“\(use.name)” has no such setting",
                    expected: "use = \(owners.map { "\"\($0.name)\"" }.joined(separator: " or "))"))
            return
        }
        let names =
            ["use"] + (known + (use == nil ? others.flatMap(\.settings) : [])).map(\.name)
            + StageSettings.groups(of: kind).map(\.name)
        problems.append(unknown(entry, in: path, valid: names))
    }

    /// Whether a key is for the plug-in that is chosen: it is beside the choice, or in a file that is nearer.
    ///
    /// The environment and the command line hold for all profiles and catalogues, whatever each chooses; and so does what a
    /// library keeps of the command line.
    private func isMeant(
        _ entry: ConfigTable.Entry, forChoiceAt choice: ConfigOrigin, of kind: PluginKind
    ) -> Bool {
        guard let chosen = layer(of: choice, kind), let own = layer(of: entry.origin, kind) else {
            return false
        }
        return own == chosen || own < chosen && entry.origin.fileName != nil && !layers[own].isOfLibrary
    }

    /// The place of the layer in which a key of a kind's table was set, counted from the nearest.
    private func layer(of origin: ConfigOrigin, _ kind: PluginKind) -> Int? {
        layers.firstIndex { layer in
            (layer.table[kind.rawValue]?.inner ?? []).contains { entry in
                entry.origin == origin || entry.inner.contains { $0.origin == origin }
            }
        }
    }

    // MARK: Values

    func unknown(_ entry: ConfigTable.Entry, in table: String, valid: [String]) -> ConfigProblem {
        let names = valid.uniqued()
        // The value is not shown, because a misspelt key may be that of a secret.
        return ConfigProblem(
            origin: entry.origin, key: "\(table).\(entry.key)", found: "unknown key",
            expected: names.isEmpty ? "none: it has no settings" : "one of \(names.joined(separator: ", "))",
            suggestion: NearestName.of(entry.key, among: names))
    }

    /// A value that names none of the plug-ins, or of what else may be there.
    func unknownPlugin(
        _ entry: ConfigTable.Entry, at key: String, among names: [String], or others: [String] = []
    ) -> ConfigProblem {
        ConfigProblem(
            origin: entry.origin, key: key,
            found: entry.value.text.map { "unknown plug-in “\($0)”" } ?? "found \(entry.value.found)",
            expected: "one of \((names + others).joined(separator: ", "))",
            suggestion: entry.value.text.flatMap { NearestName.of($0, among: names) })
    }

    mutating func decode(
        _ entry: ConfigTable.Entry, as setting: any SettingDeclaration, in table: String
    ) -> (any Sendable)? {
        if let value = setting.decode(entry.value) { return value }
        problems.append(
            ConfigProblem(
                origin: entry.origin, key: "\(table).\(entry.key)",
                found: "found " + found(entry.value, as: setting),
                expected: setting.kind,
                suggestion: entry.value.text.flatMap { NearestName.of($0, among: setting.choices) }))
        return nil
    }

    /// A refused value, with what is wrong with it if that is known.
    private func found(_ value: ConfigValue, as setting: any SettingDeclaration) -> String {
        guard !setting.isSecret else { return "a value that is not shown" }
        return value.found + (setting.fault(of: value).map { ": \($0)" } ?? "")
    }

    /// Reads the value of a setting from the nearest entry.
    ///
    /// - Parameters:
    ///   - setting: the setting.
    ///   - entries: the entries of its table, nearest first.
    ///   - isShown: whether to show it even if it is not configured.
    ///   - result: gets the value.
    func read(
        _ setting: any SettingDeclaration, from entries: [ConfigTable.Entry], isShown: Bool = true,
        into result: inout Configuration.PluginConfiguration
    ) {
        let entry = nearest(setting.name, in: entries)
        let value = entry.flatMap { setting.decode($0.value) }
        if let value { result.settings.set(setting.name, to: value) }
        guard value != nil || isShown else { return }
        result.values.append(
            Configuration.ConfiguredValue(
                key: setting.name, text: value.map(setting.text(of:)) ?? setting.defaultText,
                origin: value == nil ? .builtIn : entry?.origin ?? .builtIn,
                isSecret: setting.isSecret, power: value.flatMap(setting.power)))
    }
}
