import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
import URLListParsing

/// A list of addresses, piece by piece.
@Suite(.timeLimit(.minutes(1))) struct ListPartsTests {
    private static let text = """
        # a list
        http://x.example/a.pdf
          out=folder/a.pdf
          checksum=sha-256=\(String(repeating: "a", count: 64))
        http://x.example/b.pdf http://y.example/b.pdf

        nothing
        http://x.example/c.pdf The third
        http://x.example/ä.pdf
        """

    private static func document(_ text: String) -> CatalogDocument { document(Data(text.utf8)) }

    private static func document(_ data: Data) -> CatalogDocument {
        CatalogDocument(data: data, url: URL(filePath: "/list.txt"))
    }

    private static func assembled(_ text: String, inPiecesOf size: Int) throws -> Catalog {
        try assembled(Data(text.utf8), inPiecesOf: size)
    }

    private static func assembled(_ data: Data, inPiecesOf size: Int) throws -> Catalog {
        var reader = URLListParser().reader(of: document(data))
        var collection: ItemCollection?
        func add(_ part: CatalogPart) {
            guard let portion = part.portions.first else { return }
            #expect(portion.firstItem == collection?.items.count ?? 0)
            var sum = collection ?? ItemCollection(id: portion.collection.id, title: portion.collection.title)
            sum.items += portion.collection.items
            collection = sum
        }
        for start in stride(from: 0, to: data.count, by: size) {
            try reader.take(data[start..<min(start + size, data.count)])
            if reader.count > 0 { add(reader.part()) }
        }
        try reader.end()
        add(reader.part())
        #expect(!reader.needsWhole)
        var catalog = reader.catalog
        catalog.sections = [CatalogSection(collections: [collection].compactMap(\.self))]
        return catalog
    }

    @Test(arguments: [1, 5, 80, 10_000])
    func `the parts together are the whole, however its bytes come`(size: Int) throws {
        let bag = "http://x.example/a 3 data/a\nhttp://x.example/b - data/b\n"
        let marked = "\u{FEFF}" + Self.text
        for text in [
            Self.text, marked.replacing("\n", with: "\r\n"), marked.replacing("\n", with: "\r"), bag,
        ] {
            let whole = try URLListParser().parse([Self.document(text)])
            #expect(try Self.assembled(text, inPiecesOf: size) == whole)
        }
    }

    @Test(arguments: [1, 10_000])
    func `text in another encoding is decoded in parts, too`(size: Int) throws {
        let text = "http://x.example/1 Fête à la plage\nhttp://x.example/2 Où\n"
        let data = try #require(text.data(using: .isoLatin1))
        let catalog = try Self.assembled(data, inPiecesOf: size)
        #expect(catalog.collections[0].items.map(\.title) == ["Fête à la plage", "Où"])
        #expect(try catalog == URLListParser().parse([Self.document(data)]))
    }

    @Test func `UTF-16 needs to be whole`() throws {
        let data = try #require(Self.text.data(using: .utf16))
        #expect(URLListParser().reader(of: Self.document(data)).needsWhole)
        #expect(try URLListParser().parse([Self.document(data)]).collections[0].items.count == 4)
    }

    @Test func `a line that is too long is dropped`() throws {
        let text =
            Self.text + "\nhttp://x.example/" + String(repeating: "x", count: 1 << 20)
            + "\nhttp://z.example/z"
        let whole = try URLListParser().parse([Self.document(text)])
        #expect(whole.problems.count == 2)
        #expect(try Self.assembled(text, inPiecesOf: 10_000) == whole)
    }

    @Test func `a table needs to be whole`() {
        #expect(URLListParser().reader(of: Self.document("title,url\na,http://x.example/a\n")).needsWhole)
    }

    @Test func `what is not a list is refused with the first piece`() {
        for text in ["{\"a\": 1}", "words"] {
            var reader = URLListParser().reader(of: Self.document(text))
            do throws(ParseError) {
                try reader.take(Data(text.utf8))
                Issue.record("taken")
            } catch {
                #expect(error.message.remedy != nil)
            }
        }
    }
}
