import CarrelBasics
import CarrelStages

/// Checks the tables of roles below `[source]`, such as `[source.modules]`: the sources of a catalogue of several
/// documents.
extension ConfigurationChecker {
    /// Adds the sources of roles to the stage; the settings of `[source]` itself apply to all of them.
    ///
    /// - Parameters:
    ///   - stage: the configuration of `[source]` itself.
    ///   - parser: the parser that the profile names.
    /// - Returns: the stage with its roles.
    mutating func checkRoles(
        of stage: Configuration.PluginConfiguration, parser: String?
    ) -> Configuration.PluginConfiguration {
        let entries = entries(of: .source)
        checkNames(of: entries.filter { $0.table != nil }, parser: parser)
        checkPlaces()
        var result = stage
        for role in roles(in: entries) {
            let path = "\(PluginKind.source.rawValue).\(role)"
            let own = entries.filter { $0.key == role }.flatMap(\.inner)
            let shared = sharedEntries(of: entries, beside: own)
            let source = check(.source, entries: own + shared, at: path)
            for entry in own where entry.table != nil {
                problems.append(
                    ConfigProblem(
                        origin: entry.origin, key: "\(path).\(entry.key)",
                        found: "found \(entry.value.found)",
                        expected: "a setting of the source"))
            }
            result.roles.append(Configuration.Role(name: role, source: source))
            result.values += source.values.filter { $0.origin != .builtIn }.map { value in
                var value = value
                value.key = "\(role).\(value.key)"
                return value
            }
        }
        return result
    }

    /// Reports roles that the parser does not know; if the content decides on the parser, roles that no parser knows.
    private mutating func checkNames(of tables: [ConfigTable.Entry], parser: String?) {
        let known = registry.parsers.plugins.filter { parser == nil || $0.name == parser }.flatMap(\.roles)
        guard !known.isEmpty else { return }
        for table in tables where !known.contains(table.key) {
            problems.append(
                ConfigProblem(
                    origin: table.origin, key: "\(PluginKind.source.rawValue).\(table.key)",
                    found: parser.map { "“\($0)” reads no such document" }
                        ?? "no parser reads such a document",
                    expected: "one of \(known.joined(separator: ", "))",
                    suggestion: NearestName.of(table.key, among: known)))
        }
    }

    /// Reports a place for the whole catalogue if its documents have places of their own in the same or a farther
    /// layer.
    private mutating func checkPlaces() {
        let tables = layers.map { $0.table[PluginKind.source.rawValue]?.inner ?? [] }
        guard let farthest = tables.lastIndex(where: { $0.contains { $0.table != nil } }) else { return }
        for entry in tables[...farthest].flatMap(\.self) where CatalogPlace.settings.contains(entry.key) {
            // The command line and the environment apply to all catalogues of a profile, even to those of one document.
            if isOneOfSeveral, entry.origin.fileName == nil { continue }
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(PluginKind.source.rawValue).\(entry.key)",
                    found: "one place for a catalogue that is several documents",
                    expected: roles(in: tables.flatMap(\.self))
                        .map { "\(PluginKind.source.rawValue).\($0).\(entry.key)" }.joined(separator: ", ")))
        }
    }

    /// The entries of the stage's table that also apply to the source of a role.
    private func sharedEntries(
        of entries: [ConfigTable.Entry], beside own: [ConfigTable.Entry]
    ) -> [ConfigTable.Entry] {
        let shared = entries.filter { $0.table == nil && !CatalogPlace.settings.contains($0.key) }
        let use = (own + shared).first { $0.key == "use" }?.value.text
        let known = settings(of: use, kind: .source, entries: own + shared).map(\.name) + ["use"]
        return shared.filter { known.contains($0.key) }
    }

    /// The names of the tables, in the order of the nearest file.
    private func roles(in entries: [ConfigTable.Entry]) -> [String] {
        entries.filter { $0.table != nil }.map(\.key).uniqued()
    }
}
