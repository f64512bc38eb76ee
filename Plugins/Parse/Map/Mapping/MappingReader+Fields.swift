import CarrelBasics
import CarrelHTTP
import CarrelRegex
import CarrelStages
import Foundation

/// Reads places and fields.
extension MappingReader {
    func place(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> MapExpression {
        guard let text = entry.value.text else { throw fault(entry, name, expected: "an expression") }
        return try expression(text, entry, name)
    }

    func details(
        _ entry: ConfigTable.Entry, _ name: String
    ) throws(PluginError) -> [(label: String, field: MapField)] {
        guard case .table(let table) = entry.value else {
            throw fault(entry, name, expected: "a table of labels and expressions")
        }
        var details: [(label: String, field: MapField)] = []
        read(table) { inner throws(PluginError) in
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
            throw fault(entry, name, expected: "an expression or a list of them")
        }
        var expressions: [MapExpression] = []
        for text in texts {
            do throws(PluginError) {
                expressions.append(try expression(text, entry, name))
            } catch {
                faults.append(error)
            }
        }
        return expressions
    }

    func field(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> MapField {
        let full = "\(name).\(entry.key)"
        var field = MapField(name: full)
        let before = faults.count
        if case .table(let table) = entry.value {
            read(table) { inner throws(PluginError) in try part(inner, of: full, into: &field) }
            // What is wrong is not reported as missing, too.
            guard faults.count == before else { return field }
            guard !field.expressions.isEmpty || field.template?.needsValue == false || field.fallback != nil
            else {
                throw fault(entry, name, "“at” is missing: what gives the value")
            }
            if field.replacement != nil, field.pattern == nil {
                throw fault(entry, name, "“replace” needs “match”")
            }
            if let group = field.missingGroup, let count = field.pattern?.groupCount {
                let reason = "“replace” names group \(group), but “match” has \(Counted.text(count, "group"))"
                throw fault(entry, name, reason)
            }
            if field.date?.forms.isEmpty == true { throw fault(entry, name, "“language” needs “date”") }
        } else {
            field.expressions = try expressions(entry, name)
        }
        if field.looksAround, !mayLookAround {
            throw fault(entry, name, "“^” needs “within”: what is around the items")
        }
        return field
    }

    private func part(
        _ entry: ConfigTable.Entry, of name: String, into field: inout MapField
    ) throws(PluginError) {
        switch entry.key {
        case "at": field.expressions = try expressions(entry, name)
        case "join": field.join = try text(entry, name)
        case "markup": field.isMarkup = try flag(entry, name)
        case "match": field.pattern = try pattern(entry, name)
        case "replace": field.replacement = try text(entry, name)
        case "date": field.date = MapDate(forms: try dateForms(entry, name), language: field.date?.language)
        case "language":
            field.date = MapDate(forms: field.date?.forms ?? [], language: try text(entry, name))
        case "lookup": try lookup(entry, name, into: &field)
        case "template": field.template = try template(entry, name)
        case "base": field.base = try base(entry, name)
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
        guard let text = entry.value.text else { throw fault(entry, name, expected: "a text") }
        return text
    }

    private func flag(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> Bool {
        guard let value = Bool(configValue: entry.value) else {
            throw fault(entry, name, expected: "true or false")
        }
        return value
    }

    private func pattern(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> LinearPattern {
        let written = try text(entry, name)
        do throws(LinearPattern.SyntaxError) {
            return try LinearPattern(written)
        } catch {
            throw fault(entry, name, "not a regular expression: \(error.reason)")
        }
    }

    private func dateForms(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> [String] {
        guard let forms = entry.value.text.map({ [$0] }) ?? [String](configValue: entry.value),
            !forms.isEmpty,
            forms.allSatisfy({ $0.contains("y") || $0.contains("u") || $0 == MapDate.seconds })
        else {
            throw fault(entry, name, expected: "the form of a date such as \"dd.MM.yyyy\", or \"unix\"")
        }
        return forms
    }

    private func lookup(
        _ entry: ConfigTable.Entry, _ name: String, into field: inout MapField
    ) throws(PluginError) {
        guard case .table(let table) = entry.value else {
            throw fault(entry, name, expected: "a table of values")
        }
        read(table) { inner throws(PluginError) in
            field.lookup[inner.key] = try text(inner, "\(name).lookup")
        }
    }

    private func template(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> MapTemplate {
        let written = try text(entry, name)
        do throws(MapFault) {
            return try MapTemplate(written, format: format)
        } catch {
            throw fault(entry, name, error.reason)
        }
    }

    private func base(_ entry: ConfigTable.Entry, _ name: String) throws(PluginError) -> URL {
        let written = try text(entry, name)
        guard let url = try? RequestTarget.check(written) else {
            throw fault(entry, name, "“\(written)” is not an http or https URL")
        }
        return url
    }
}
