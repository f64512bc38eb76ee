import CarrelStages

/// A table of a profile that says what gives each field; `MappingReader` checks what is in it.
struct MappingTable: Sendable {
    var table: ConfigTable
}

extension MappingTable: SettingValue {
    static var kind: String { "table of fields such as title = \"$.title\"" }

    init?(configValue: ConfigValue) {
        guard case .table(let table) = configValue else { return nil }
        self.table = table
    }

    /// The whole table in one line, because the text tells whether a catalogue was parsed in the same way before.
    var configText: String? { Self.text(of: .table(table)) }

    private static func text(of value: ConfigValue) -> String {
        switch value {
        case .untyped(let text), .string(let text): text.configText ?? ""
        case .boolean(let value): value.configText ?? ""
        case .integer(let value): String(value)
        case .float(let value): String(value)
        case .date(let text): text
        case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
        case .table(let table):
            "{ "
                + table.entries.map { "\(key($0.key)) = \(text(of: $0.value))" }.joined(separator: ", ")
                + " }"
        }
    }

    private static func key(_ key: String) -> String {
        let isBare =
            !key.isEmpty
            && key.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
        return isBare ? key : key.configText ?? ""
    }
}

/// The formats that a mapping can read.
enum MapFormat: String, Sendable, CaseIterable, SettingValue {
    case json, xml, html, csv
}
