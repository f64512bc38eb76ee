import CarrelJSON
import CarrelJSONPath
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import MapParsing

extension Harness {
    /// The first byte chooses the format: `j`, `x`, `h`, and anything else for CSV.
    ///
    /// The rest is the document.
    static let map = Harness("map", maxLength: 8192) { data in
        let parser = try MapSample.parser(for: data.first)
        let document = CatalogDocument(
            data: Data(data.dropFirst()),
            url: URL(string: "http://notes.example.org/lists/catalog?page=1") ?? URL(filePath: "/"))
        _ = parser.recognition(of: [document])
        if let text = try? parser.suggestion(for: document, at: "http://notes.example.org/") {
            try requireShowable(text, "a proposed profile")
        }
        guard let catalog = try catalog([document], parser) else { return }
        try requireEqual(try Self.catalog([document], parser), catalog, "the second catalogue")
        try check(catalog)
    }

    /// A query, a line that is `====`, and the document that it searches.
    static let jsonPath = Harness("jsonpath", maxLength: 4096) { data in
        let parts = parts(of: data, atMost: 2)
        let text = String(decoding: parts[0], as: UTF8.self)
        let query: JSONPathQuery
        do throws(JSONPathSyntaxError) {
            query = try JSONPathQuery(text, allowsRelative: true)
        } catch {
            try require(
                (1...(text.unicodeScalars.count + 1)).contains(error.column), "the column is in the query")
            return
        }
        guard parts.count > 1, let root = try? JSONDocument(parts[1]).root else { return }
        var evaluation = JSONPathEvaluation(root: root, maxSteps: 200_000)
        guard let first = try? evaluation.nodes(query, from: root) else { return }
        let second = try evaluation.nodes(query, from: root)
        try requireEqual(second.count, first.count, "what the second search finds")
    }
}

/// A mapping of each format, with every step that a field can have.
private enum MapSample {
    static func parser(for letter: UInt8?) throws -> MapParser {
        switch letter {
        case UInt8(ascii: "j"):
            try make(
                "json", collections: "$..modules[*]", items: "@..notes[*]", title: "heading", url: "file",
                id: "key")
        case UInt8(ascii: "x"):
            try make(
                "xml", collections: "//course", items: ".//note", title: "*[1]", url: "@href", id: "@code")
        case UInt8(ascii: "h"):
            try make(
                "html", collections: "//table", items: ".//tr", title: "td[2]", url: ".//a/@href",
                id: "@class")
        default: try make("csv", collections: nil, items: nil, title: "title", url: "file", id: "course")
        }
    }

    private static func make(
        _ format: String, collections: String?, items: String?, title: String, url: String, id: String
    ) throws -> MapParser {
        let wanted = table([
            ("at", .string(title)), ("markup", .boolean(true)), ("match", .string("(.*)")),
            ("lookup", table([("a", .string("b"))])), ("default", .string("none")),
        ])
        let values: [String: ConfigValue] = [
            "format": .string(format),
            "collections": table(
                (collections.map { [("at", .string($0))] } ?? []) + [("id", .string(id)), ("title", wanted)]),
            "items": table(
                (items.map { [("at", .string($0))] } ?? []) + [
                    ("title", wanted), ("url", .string(url)), ("size", .string(id)),
                    ("subtitle", table([("at", .string(id)), ("template", .string("{value} {\(title)}"))])),
                    (
                        "details",
                        table([("Date", table([("at", .string(id)), ("date", .string("yyyy-MM-dd"))]))])
                    ),
                ]), "pages": table([("parameter", .string("page"))]),
        ]
        var settings: [String: any Sendable] = [:]
        for setting in MapParser.plugin.settings {
            if let value = values[setting.name] { settings[setting.name] = setting.decode(value) }
        }
        return try MapParser(Settings(settings))
    }

    private static func table(_ entries: [(String, ConfigValue)]) -> ConfigValue {
        .table(ConfigTable(entries.map { ConfigTable.Entry(key: $0.0, value: $0.1, origin: .builtIn) }))
    }
}
