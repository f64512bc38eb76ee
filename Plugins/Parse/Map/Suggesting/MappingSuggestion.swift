import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelTables
import CarrelText
import CarrelXMLReading
import Foundation

/// Proposes a mapping from the shape of a document.
struct MappingSuggestion {
    let format: MapFormat
    let shape: ListShape
    /// What expressions of XML call elements and attributes.
    private let names: XMLNames
    /// What leads to the next page, in JSON.
    private let nextPage: String?

    /// Looks at a document.
    ///
    /// - Throws: `ParseError` if nothing in it looks like a list, or the task was cancelled.
    init(_ document: CatalogDocument) throws(ParseError) {
        // The marks of byte orders, and the zeros of UTF-16.
        let beginning = document.data.prefix(4096).filter { $0 != 0 }
            .drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
        let text = String(decoding: beginning, as: UTF8.self).lowercased()
        let shapes: [ListShape]
        var names = XMLNames()
        var nextPage: String?
        if text.hasPrefix("<") {
            format = Self.isPage(document, text) ? .html : .xml
            (names, shapes) = try Self.markup(document, isHTML: format == .html)
        } else if text.hasPrefix("{") || text.hasPrefix("[") || JSONP.start(in: document.data) != nil {
            format = .json
            let root = try CatalogJSON([document], takesLines: true).root
            shapes = JSONShapes.of(root)
            nextPage = NextPageGuess.expression(in: root)
        } else {
            format = .csv
            shapes = Self.table(document)
        }
        // Whoever looks for lists ends early then.
        if Task.isCancelled { throw .cancelled(document.location) }
        guard let best = shapes.filter({ $0.count > 0 }).max(by: { $0.score < $1.score }),
            best.title != nil || best.url != nil
        else {
            throw ParseError(
                location: document.location, reason: "nothing in it looks like a list of documents",
                remedy: "Write the mapping by hand: docs/Mapping.md")
        }
        shape = best
        (self.names, self.nextPage) = (names, nextPage)
    }

    /// Whether markup is HTML: by its beginning or, as in a part of a page, by the type or the name that it has.
    private static func isPage(_ document: CatalogDocument, _ beginning: String) -> Bool {
        if beginning.contains("<html") || beginning.hasPrefix("<!doctype html") { return true }
        // Some servers call XML a page.
        guard !beginning.hasPrefix("<?xml") else { return false }
        let named = URLReference.fileExtension(document.url.absoluteString)
            .flatMap(MediaType.forFileExtension)
        return (document.mediaType ?? named)?.essence == "text/html"
    }

    private static func markup(
        _ document: CatalogDocument, isHTML: Bool
    ) throws(ParseError) -> (XMLNames, [ListShape]) {
        do throws(MarkupError) {
            guard isHTML else { return try xml(document) }
            let charset = document.mediaType?.charset
            let root = try MarkupReader.readHTMLTree(document.data, charset: charset)
            return (XMLNames(), root.map(MarkupShapes.ofHTML) ?? [])
        } catch {
            throw ParseError(location: document.location, reason: "the document is \(error.reason)")
        }
    }

    private static func xml(
        _ document: CatalogDocument
    ) throws(MarkupError) -> (XMLNames, [ListShape]) {
        let charset = CatalogEncoding.charset(of: document)
        let read = try MarkupTree(xml: document.data, charset: charset) { !Task.isCancelled }
        guard let tree = read else {
            return (XMLNames(), [])
        }
        let names = XMLNames(tree)
        let root = try MarkupReader.readXMLTree(
            document.data, charset: charset, namespaces: names.prefixes)
        return (names, root.map { MarkupShapes.ofXML($0, names) } ?? [])
    }

    private static func table(_ document: CatalogDocument) -> [ListShape] {
        let text = DecodedText(
            of: document.data.prefix(1 << 20), declared: document.mediaType?.charset, isCut: true)
        let (separator, lines, _) = TableSeparator.find(in: TableLines.endedByLineFeed(text.utf8))
        var reader = TableReader(lines, separator: separator)
        let names = (reader.next(most: 200) ?? []).map(\.singleLine)
        var shape = ListShape()
        while shape.count < 20, let cells = reader.next(most: names.count) {
            shape.count += 1
            for (name, cell) in zip(names, cells) where !name.isEmpty { shape.add(name, cell) }
        }
        return names.count > 1 ? [shape] : []
    }

