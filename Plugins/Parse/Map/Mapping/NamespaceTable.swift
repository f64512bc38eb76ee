import CarrelStages

/// The prefixes of namespaces: `dc = "http://purl.org/dc/elements/1.1/"`.
struct NamespaceTable: Sendable {
    /// The addresses, by their prefixes.
    var names: [String: String]
}

extension NamespaceTable: SettingValue {
    static var kind: String { "table of prefixes such as dc = \"http://purl.org/dc/elements/1.1/\"" }

    init?(configValue: ConfigValue) {
        guard case .table(let table) = configValue else { return nil }
        names = [:]
        for entry in table.entries {
            guard let address = entry.value.text, !address.isEmpty, !address.contains("\0"),
                entry.key.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\-]*/) != nil
            else { return nil }
            names[entry.key] = address
        }
    }

    var configText: String? {
        "{ "
            + names.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.configText ?? "")" }
            .joined(separator: ", ") + " }"
    }
}
