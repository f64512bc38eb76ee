/// Tables of roles below `[source]`, such as `[source.modules]`: a source for each document of a catalogue that is
/// several.
extension ConfigurationChecker {
    /// Adds the sources of roles to that of the stage; what `[source]` itself says holds for every one of them.
    mutating func checkRoles(of stage: Configuration.StageConfiguration) -> Configuration.StageConfiguration {
        let entries = entries(of: .source)
        var result = stage
        for role in roles(in: entries) {
            let path = "\(Stage.source.rawValue).\(role)"
            let own = entries.filter { $0.key == role }.flatMap { table(of: $0)?.entries ?? [] }
            let shared = sharedEntries(of: entries, beside: own)
            let source = check(.source, entries: own + shared, at: path)
            for entry in own where table(of: entry) != nil {
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

    /// What the stage's table says that the source of a role understands.
    private func sharedEntries(
        of entries: [ConfigTable.Entry], beside own: [ConfigTable.Entry]
    ) -> [ConfigTable.Entry] {
        let shared = entries.filter { table(of: $0) == nil && $0.key != "url" && $0.key != "path" }
        let use = (own + shared).first { $0.key == "use" }?.value.text
        let known = settings(of: use, stage: .source, entries: own + shared).map(\.name) + ["use"]
        return shared.filter { known.contains($0.key) }
    }

    /// The names of the tables, in the order in which the nearest file has them.
    private func roles(in entries: [ConfigTable.Entry]) -> [String] {
        var seen = Set<String>()
        return entries.filter { table(of: $0) != nil && seen.insert($0.key).inserted }.map(\.key)
    }
}