    // MARK: The profile

    /// The profile.
    func toml(at location: String) -> String {
        let beginning =
            ["# Proposed from the document's shape. See what it matches: carrel map test"]
            + Self.source(at: location) + ["", "[parse]", "use = \"map\"", "format = \"\(format.rawValue)\""]
        let collections = collections
        let items = items
        let details = details(beside: items)
        let expressions = (collections + items + details).map(\.expression)
        let namespaces = names.namespaces(in: expressions).map {
            "\($0.prefix) = \(Self.quoted($0.address))"
        }
        var lines = beginning
        for (name, content) in [
            ("namespaces", namespaces), ("collections", collections.map(\.text)),
            ("items", items.map(\.text)), ("items.details", details.map(\.text)),
            ("pages", nextPage.map { [Line(key: "next", expression: $0).text] } ?? []),
        ] where !content.isEmpty {
            lines += ["", "[parse.\(name)]"] + content
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func source(at location: String) -> [String] {
        switch CatalogPlace(of: location) {
        case .standardInput:
            ["# It was read from standard input: name the catalogue behind the command, or in [source]"]
        case .url: ["[source]"] + address(location)
        case .path: ["[source]", "path = \(quoted(location))"]
        }
    }

    /// An address; a secret in it is in no profile, but in a variable.
    private static func address(_ location: String) -> [String] {
        let parts = ShownText.of(location).split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count == 2, !location.contains("…") else { return ["url = \(quoted(location))"] }
        return [
            "key = \"env:KEY\" # what stands for {key}: export KEY=…",
            "url = \(quoted(parts.joined(separator: KeyPlaceholder.text)))",
        ]
    }

    /// A key of a table, and the expression that gives it.
    private struct Line {
        let key: String
        let expression: String
        var template: String?

        var text: String {
            let at = MappingSuggestion.quoted(expression)
            guard let template else { return "\(key) = \(at)" }
            return "\(key) = { at = \(at), template = \(MappingSuggestion.quoted(template)) }"
        }
    }

    /// What is around the items, if there is something to name it by.
    private var collections: [Line] {
        guard let around = shape.around else { return [] }
        let values = shape.aroundNames.map { ListShape.Value($0, "") }
        guard let id = FieldGuess.id(values) ?? FieldGuess.title(values) ?? shape.aroundNames.first else {
            return []
        }
        var lines = [Line(key: "at", expression: around), Line(key: "id", expression: id)]
        if let title = FieldGuess.title(values), title != id {
            lines.append(Line(key: "title", expression: title))
        }
        return lines
    }

    private var items: [Line] {
        var lines = format == .csv ? [] : [Line(key: "at", expression: place)]
        var used: Set<String> = []
        let values = shape.values
        let url = shape.url?.expression
        let others = values.filter { $0.expression != url }
        for (key, expression) in [
            // An item without an id has its address for one, and one without a title the last part of that.
            ("id", FieldGuess.id(others)), ("title", shape.title), ("url", url),
            ("size", FieldGuess.size(values)), ("digest", FieldGuess.digest(values)),
        ] {
            guard let expression, used.insert(expression).inserted else { continue }
            let template = key == "title" ? shape.titles?.template : nil
            lines.append(Line(key: key, expression: expression, template: template))
        }
        return lines
    }

    /// The first of the values that no line of the items has.
    private func details(beside items: [Line]) -> [Line] {
        let used = Set(items.filter { $0.key != "at" }.map(\.expression))
        let others = shape.values.filter { !used.contains($0.expression) && $0.sample.utf8.count <= 300 }
        var labels: Set<String> = []
        var lines: [Line] = []
        for value in others.prefix(12) {
            let label = value.name.replacing("_", with: " ").titleText
            guard !label.isEmpty, labels.insert(label).inserted else { continue }
            let key = Self.quoted(label.prefix(1).uppercased() + label.dropFirst())
            lines.append(Line(key: key, expression: value.expression))
        }
        return lines
    }

    /// Where items are: within their collection, if what is around them has a name.
    private var place: String {
        guard let around = shape.around, shape.aroundNames.isEmpty else { return shape.place }
        return format == .json ? around + shape.place.dropFirst() : "\(around)/\(shape.place)"
    }

    private static func quoted(_ text: String) -> String { text.singleLine.configText ?? "\"\"" }
}
