import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Checks the preview table: media types, previewers' own tables and the stage's settings.
extension ConfigurationChecker {
    /// What the table says: of the stage, of the previewer of each media type, and of each previewer.
    struct PreviewTable {
        var stage = Configuration.PluginConfiguration()
        var previewers: [String: String] = [:]
        var settings: [String: Settings] = [:]
    }

    mutating func checkPreviews() -> PreviewTable {
        let entries = entries(of: .preview)
        let known = StageSettings.settings(of: .preview)
        let choices = previewerNames(in: entries)
        var table = PreviewTable()
        for entry in entries.reversed() {
            if let setting = known.first(where: { $0.name == entry.key }) {
                _ = decode(entry, as: setting, in: PluginKind.preview.rawValue)
            } else if entry.key.contains("/") {
                checkMediaType(entry, of: choices, into: &table)
            } else if let plugin = registry.previewers[entry.key] {
                if plugin.tables == nil {
                    checkPreviewer(plugin, entry, named: plugin.name, into: &table)
                } else {
                    checkTables(plugin, entry, into: &table)
                }
            } else {
                let names =
                    known.map(\.name) + registry.previewers.names + ["a media type such as \"text/html\""]
                problems.append(unknown(entry, in: PluginKind.preview.rawValue, valid: names))
            }
        }
        checkRequired(in: entries, table)
        for setting in known { read(setting, from: entries, into: &table.stage) }
        return table
    }

    /// The values that a media type may have: previewers, and named tables of previewers.
    private func previewerNames(in entries: [ConfigTable.Entry]) -> [String] {
        registry.previewers.plugins.flatMap { plugin -> [String] in
            guard plugin.tables != nil else { return [plugin.name] }
            let tables = entries.filter { $0.key == plugin.name }.flatMap(\.inner)
            return Set(tables.map { PluginTables.name(plugin.name, $0.key) }).sorted()
        }
    }

    private mutating func checkMediaType(
        _ entry: ConfigTable.Entry, of choices: [String], into table: inout PreviewTable
    ) {
        guard let name = entry.value.text, choices.contains(name) else {
            let tables = registry.previewers.plugins.filter { $0.tables != nil }.map {
                "\(PluginTables.name($0.name, "NAME")) with a table [preview.\(PluginTables.name($0.name, "NAME"))]"
            }
            problems.append(
                unknownPlugin(entry, at: "preview.\"\(entry.key)\"", among: choices, or: tables))
            return
        }
        guard let mediaType = MediaType(entry.key) else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "preview.\"\(entry.key)\"", found: "not a media type",
                    expected: "type/subtype, such as \"text/html\" or \"text/*\""))
            return
        }
        let key = "\"\(mediaType.essence)\""
        if table.previewers.updateValue(name, forKey: mediaType.essence) != nil {
            table.stage.values.removeAll { $0.key == key }
        }
        table.stage.values.append(
            Configuration.ConfiguredValue(
                key: key, text: name.configText, origin: entry.origin, isSecret: false))
    }

    private mutating func checkPreviewer(
        _ plugin: Plugin<any Previewer>, _ entry: ConfigTable.Entry, named name: String,
        into table: inout PreviewTable
    ) {
        merge(
            entry, at: "preview.\(name)", named: name, settings: plugin.settings,
            expected: "a table of the plug-in's settings, or a media type as the key",
            into: &table.settings[name, default: Settings()], &table.stage.values)
    }

    // MARK: Previewers that a profile may have several of

    private mutating func checkTables(
        _ plugin: Plugin<any Previewer>, _ entry: ConfigTable.Entry, into table: inout PreviewTable
    ) {
        let path = "preview.\(plugin.name)"
        guard let members = entry.table else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: path, found: "not a table",
                    expected: "tables with names of their own, such as [\(path).NAME]"))
            return
        }
        for member in members.entries {
            let name = PluginTables.name(plugin.name, member.key)
            guard PluginTables.isName(member.key), member.table != nil else {
                checkMember(member, of: plugin, at: path)
                continue
            }
            checkPreviewer(plugin, member, named: name, into: &table)
        }
    }

    /// Reports an entry that is not a table of the plug-in.
    private mutating func checkMember(
        _ member: ConfigTable.Entry, of plugin: Plugin<any Previewer>, at path: String
    ) {
        let isSetting = plugin.settings.contains { $0.name == member.key }
        let found =
            isSetting
            ? "a setting without the name of a table"
            : member.table == nil ? "not a table" : "“\(member.key)”"
        problems.append(
            ConfigProblem(
                origin: member.origin, key: "\(path).\(member.key)", found: found,
                expected: isSetting || member.table == nil
                    ? "a table [\(path).NAME]" : PluginTables.member))
    }

    /// Reports tables that lack their required setting in all layers.
    private mutating func checkRequired(in entries: [ConfigTable.Entry], _ table: PreviewTable) {
        var seen = Set<String>()
        for plugin in registry.previewers.plugins {
            guard let required = plugin.tables?.required,
                let setting = plugin.settings.first(where: { $0.name == required })
            else { continue }
            let members = entries.filter { $0.key == plugin.name }.flatMap(\.inner)
            for member in members {
                let name = PluginTables.name(plugin.name, member.key)
                guard let settings = table.settings[name], seen.insert(name).inserted,
                    !settings.isSet(setting), !isSaid(required, in: name, members)
                else { continue }
                problems.append(
                    ConfigProblem(
                        origin: member.origin, key: "preview.\(name).\(required)", found: "not set",
                        expected: setting.kind))
            }
        }
    }

    /// Whether a table has a setting, even with a wrong value, which was reported.
    private func isSaid(_ setting: String, in name: String, _ members: [ConfigTable.Entry]) -> Bool {
        members.contains { member in
            name.hasSuffix(".\(member.key)") && member.inner.contains { $0.key == setting }
        }
    }
}
