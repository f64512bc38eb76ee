import CarrelBasics
import CarrelStages

/// The entries `[[catalogue]]` of a profile: each has a name, and tables that apply only to this catalogue.
///
///     [[catalogue]]
///     name = "charts"
///     source.url = "https://example.org/chart.json"
///     plan.use = "on-demand"
package struct CatalogTables {
    /// The key of the entries.
    static let key = "catalogue"
    /// The most entries, because each one is a configuration that has to be checked.
    static let maxEntries = 1000

    /// The settings of the store that a catalogue can have for itself; the others apply to the whole library.
    static let storeSettings = [
        StageSettings.name.name, StageSettings.portableNames.name, StageSettings.contentDisposition.name,
    ]

    /// The tables that a catalogue can have for itself; the others apply to the whole library.
    package static let kinds: [PluginKind] = [.source, .parse, .plan, .download, .store]

    /// Whether a catalogue can have a value of its own for a setting of a kind of plug-in: not where all catalogues of a
    /// library share one.
    package static func isOfCatalog(_ kind: PluginKind, _ setting: String) -> Bool {
        kind == .store ? storeSettings.contains(setting) : kinds.contains(kind)
    }

    /// One entry.
    struct Entry {
        var name: String
        var origin: ConfigOrigin
        var layer: ConfigLayer

        /// The layers of the catalogue's configuration, nearest first.
        ///
        /// If the entry gives a place, the catalogue is one document, even if the profile has tables of roles.
        func layers(over layers: [ConfigLayer]) -> [ConfigLayer] {
            // The command line and the environment are nearer than any file.
            let all = layers.prefix(2) + [layer] + layers.dropFirst(2)
            return isOneDocument ? all.map(\.withoutRoles) : Array(all)
        }

        private var isOneDocument: Bool {
            let source = layer.table[PluginKind.source.rawValue]?.inner ?? []
            return source.contains { CatalogPlace.settings.contains($0.key) }
                && source.allSatisfy { $0.table == nil }
        }
    }

    private(set) var entries: [Entry] = []
    /// The names of the entries, by their lower-case forms.
    private var names: [String: String] = [:]
    private(set) var problems: [ConfigProblem] = []
    /// Names that a library gives to no catalogue, although the profile can be used with them.
    private(set) var refusedNames: [ConfigProblem] = []

    /// Reads the entries of the nearest layer that has any.
    init(_ layers: [ConfigLayer]) {
        guard let list = layers.lazy.compactMap({ $0.table[Self.key] }).first else { return }
        guard case .array(let values) = list.value, !values.isEmpty else {
            problems.append(problem(list.origin, "found \(list.value.found)"))
            return
        }
        guard values.count <= Self.maxEntries else {
            problems.append(
                ConfigProblem(
                    origin: list.origin, key: Self.key, found: "found \(values.count) catalogues",
                    expected: "at most \(Self.maxEntries) in one profile"))
            return
        }
        for value in values {
            guard case .table(let table) = value else {
                problems.append(problem(list.origin, "found \(value.found)"))
                continue
            }
            read(table, at: table.entries.first?.origin ?? table.origin ?? list.origin)
        }
    }

    private mutating func read(_ table: ConfigTable, at origin: ConfigOrigin) {
        // An entry without a name is still read, so that its other problems are reported, too.
        let name = name(of: table, at: origin) ?? ""
        let kinds = Self.kinds
        var layer = ConfigLayer()
        for entry in table.entries where entry.key != "name" {
            guard let kind = PluginKind(rawValue: entry.key), kinds.contains(kind) else {
                let valid = ["name"] + kinds.map(\.rawValue)
                let near = NearestName.of(entry.key, among: valid)
                // Where it is, which the table `source` says.
                let place = ["url", "path"].contains(entry.key) ? "source.\(entry.key)" : nil
                let isShared = ProfileTables.names.contains(entry.key)
                problems.append(
                    ConfigProblem(
                        origin: entry.origin, key: "\(Self.key).\(entry.key)",
                        found: isShared ? "all catalogues of a profile share [\(entry.key)]" : "unknown key",
                        expected: "one of \(valid.joined(separator: ", "))",
                        suggestion: isShared ? nil : place ?? near))
                continue
            }
            layer.table.entries.append(kind == .store ? ofCatalog(entry) : entry)
        }
        entries.append(Entry(name: name, origin: origin, layer: layer))
    }

    private mutating func name(of table: ConfigTable, at origin: ConfigOrigin) -> String? {
        guard let entry = table["name"] else {
            problems.append(
                ConfigProblem(
                    origin: origin, key: "\(Self.key).name", found: "a catalogue without a name",
                    expected: "name = \"…\", by which it is shown"))
            return nil
        }
        guard let name = entry.value.text, !name.isEmpty, name == name.singleLine else {
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(Self.key).name", found: "found \(entry.value.found)",
                    expected: "one line of text without needless spaces"))
            return nil
        }
        if !KnownCatalog.isName(name) {
            refusedNames.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(Self.key).name",
                    found: "found \(entry.value.found): \(KnownCatalog.nameRule)"))
        }
        // Names are case-insensitive.
        if let other = names.updateValue(name, forKey: name.lowercased()) {
            let names = other == name ? "“\(name)” is" : "“\(other)” and “\(name)”, but for their case, are"
            problems.append(
                ConfigProblem(
                    origin: entry.origin, key: "\(Self.key).name",
                    found: "\(names) the name of two catalogues", expected: "a name of its own"))
        }
        return name
    }

    /// The entries of a store's table that a catalogue can have for itself; reports the others.
    private mutating func ofCatalog(_ entry: ConfigTable.Entry) -> ConfigTable.Entry {
        guard var table = entry.table else { return entry }
        let names = Self.storeSettings
        for inner in table.entries where !Self.isOfCatalog(.store, inner.key) {
            problems.append(
                ConfigProblem(
                    origin: inner.origin, key: "\(Self.key).store.\(inner.key)",
                    found: "all catalogues of a profile share one library",
                    expected: "one of \(names.joined(separator: ", "))"))
        }
        table.entries.removeAll { !names.contains($0.key) }
        var entry = entry
        entry.value = .table(table)
        return entry
    }

    private func problem(_ origin: ConfigOrigin, _ found: String) -> ConfigProblem {
        ConfigProblem(
            origin: origin, key: Self.key, found: found, expected: "tables, each begun with [[\(Self.key)]]")
    }
}

extension ConfigLayer {
    /// The layer without the tables of roles.
    fileprivate var withoutRoles: ConfigLayer {
        guard let index = table.entries.firstIndex(where: { $0.key == PluginKind.source.rawValue }),
            var source = table.entries[index].table
        else { return self }
        var layer = self
        source.entries.removeAll { $0.table != nil }
        layer.table.entries[index].value = .table(source)
        return layer
    }
}
