/// The entries `[[catalogue]]` of a profile: each has a name, and tables that hold for that catalogue alone.
///
///     [[catalogue]]
///     name = "charts"
///     source.url = "https://example.org/chart.json"
///     plan.use = "on-demand"
struct CatalogueTables {
    /// The key of the entries.
    static let key = "catalogue"

    /// The settings of the store that a catalogue can have for itself: the library is one.
    private static let storeSettings: [any SettingDeclaration] = [
        StageSettings.name, StageSettings.portableNames, StageSettings.contentDisposition,
    ]

    /// One entry.
    struct Entry {
        var name: String
        var origin: ConfigOrigin
        var layer: ConfigLayer
    }

    private(set) var entries: [Entry] = []
    private(set) var problems: [ConfigProblem] = []

    /// Reads the entries of the nearest layer that has any.
    init(_ layers: [ConfigLayer]) {
        guard let list = layers.lazy.compactMap({ $0.table[Self.key] }).first else { return }
        guard case .array(let values) = list.value, !values.isEmpty else {
            problems.append(problem(list.origin, "found \(list.value.found)"))
            return
        }
        for value in values {
            guard case .table(let table) = value else {
                problems.append(problem(list.origin, "found \(value.found)"))
                continue
            }
            read(table, at: table.entries.first?.origin ?? list.origin)
        }
    }

    private mutating func read(_ table: ConfigTable, at origin: ConfigOrigin) {
        guard let nameEntry = table["name"] else {
            return problems.append(
                ConfigProblem(
                    origin: origin, key: "\(Self.key).name", found: "a catalogue without a name",
                    expected: "name = \"…\", by which it is shown"))
        }
        guard let name = nameEntry.value.text, !name.isEmpty, name == name.singleLine else {
            return problems.append(
                ConfigProblem(
                    origin: nameEntry.origin, key: "\(Self.key).name",
                    found: "found \(nameEntry.value.found)",
                    expected: "one line of text"))
        }
        if entries.contains(where: { $0.name == name }) {
            problems.append(
                ConfigProblem(
                    origin: nameEntry.origin, key: "\(Self.key).name",
                    found: "“\(name)” is the name of two catalogues", expected: "a name of its own"))
        }
        let stages: [Stage] = [.source, .parse, .plan, .download, .store]
        var layer = ConfigLayer(table: ConfigTable())
        for entry in table.entries where entry.key != "name" {
            guard let stage = Stage(rawValue: entry.key), stages.contains(stage) else {
                let valid = ["name"] + stages.map(\.rawValue)
                problems.append(
                    ConfigProblem(
                        origin: entry.origin, key: "\(Self.key).\(entry.key)", found: "unknown key",
                        expected: "one of \(valid.joined(separator: ", "))",
                        suggestion: NearestName.of(entry.key, among: valid)))
                continue
            }
            if stage == .store { checkStore(entry) }
            layer.table.entries.append(entry)
        }
        entries.append(Entry(name: name, origin: origin, layer: layer))
    }

    private mutating func checkStore(_ entry: ConfigTable.Entry) {
        guard case .table(let table) = entry.value else { return }
        let names = Self.storeSettings.map(\.name)
        for inner in table.entries where !names.contains(inner.key) {
            problems.append(
                ConfigProblem(
                    origin: inner.origin, key: "\(Self.key).store.\(inner.key)",
                    found: "all catalogues of a profile share one library",
                    expected: "one of \(names.joined(separator: ", "))"))
        }
    }

    private func problem(_ origin: ConfigOrigin, _ found: String) -> ConfigProblem {
        ConfigProblem(
            origin: origin, key: Self.key, found: found, expected: "tables, each begun with [[\(Self.key)]]")
    }
}
