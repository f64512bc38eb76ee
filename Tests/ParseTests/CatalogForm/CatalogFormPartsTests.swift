import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import Foundation
import Testing

/// A catalogue in Carrel's own form, piece by piece.
@Suite(.timeLimit(.minutes(1))) struct CatalogFormPartsTests {
    private static let lines = """
        {"carrel": 1, "title": "Everything", "latestOnly": true}
        {"type": "item", "title": "First", "url": "https://example.org/first.pdf"}
        {"type": "section", "title": "One"}
        {"type": "collection", "id": "A", "title": "Album", "details": {"Author": "Ada"}}
        {"type": "item", "title": "a1", "url": "https://example.org/a1.pdf", "size": 12}
        {"type": "item", "title": "a2", "url": "https://example.org/a2.pdf"}
        not JSON
        {"type": "collection", "id": "B", "title": "Book"}
        {"type": "item", "title": "b1", "url": "https://example.org/b1.pdf"}
        {"type": "section", "title": "Two"}
        {"type": "collection", "id": "C"}

        {"type": "item", "title": "c1 ä", "url": "https://example.org/c1.pdf"}
        {"type": "collection", "id": "A"}
        {"type": "item", "title": "a3", "url": "https://example.org/a3.pdf"}
        {"type": "collection", "id": "empty", "title": "Nothing"}
        """

    private static func document(_ text: String) -> CatalogDocument {
        CatalogDocument(data: Data(text.utf8), url: URL(filePath: "/list.jsonl"))
    }

    /// Puts the parts together.
    private static func assembled(_ text: String, inPiecesOf size: Int, partsOf count: Int) throws -> Catalog
    {
        let data = Data(text.utf8)
        var reader = CatalogFormParser().reader(of: document(text))
        var portions: [Int: CatalogPart.Portion] = [:]
        func add(_ part: CatalogPart) {
            for portion in part.portions {
                let known = portions[portion.place, default: portion]
                #expect(portion.firstItem == (portions[portion.place]?.collection.items.count ?? 0))
                var sum = known
                if portions[portion.place] != nil { sum.collection.items += portion.collection.items }
                portions[portion.place] = sum
            }
        }
        for start in stride(from: 0, to: data.count, by: size) {
            try reader.take(data[start..<min(start + size, data.count)])
            if reader.count >= count { add(reader.part()) }
        }
        try reader.end()
        add(reader.part())
        #expect(!reader.needsWhole && reader.count == 0)
        var catalog = reader.catalog
        for (_, portion) in portions.sorted(by: {
            ($0.value.sectionPlace, $0.key) < ($1.value.sectionPlace, $1.key)
        }) {
            if catalog.sections.last?.title != portion.section || catalog.sections.isEmpty {
                catalog.sections.append(CatalogSection(title: portion.section, collections: []))
            }
            catalog.sections[catalog.sections.count - 1].collections.append(portion.collection)
        }
        return catalog
    }

    @Test(arguments: [1, 7, 64, 300, 10_000], [1, 3, 1000])
    func `the parts together are the whole, however its bytes come`(size: Int, count: Int) throws {
        for text in [Self.lines, "\u{FEFF}\n" + Self.lines.replacing("\n", with: "\r\n") + "\n\n"] {
            let whole = try CatalogFormParser().parse([Self.document(text)])
            #expect(whole.collections.map(\.id) == ["items", "A", "B", "C", "empty"])
            #expect(try Self.assembled(text, inPiecesOf: size, partsOf: count) == whole)
        }
    }

    @Test func `a line without an end is dropped, however long it is`() throws {
        let long = "{\"type\": \"item\", \"title\": \"" + String(repeating: "x", count: 3 << 20) + "\"}\n"
        let text = Self.lines + "\n" + long + "{\"type\": \"item\", \"title\": \"last\"}"
        let whole = try CatalogFormParser().parse([Self.document(text)])
        #expect(whole.problems.count == 2)
        #expect(try Self.assembled(text, inPiecesOf: 100_000, partsOf: 2) == whole)
    }

    @Test(arguments: [
        #"{"type": "meeting", "day": "monday", "time": "09:00", "collection": "A"}"#,
        #"{"type": "collection", "id": "F", "further": "https://example.org/more.jsonl"}"#,
        #"{"type": "place", "id": "P", "name": "Place"}"#,
    ])
    func `what only a whole catalogue can have is noticed`(line: String) throws {
        var reader = CatalogFormParser().reader(of: Self.document(""))
        try reader.take(Data((Self.lines + "\n" + line + "\n").utf8))
        #expect(reader.needsWhole)
    }

    @Test func `a catalogue of further pages is read as a whole`() throws {
        var reader = CatalogFormParser().reader(of: Self.document(""))
        try reader.take(Data("{\"carrel\": 1, \"next\": \"https://example.org/2.jsonl\"}\n".utf8))
        #expect(reader.needsWhole)
    }

    @Test(arguments: ["", "\n\n", "nothing\n", "{\"carrel\": 2}\n", "{\"carrel\": 1}\nwrong\n"])
    func `what is no catalogue is the same error in pieces`(text: String) throws {
        var errors: [ParseError] = []
        do throws(ParseError) { _ = try CatalogFormParser().parse([Self.document(text)]) } catch {
            errors.append(error)
        }
        do throws(ParseError) {
            var reader = CatalogFormParser().reader(of: Self.document(text))
            for byte in text.utf8 { try reader.take(Data([byte])) }
            try reader.end()
        } catch {
            errors.append(error)
        }
        #expect(errors.count == 2 && errors.first?.description == errors.last?.description)
    }

    @Test func `too many items are refused as soon as they have come`() throws {
        let settings = Settings([StageSettings.maxItems.name: 3])
        var reader = CatalogFormParser(settings).reader(of: Self.document(""))
        do throws(ParseError) {
            try reader.take(Data(Self.lines.utf8))
            Issue.record("more than three items were taken")
        } catch {
            #expect(error.description.contains("max-items"))
        }
    }
}
