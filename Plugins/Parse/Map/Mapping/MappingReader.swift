import CarrelBasics
import CarrelStages
import Foundation

/// Reads a mapping from the tables of a profile; every key that it does not know is a fault with its place.
///
/// It reads on behind a fault, so that all of them are known at once.
final class MappingReader {
    let format: MapFormat
    /// What was wrong so far.
    var faults: [PluginError] = []
    /// Whether expressions may begin with “^”, which looks at what is around an item.
    private(set) var mayLookAround = true

    init(format: MapFormat) { self.format = format }

    func collections(_ table: ConfigTable) -> Mapping.Collections {
        let name = "collections"
        let known = ["at", "id", "title", "subtitle", "section", "further", "details"]
        var result = Mapping.Collections()
        read(table) { entry throws(PluginError) in
            switch entry.key {
            case "at":
                guard format != .csv else {
                    throw fault(entry, name, "rows of one “id” make a collection, so there is no “at”")
                }
                result.place = try place(entry, name)
            case "id": result.id = try field(entry, name)
            case "title": result.title = try field(entry, name)
            case "subtitle": result.subtitle = try field(entry, name)
            case "section": result.section = try field(entry, name)
            case "further": result.further = try field(entry, name)
            case "details": result.details = try details(entry, name)
            default: throw unknown(entry, name, known)
            }
        }
        let keys = meant(table, known)
        if keys.contains("at"), keys.isDisjoint(with: ["id", "title"]) {
            faults.append(PluginError(setting: name, reason: "collections need an id or a title"))
        }
        return result
    }

    func items(_ table: ConfigTable, _ name: String) -> Mapping.Items {
        let known = [
            "at", "within", "id", "title", "subtitle", "url", "size", "digest", "path", "modified",
            "details",
        ]
        let keys = meant(table, known)
        mayLookAround = keys.contains("within")
        defer { mayLookAround = true }
        var result = Mapping.Items()
        read(table) { entry throws(PluginError) in
            switch entry.key {
            case "at":
                guard format != .csv else {
                    throw fault(entry, name, "each row of a table is an item, so there is no “at”")
                }
                result.place = try place(entry, name)
            case "within":
                guard format == .json else {
                    throw fault(entry, name, "only JSON needs it; other formats find what is around an item")
                }
                result.around = try place(entry, name)
            case "id": result.id = try field(entry, name)
            case "title": result.title = try field(entry, name)
            case "subtitle": result.subtitle = try field(entry, name)
            case "path": result.path = try field(entry, name)
            case "modified": result.modified = try field(entry, name)
            case "url": result.url = try field(entry, name)
            case "size": result.size = try field(entry, name)
            case "digest": result.digest = try field(entry, name)
            case "details": result.details = try details(entry, name)
            default: throw unknown(entry, name, known)
            }
        }
        if keys.isDisjoint(with: ["title", "url"]) {
            faults.append(PluginError(setting: name, reason: "items need a title or a url"))
        }
        if !keys.contains("at"), format != .csv {
            faults.append(PluginError(setting: name, reason: "“at” is missing: where each item is"))
        }
        return result
    }

    func pages(_ table: ConfigTable) -> Mapping.Pages? {
        let name = "pages"
        let known = ["next", "cursor", "parameter", "first", "step", "last"]
        var fields: [String: MapField] = [:]
        var numbers: [String: Int] = [:]
        var parameter: String?
        read(table) { entry throws(PluginError) in
            switch entry.key {
            case "next", "cursor", "last": fields[entry.key] = try field(entry, name)
            case "parameter":
                guard let text = entry.value.text, !text.isEmpty, text == text.singleLine else {
                    throw fault(entry, name, expected: "the name of a parameter")
                }
                parameter = text
            case "first", "step":
                let least = entry.key == "step" ? 1 : 0
                guard let value = Int(configValue: entry.value), (least...1_000_000).contains(value) else {
                    throw fault(entry, name, expected: "\(least) to 1000000")
                }
                numbers[entry.key] = value
            default: throw unknown(entry, name, known)
            }
        }
        let keys = meant(table, known).intersection(known)
        let ways: [Set<String>] = [
            ["next"], ["cursor", "parameter"], ["parameter", "first", "step", "last"],
        ]
        guard keys.contains("next") || keys.contains("parameter"),
            ways.contains(where: { keys.isSubset(of: $0) })
        else {
            let reason = "expected next alone, cursor and parameter, or parameter with first, step and last"
            faults.append(PluginError(setting: name, reason: reason))
            return nil
        }
        guard let parameter else { return fields["next"].map(Mapping.Pages.next) }
        if let cursor = fields["cursor"] { return .cursor(cursor, parameter: parameter) }
        return .number(
            parameter: parameter, first: numbers["first"] ?? 1, step: numbers["step"] ?? 1,
            last: fields["last"])
    }

    /// A field beside the tables.
    func field(_ text: String, named name: String) -> MapField? {
        do throws(MapFault) {
            return MapField(name: name, [try MapExpression(text, format: format)])
        } catch {
            faults.append(PluginError(setting: name, reason: error.reason))
            return nil
        }
    }

    // MARK: Faults

    /// Reads each entry of a table; what is wrong with one is not wrong with the others.
    func read(_ table: ConfigTable, _ body: (ConfigTable.Entry) throws(PluginError) -> Void) {
        for entry in table.entries {
            do throws(PluginError) { try body(entry) } catch { faults.append(error) }
        }
    }

    /// The keys of a table, with the nearest known one for each that is not known.
    private func meant(_ table: ConfigTable, _ known: [String]) -> Set<String> {
        Set(table.entries.map { NearestName.of($0.key, among: known) ?? $0.key })
    }

    func fault(_ entry: ConfigTable.Entry, _ name: String, _ reason: String) -> PluginError {
        PluginError(setting: "\(name).\(entry.key)", reason: reason, origin: entry.origin)
    }

    /// The fault of a value that is not what was expected.
    func fault(
        _ entry: ConfigTable.Entry, _ name: String, expected expectation: String
    ) -> PluginError {
        fault(entry, name, "found \(entry.value.found), expected \(expectation)")
    }

    func unknown(_ entry: ConfigTable.Entry, _ name: String, _ known: [String]) -> PluginError {
        let nearest = NearestName.question(entry.key, among: known) ?? ""
        return fault(
            entry, name, "unknown key, expected one of \(known.joined(separator: ", "))\(nearest)")
    }
}
