import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Tables below the table of a kind: previewers' own tables and groups of tables.
extension ConfigurationChecker {
    // MARK: Tables of their own settings

    /// Checks a table of settings and lays it over what farther layers said.
    ///
    /// - Parameters:
    ///   - entry: the table.
    ///   - path: its name with the tables around it, for messages.
    ///   - name: its name within the table of the kind, for values.
    ///   - settings: what it may hold.
    ///   - expected: what an entry that is not a table should be.
    ///   - merged: gets the decoded values.
    ///   - values: gets what is shown of them.
    private mutating func merge(
        _ entry: ConfigTable.Entry, at path: String, named name: String,
        settings: [any SettingDeclaration], expected: String, into merged: inout Settings,
        _ values: inout [Configuration.ConfiguredValue]
    ) {
        guard case .table(let own) = entry.value else {
            // Whoever writes a value here may have meant it for a secret.
            problems.append(
                ConfigProblem(origin: entry.origin, key: path, found: "not a table", expected: expected))
            return
        }
        for inner in own.entries {
            guard let setting = settings.first(where: { $0.name == inner.key }) else {
                problems.append(unknown(inner, in: path, valid: settings.map(\.name)))
                continue
            }
            guard let value = decode(inner, as: setting, in: path) else { continue }
            merged.set(setting.name, to: value)
            let key = "\(name).\(setting.name)"
            values.removeAll { $0.key == key }
            values.append(
                Configuration.ConfiguredValue(
                    key: key, text: setting.text(of: value), origin: shown(inner.origin, of: setting),
                    isSecret: setting.isSecret, power: setting.power(of: value)))
        }
    }

    /// Checks a group of tables, such as `[download.hosts]`.
    mutating func check(
        _ group: SettingGroup, _ entry: ConfigTable.Entry, in kind: String,
        into result: inout Configuration.PluginConfiguration
    ) {
        let expected = "a table named after \(group.member)"
        guard case .table(let members) = entry.value else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(kind).\(group.name)", found: "not a table",
                    expected: expected))
            return
        }
        for member in members.entries {
            let path = "\(kind).\(group.name).\"\(member.key)\""
            guard let name = group.normalized(member.key) else {
                problems.append(
                    ConfigProblem(
                        origin: member.origin, key: path, found: "“\(member.key)”", expected: group.member))
                continue
            }
            merge(
                member, at: path, named: "\(group.name).\"\(name)\"", settings: group.settings,
                expected: expected, into: &result.groups[group.name, default: [:]][name, default: Settings()],
                &result.values)
        }
    }

    // MARK: The table of commands

    /// Checks `[after]`.
    mutating func checkAfter() -> Configuration.PluginConfiguration {
        let entries = entries(of: AfterSettings.table)
        var result = Configuration.PluginConfiguration()
        for entry in entries.reversed() {
            if let setting = AfterSettings.all.first(where: { $0.name == entry.key }) {
                _ = decode(entry, as: setting, in: AfterSettings.table)
            } else {
                problems.append(
                    unknown(entry, in: AfterSettings.table, valid: AfterSettings.all.map(\.name)))
            }
        }
        for setting in AfterSettings.all { read(setting, from: entries, into: &result) }
        return result
    }

    // MARK: The preview table: media types, previewers' own tables and the stage's settings

    struct PreviewTable {
        var previewers: [String: String] = [:]
        var settings: [String: Settings] = [:]
    }

    mutating func checkPreviews(into table: inout PreviewTable) -> Configuration.PluginConfiguration {
        let entries = entries(of: .preview)
        let known = StageSettings.settings(of: .preview)
        var result = Configuration.PluginConfiguration()
        for entry in entries.reversed() {
            if let setting = known.first(where: { $0.name == entry.key }) {
                _ = decode(entry, as: setting, in: PluginKind.preview.rawValue)
            } else if entry.key.contains("/") {
                checkMediaType(entry, into: &table, result: &result)
            } else if let plugin = registry.previewers[entry.key] {
                checkPreviewer(plugin, entry, into: &table, result: &result)
            } else {
                let names =
                    known.map(\.name) + registry.previewers.names + ["a media type such as \"text/html\""]
                problems.append(unknown(entry, in: PluginKind.preview.rawValue, valid: names))
            }
        }
        for setting in known { read(setting, from: entries, into: &result) }
        return result
    }

    private mutating func checkMediaType(
        _ entry: ConfigTable.Entry, into table: inout PreviewTable,
        result: inout Configuration.PluginConfiguration
    ) {
        let names = registry.previewers.names
        guard let name = entry.value.text, names.contains(name) else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "preview.\"\(entry.key)\"",
                    found: entry.value.text.map { "unknown plug-in “\($0)”" } ?? "found \(entry.value.found)",
                    expected: "one of \(names.joined(separator: ", "))",
                    suggestion: entry.value.text.flatMap { NearestName.of($0, among: names) }))
            return
        }
        guard let mediaType = MediaType(entry.key) else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "preview.\"\(entry.key)\"", found: "not a media type",
                    expected: "type/subtype, such as \"text/html\" or \"text/*\""))
            return
        }
        table.previewers[mediaType.essence] = name
        result.values.removeAll { $0.key == "\"\(mediaType.essence)\"" }
        result.values.append(
            Configuration.ConfiguredValue(
                key: "\"\(mediaType.essence)\"", text: name.configText, origin: entry.origin, isSecret: false)
        )
    }

    private mutating func checkPreviewer(
        _ plugin: Plugin<any Previewer>, _ entry: ConfigTable.Entry, into table: inout PreviewTable,
        result: inout Configuration.PluginConfiguration
    ) {
        merge(
            entry, at: "preview.\(plugin.name)", named: plugin.name, settings: plugin.settings,
            expected: "a table of the plug-in's settings, or a media type as the key",
            into: &table.settings[plugin.name, default: Settings()], &result.values)
    }
}
