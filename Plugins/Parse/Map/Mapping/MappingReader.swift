import CarrelBasics
import CarrelHTTP
import CarrelRegex
import CarrelStages
import Foundation

/// Reads a mapping from the tables of a profile; every key that it does not know is an error with its place.
struct MappingReader {
    let format: MapFormat

    func collections(_ table: ConfigTable) throws(PluginError) -> Mapping.Collections {
        let name = "collections"
        var result = Mapping.Collections()
        for entry in table.entries {
            switch entry.key {
            case "at": result.place = try place(entry, name)
            case "id": result.id = try field(entry, name)
            case "title": result.title = try field(entry, name)
            case "subtitle": result.subtitle = try field(entry, name)
            case "section": result.section = try field(entry, name)
            case "further": result.further = try field(entry, name)
            case "details": result.details = try details(entry, name)
            default:
                throw unknown(
                    entry, name, ["at", "id", "title", "subtitle", "section", "further", "details"])
            }
        }
        if result.place != nil, result.id == nil, result.title == nil {
            throw PluginError(setting: name, reason: "collections need an id or a title")
        }
        return result
    }

    func items(_ table: ConfigTable, _ name: String) throws(PluginError) -> Mapping.Items {
        var result = Mapping.Items()
        for entry in table.entries {
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
            default:
                throw unknown(
                    entry, name,
                    [
                        "at", "within", "id", "title", "subtitle", "url", "size", "digest", "path",
                        "modified",
                        "details",
                    ])
            }
        }
        if result.around == nil, let field = result.fields.first(where: \.looksAround) {
            throw PluginError(setting: field.name, reason: "“^” needs “within”: what is around the items")
        }
        guard result.title != nil || result.url != nil else {
            throw PluginError(setting: name, reason: "items need a title or a url")
        }
        guard result.place != nil || format == .csv else {
            throw PluginError(setting: name, reason: "“at” is missing: where each item is")
        }
        return result
    }

    func pages(_ table: ConfigTable) throws(PluginError) -> Mapping.Pages {
        let name = "pages"
        let known = ["next", "cursor", "parameter", "first", "step", "last"]
        var fields: [String: MapField] = [:]
        var numbers: [String: Int] = [:]
        var parameter: String?
        for entry in table.entries {
            switch entry.key {
            case "next", "cursor", "last": fields[entry.key] = try field(entry, name)
            case "parameter":
                guard let text = entry.value.text, !text.isEmpty, text == text.singleLine else {
                    throw fault(entry, name, "found \(entry.value.found), expected the name of a parameter")
                }
                parameter = text
            case "first", "step":
                guard case .integer(let value) = entry.value, (0...1_000_000).contains(value) else {
                    throw fault(entry, name, "found \(entry.value.found), expected 0 to 1000000")
                }
                numbers[entry.key] = Int(value)
            default: throw unknown(entry, name, known)
            }
        }
        if let next = fields["next"], parameter == nil { return .next(next) }
        guard let parameter, fields["next"] == nil else {
            throw PluginError(
                setting: name, reason: "expected next alone, or the parameter of a cursor or a number")
        }
        if let cursor = fields["cursor"] { return .cursor(cursor, parameter: parameter) }
        return .number(
            parameter: parameter, first: numbers["first"] ?? 1, step: max(1, numbers["step"] ?? 1),
            last: fields["last"])
    }

    /// A field beside the tables.
    func field(_ text: String, named name: String) throws(PluginError) -> MapField {
        do throws(MapFault) {
            return MapField(name: name, [try MapExpression(text, format: format)])
        } catch {
            throw PluginError(setting: name, reason: error.reason)
        }
    }

    // MARK: Parts

    private func place(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> MapExpression {
        guard let text = entry.value.text else {
            throw fault(entry, name, "found \(entry.value.found), expected an expression")
        }
        return try expression(text, entry, name)
    }

    private func details(
        _ entry: ConfigTable.Entry, _ name: String
    ) throws(PluginError) -> [(label: String, field: MapField)] {
        guard case .table(let table) = entry.value else {
            throw fault(entry, name, "found \(entry.value.found), expected a table of labels and expressions")
        }
        var details: [(label: String, field: MapField)] = []
        for inner in table.entries {
            let label = inner.key.titleText
            guard !label.isEmpty else { throw fault(inner, "\(name).details", "found an empty label") }
            details.append((label, try field(inner, "\(name).details")))
        }
        return details
    }

    private func expression(
        _ text: String, _ entry: ConfigTable.Entry, _ name: String
    ) throws(PluginError) -> MapExpression {
        do throws(MapFault) {
            return try MapExpression(text, format: format)
        } catch {
            throw fault(entry, name, error.reason)
        }
    }

    private func expressions(
        _ entry: ConfigTable.Entry, _ name: String
    ) throws(PluginError) -> [MapExpression] {
        if let text = entry.value.text { return [try expression(text, entry, name)] }
        guard let texts = [String](configValue: entry.value), !texts.isEmpty else {
            throw fault(entry, name, "found \(entry.value.found), expected an expression or a list of them")
        }
        var expressions: [MapExpression] = []
        for text in texts { expressions.append(try expression(text, entry, name)) }
        return expressions
    }

    private func field(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> MapField {
        let full = "\(name).\(entry.key)"
        guard case .table(let table) = entry.value else {
            return MapField(name: full, try expressions(entry, name))
        }
        var field = MapField(name: full)
        for inner in table.entries { try read(inner, of: full, into: &field) }
        guard !field.expressions.isEmpty || field.template?.needsValue == false || field.fallback != nil
        else {
            throw fault(entry, name, "“at” is missing: what gives the value")
        }
        if field.replacement != nil, field.pattern == nil {
            throw fault(entry, name, "“replace” needs “match”")
        }
        return field
    }

    private func read(
        _ entry: ConfigTable.Entry, of name: String, into field: inout MapField
    ) throws(PluginError) {
        switch entry.key {
        case "at": field.expressions = try expressions(entry, name)
        case "join": field.join = try text(entry, name)
        case "markup":
            guard let value = Bool(configValue: entry.value) else {
                throw fault(entry, name, "found \(entry.value.found), expected true or false")
            }
            field.isMarkup = value
        case "match":
            let written = try text(entry, name)
            do throws(LinearPattern.SyntaxError) {
                field.pattern = try LinearPattern(written)
            } catch {
                throw fault(entry, name, "not a regular expression: \(error.reason)")
            }
        case "replace": field.replacement = try text(entry, name)
        case "date":
            guard let forms = entry.value.text.map({ [$0] }) ?? [String](configValue: entry.value),
                !forms.isEmpty,
                forms.allSatisfy({ $0.contains("y") || $0.contains("u") || $0 == MapDate.seconds })
            else {
                throw fault(
                    entry, name,
                    "found \(entry.value.found), expected the form of a date such as \"dd.MM.yyyy\", or \"unix\""
                )
            }
            field.date = MapDate(forms: forms, language: field.date?.language)
        case "language":
            field.date = MapDate(forms: field.date?.forms ?? [], language: try text(entry, name))
        case "lookup":
            guard case .table(let table) = entry.value else {
                throw fault(entry, name, "found \(entry.value.found), expected a table of values")
            }
            for inner in table.entries { field.lookup[inner.key] = try text(inner, "\(name).lookup") }
        case "template":
            do throws(MapFault) {
                field.template = try MapTemplate(
                    entry.value.text ?? "", format: format)
            } catch {
                throw fault(entry, name, error.reason)
            }
        case "base": field.base = try Self.base(try text(entry, name), entry, name)
        case "default": field.fallback = try text(entry, name)
        default:
            throw unknown(
                entry, name,
                [
                    "at", "join", "markup", "match", "replace", "date", "language", "lookup", "template",
                    "base", "default",
                ])
        }
    }

    private func text(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> String {
        guard let text = entry.value.text else {
            throw fault(entry, name, "found \(entry.value.found), expected a text")
        }
        return text
    }

    private static func base(
        _ text: String, _ entry: ConfigTable.Entry, _ name: String
    ) throws(PluginError) -> URL {
        guard let url = try? RequestTarget.check(text) else {
            throw PluginError(
                setting: "\(name).\(entry.key)", reason: "“\(text)” is not an http or https URL",
                origin: entry.origin)
        }
        return url
    }

    private func fault(_ entry: ConfigTable.Entry, _ name: String, _ reason: String) -> PluginError {
        PluginError(setting: "\(name).\(entry.key)", reason: reason, origin: entry.origin)
    }

    private func unknown(_ entry: ConfigTable.Entry, _ name: String, _ known: [String]) -> PluginError {
        let nearest = NearestName.of(entry.key, among: known).map { "; did you mean “\($0)”?" } ?? ""
        return fault(
            entry, name, "unknown key, expected one of \(known.joined(separator: ", "))\(nearest)")
    }
}
