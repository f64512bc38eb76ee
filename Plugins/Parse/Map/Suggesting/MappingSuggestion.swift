import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelTables
import CarrelText
import Foundation

/// Proposes a mapping from the shape of a document.
struct MappingSuggestion {
    let format: MapFormat
    let shape: ListShape

    /// Looks at a document.
    ///
    /// - Throws: `ParseError` if nothing in it looks like a list.
    init(_ document: CatalogDocument) throws(ParseError) {
        let beginning = document.data.prefix(4096).filter { $0 != 0 && $0 < 0xEF }.drop { $0 <= 0x20 }
        let text = String(decoding: beginning, as: UTF8.self).lowercased()
        let shapes: [ListShape]
        if text.hasPrefix("<") {
            format = text.contains("<html") || text.hasPrefix("<!doctype html") ? .html : .xml
            shapes = try Self.markup(document, isHTML: format == .html)
        } else if text.hasPrefix("{") || text.hasPrefix("[") || JSONP.start(in: document.data) != nil {
            format = .json
            shapes = JSONShapes.of(try CatalogJSON([document], takesLines: true).root)
        } else {
            format = .csv
            shapes = Self.table(document)
        }
        guard let best = shapes.filter({ $0.count > 0 }).max(by: { $0.score < $1.score }),
            FieldGuess.title(best.values) != nil || FieldGuess.url(best.values) != nil
        else {
            throw ParseError(
                location: document.location, reason: "nothing in it looks like a list of documents",
                remedy: "Write the mapping by hand: docs/Mapping.md")
        }
        shape = best
    }

    private static func markup(_ document: CatalogDocument, isHTML: Bool) throws(ParseError) -> [ListShape] {
        do throws(MarkupError) {
            let charset = document.mediaType?.charset
            guard isHTML else {
                let tree = try MarkupReader.readXMLTree(document.data)
                return tree.map(MarkupShapes.ofXML) ?? []
            }
            return try MarkupReader.readHTMLTree(document.data, charset: charset).map(MarkupShapes.ofHTML)
                ?? []
        } catch {
            throw ParseError(location: document.location, reason: "the document is \(error.reason)")
        }
    }

    private static func table(_ document: CatalogDocument) -> [ListShape] {
        let text = DecodedText(
            of: document.data.prefix(1 << 20), declared: document.mediaType?.charset, isCut: true)
        let lines = text.utf8.filter { $0 != 0x0D }
        var reader = TableReader(lines, separator: TableSeparator.find(lines, expected: nil))
        let names = (reader.next(most: 200) ?? []).map(\.singleLine)
        var shape = ListShape()
        while shape.count < 20, let cells = reader.next(most: names.count) {
            shape.count += 1
            for (name, cell) in zip(names, cells) where !name.isEmpty && !cell.isEmpty {
                shape.add(name, cell)
            }
        }
        return names.count > 1 ? [shape] : []
    }

    // MARK: The profile

    /// The profile.
    func toml(at location: String) -> String {
        var lines = ["# Proposed from the document's shape. See what it matches: carrel map test"]
        let isAddress = location.hasPrefix("http://") || location.hasPrefix("https://")
        lines += ["[source]", "\(isAddress ? "url" : "path") = \(Self.quoted(location))", ""]
        lines += ["[parse]", "use = \"map\"", "format = \"\(format.rawValue)\""]
        if let around = shape.around {
            let values = shape.aroundNames.map { ListShape.Value($0, "") }
            let id = FieldGuess.id(values) ?? FieldGuess.title(values) ?? shape.aroundNames.first
            if let id {
                lines += [
                    "", "[parse.collections]", "at = \(Self.quoted(around))", "id = \(Self.quoted(id))",
                ]
                if let title = FieldGuess.title(values), title != id {
                    lines.append("title = \(Self.quoted(title))")
                }
            }
        }
        lines += ["", "[parse.items]"]
        if format != .csv { lines.append("at = \(Self.quoted(place))") }
        var used: Set<String> = []
        let values = shape.values
        for (key, expression) in [
            ("id", FieldGuess.id(values)), ("title", FieldGuess.title(values)),
            ("url", FieldGuess.url(values)),
            ("size", FieldGuess.size(values)), ("digest", FieldGuess.digest(values)),
        ] {
            guard let expression, used.insert(expression).inserted else { continue }
            lines.append("\(key) = \(Self.quoted(expression))")
        }
        let others = values.filter { !used.contains($0.expression) && $0.sample.utf8.count <= 300 }.prefix(12)
        guard !others.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines += ["", "[parse.items.details]"]
        var labels: Set<String> = []
        for value in others {
            let label = value.name.replacing("_", with: " ").titleText
            guard !label.isEmpty, labels.insert(label).inserted else { continue }
            lines.append(
                "\(Self.quoted(label.prefix(1).uppercased() + label.dropFirst())) = \(Self.quoted(value.expression))"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Where items are: within their collection, if what is around them has a name.
    private var place: String {
        guard let around = shape.around, shape.aroundNames.isEmpty else { return shape.place }
        return format == .json ? around + shape.place.dropFirst() : "\(around)/\(shape.place)"
    }

    private static func quoted(_ text: String) -> String { text.singleLine.configText ?? "\"\"" }
}
