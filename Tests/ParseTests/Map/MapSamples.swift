import CarrelModel
import CarrelStages
import Foundation
import MapParsing

/// Mappings, and documents for them.
enum MapSamples {
    static func table(_ entries: (String, ConfigValue)...) -> ConfigValue { table(entries) }

    static func table(_ entries: [(String, ConfigValue)]) -> ConfigValue {
        .table(
            ConfigTable(
                entries.map {
                    ConfigTable.Entry(key: $0.0, value: $0.1, origin: .file("map.toml", line: 7, column: 3))
                }
            ))
    }

    /// A parser with the settings of a profile's `[parse]` table.
    static func parser(_ values: [String: ConfigValue]) throws -> MapParser {
        var settings: [String: any Sendable] = [:]
        for setting in MapParser.plugin.settings {
            if let value = values[setting.name] { settings[setting.name] = setting.decode(value) }
        }
        return try MapParser(Settings(settings))
    }

    static let json = Samples.document(
        #"""
        {"name": "Harbour school", "modules": [
          {"code": "NAV1", "title": "Charts", "staff": {"name": "Dr Tide"}, "notes": [
            {"key": 11, "heading": " Week <b>1</b> ", "file": "nav1/week 1.pdf", "bytes": 1200, "on": "03.11.2025", "kind": "lec"},
            {"key": 12, "heading": "Week 2", "file": null, "on": "soon", "kind": "lab"}]},
          {"code": "NAV2", "title": "Lights", "notes": [{"key": 21, "heading": "Buoys", "file": "/abs/buoys.pdf"}]}],
         "more": "?page=2"}
        """#, "http://notes.example.org/api/list", "application/json")

    static func jsonParser() throws -> MapParser {
        try parser([
            "format": .string("json"), "title": .string("name"),
            "collections": table(
                ("at", .string("$.modules[*]")), ("id", .string("code")), ("title", .string("title")),
                ("details", table(("Lecturer", .string("staff.name"))))),
            "items": table(
                ("at", .string("notes[*]")), ("id", .string("key")),
                ("title", table(("at", .string("heading")), ("markup", .boolean(true)))),
                (
                    "url",
                    table(("at", .string("file")), ("base", .string("http://files.example.org/notes/")))
                ), ("size", .string("bytes")),
                (
                    "details",
                    table(
                        ("Date", table(("at", .string("on")), ("date", .string("dd.MM.yyyy")))),
                        (
                            "Kind",
                            table(
                                ("at", .string("kind")),
                                ("lookup", table(("lec", .string("Lecture")), ("lab", .string("Laboratory"))))
                            )
                        ))
                )),
            "pages": table(("next", .string("$.more"))),
        ])
    }

    static let xml = Samples.document(
        """
        <?xml version="1.0"?>
        <list xmlns="urn:list" xmlns:dc="urn:dc"><course code="NAV1"><dc:title>Charts</dc:title>
        <note href="week1.pdf" sha="\(String(repeating: "0a", count: 32))"><dc:title>Week 1</dc:title></note>
        <note href="week2.pdf"><dc:title>Week 2 &amp; more</dc:title></note></course></list>
        """, "http://notes.example.org/xml/list.xml", "application/xml")

    static func xmlParser() throws -> MapParser {
        try parser([
            "format": .string("xml"), "namespaces": table(("d", .string("urn:dc"))),
            "collections": table(
                ("at", .string("/list/course")), ("id", .string("@code")), ("title", .string("d:title"))),
            "items": table(
                ("at", .string("note")), ("title", .string("d:title")), ("url", .string("@href")),
                ("digest", .string("@sha")),
                ("details", table(("Place", .string("concat('no. ', count(preceding-sibling::note) + 1)"))))),
        ])
    }

    static let html = Samples.document(
        """
        <!DOCTYPE html><html><head><title>Notes</title><base href="/files/"></head><body><p><a href="/">home</a></p>
        <table class="notes"><tr><td>1<td>Charts<td><a href="charts.pdf">PDF</a>
        <tr><td>2<td>Lights &mdash; part 2<td><a href="lights.pdf">PDF</a></table></body></html>
        """, "http://notes.example.org/bio/page.html", "text/html")

    static func htmlParser() throws -> MapParser {
        try parser([
            "format": .string("html"), "title": .string("//title"),
            "items": table(
                ("at", .string("//table[@class='notes']//tr")), ("title", .string("td[2]")),
                ("url", .string(".//a/@href")),
                ("subtitle", table(("at", .string("td[1]")), ("template", .string("Week {value}"))))),
        ])
    }

    static let csv = Samples.document(
        "course;title;file\r\nNAV1;Charts;charts.pdf\r\nNAV2;\"Lights; \"\"new\"\"\";lights.pdf\r\nNAV1;Tides;\r\n",
        "http://notes.example.org/tables/notes.csv", "text/csv")

    static func csvParser() throws -> MapParser {
        try parser([
            "format": .string("csv"), "collections": table(("id", .string("course"))),
            "items": table(("title", .string("title")), ("url", .string("file"))),
        ])
    }

    /// Each format's parser with its document, by the format's name.
    static func pair(_ format: String) throws -> (parser: MapParser, document: CatalogDocument) {
        switch format {
        case "json": (try jsonParser(), json)
        case "xml": (try xmlParser(), xml)
        case "html": (try htmlParser(), html)
        default: (try csvParser(), csv)
        }
    }

    static let formats = ["json", "xml", "html", "csv"]

    static func large(_ format: String) -> CatalogDocument {
        var document = format == "json" ? json : format == "xml" ? xml : format == "html" ? html : csv
        let entries = 4000
        let text: String
        switch format {
        case "json":
            let note = #"{"key": 0, "heading": "A week", "file": "week.pdf", "kind": "lec"}"#
            let notes = Array(repeating: note, count: entries).joined(separator: ",")
            text =
                #"{"name":"","modules":[{"code":"A","title":"a","staff":{},"notes":[\#(notes)]}],"more":null}"#
        case "xml":
            let note = #"<note href="week.pdf"><d:title xmlns:d="urn:dc">A week</d:title></note>"#
            text = "<list><course code='A'>" + String(repeating: note, count: entries) + "</course></list>"
        case "html":
            let row = "<tr><td>1<td>Charts<td><a href=charts.pdf>PDF</a></tr>"
            text = "<html><table class=notes>" + String(repeating: row, count: entries) + "</table>"
        default: text = "course;title;file\n" + String(repeating: "NAV1;Charts;charts.pdf\n", count: entries)
        }
        document.data = Data(text.utf8)
        return document
    }
}
