import CarrelModel
import CarrelStages
import Foundation
import MapParsing
import Testing

/// The encodings of mapped catalogues.
@Suite(.timeLimit(.minutes(1))) struct MapEncodingTests {
    // A condition has the document read as a tree, not as a stream; a stray ampersand has it read twice.
    @Test(arguments: ["", "[true()]"], ["Übung", "Übung & more"])
    func `a wrong charset of the server does not count where XML declares its own`(
        condition: String, title: String
    ) throws {
        let parser = try MapSamples.parser([
            "format": .string("xml"),
            "items": MapSamples.table(
                ("at", .string("/list/i\(condition)")), ("title", .string("t")), ("url", .string("@h"))),
        ])
        func items(_ type: String?) throws -> [Item] {
            let text =
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><list><i h='ü.pdf'><t>\(title)</t></i></list>"
            let document = Samples.document(text, "http://notes.example.org/list.xml", type)
            return try parser.parse([document]).collections.flatMap(\.items)
        }
        let expected = try items(nil)
        #expect(expected.map(\.title) == [title])
        #expect(try items("text/xml; charset=iso-8859-1") == expected)
    }

    @Test(arguments: ["sep=;\r\n", "SEP=;\n", "\u{FEFF}sep=;\r\n", ""])
    func `a line of Excel above a table says what separates its cells`(line: String) throws {
        let parser = try MapSamples.parser([
            "format": .string("csv"),
            "items": MapSamples.table(("title", .string("Titel")), ("url", .string("Datei"))),
        ])
        let text = line + "Titel;Datei\r\nEins, zwei;1.pdf\r\n;\r\n"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list.csv", "text/csv")])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["Eins, zwei"])
        #expect(catalog.problems.map(\.place) == [line.isEmpty ? "row 3" : "row 4"])
    }
}
