import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Checks tables of settings below the table of a kind, groups of such tables, and tables that belong to no kind.
extension ConfigurationChecker {
    // MARK: Tables of their own settings

    /// Checks a table of settings and merges it over the farther layers.
    ///
    /// - Parameters:
    ///   - entry: the table.
    ///   - path: its full name, for messages.
    ///   - name: its name within the table of the kind, for values.
    ///   - settings: the settings that it may have.
    ///   - expected: what an entry that is not a table should be.
    ///   - merged: gets the decoded values.
    ///   - values: gets the values to show.
    mutating func merge(
        _ entry: ConfigTable.Entry, at path: String, named name: String,
        settings: [any SettingDeclaration], expected: String, into merged: inout Settings,
        _ values: inout [Configuration.ConfiguredValue]
    ) {
        guard let own = entry.table else {
            // The value is not shown, because it may be meant as a secret.
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
                    key: key, text: setting.text(of: value), origin: inner.origin,
                    isSecret: setting.isSecret, power: setting.power(of: value)))
        }
    }

    /// Checks a group of tables, such as `[download.hosts]`.
    mutating func check(
        _ group: SettingGroup, _ entry: ConfigTable.Entry, in kind: String,
        into result: inout Configuration.PluginConfiguration
    ) {
        let expected = "a table named after \(group.member)"
        guard let members = entry.table else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(kind).\(group.name)", found: "not a table",
                    expected: expected))
            return
        }
        for member in members.entries {
            let unquoted = Self.unquoted(in: member, named: member.key, beside: group.settings)
            guard unquoted.isEmpty else {
                let table = "\(kind).\(group.name)"
                problems += unquoted.map { name, origin in
                    ConfigProblem(
                        origin: origin, key: "\(table).\(name)", found: "a name without quotes",
                        expected: "[\(table).\"\(name)\"]")
                }
                continue
            }
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

    /// The names that were written without quotes, so that what is behind each dot became a table within, and where.
    private static func unquoted(
        in entry: ConfigTable.Entry, named name: String, beside settings: [any SettingDeclaration]
    ) -> [(name: String, origin: ConfigOrigin)] {
        let within = entry.table?.entries.filter { inner in
            inner.table != nil && !settings.contains { $0.name == inner.key }
        }
        return (within ?? []).flatMap { inner in
            let name = "\(name).\(inner.key)"
            var names = unquoted(in: inner, named: name, beside: settings)
            // One with values of its own is meant, too, although another name goes on behind it.
            let hasValues = inner.table?.entries.contains { $0.table == nil } == true
            if names.isEmpty || hasValues { names.insert((name, inner.origin), at: 0) }
            return names
        }
    }

    // MARK: Tables that are values

    /// The nearest entry of a key, nearest first.
    ///
    /// A table of a file takes the place of another one; a command names single keys, which add to the table that it finds.
    func nearest(_ key: String, in entries: [ConfigTable.Entry]) -> ConfigTable.Entry? {
        var found = entries.filter { $0.key == key }[...]
        guard var nearest = found.popFirst() else { return nil }
        var last = nearest
        while let table = nearest.table, isOfCommand(last), let next = found.popFirst(),
            let farther = next.table
        {
            nearest.value = .table(farther.overridden(by: table))
            last = next
        }
        return nearest
    }

    /// Whether a command set it, or a library keeps it of one.
    private func isOfCommand(_ entry: ConfigTable.Entry) -> Bool {
        guard let file = entry.origin.fileName else { return true }
        return layers.contains { layer in
            layer.isOfLibrary && layer.table.entries.contains { $0.origin.fileName == file }
        }
    }

    // MARK: Tables that belong to no kind

    /// Checks a table that belongs to no kind, such as `[after]`.
    mutating func check(_ further: FurtherTable) -> Configuration.PluginConfiguration {
        let entries = entries(of: further.name)
        var result = Configuration.PluginConfiguration()
        for entry in entries.reversed() {
            if let setting = further.settings.first(where: { $0.name == entry.key }) {
                _ = decode(entry, as: setting, in: further.name)
            } else {
                problems.append(unknown(entry, in: further.name, valid: further.settings.map(\.name)))
            }
        }
        for setting in further.settings { read(setting, from: entries, into: &result) }
        return result
    }
}
