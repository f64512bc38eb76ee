import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OAIPMHParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OAIPMHParserTests {
    private static let address =
        "http://repo.example.org/oai?verb=ListRecords&metadataPrefix=oai_dc&set=a&key=k"

    private func answer(_ content: String, _ url: String = address) -> CatalogDocument {
        Samples.document(
            "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\">\(content)</OAI-PMH>", url, "text/xml")
    }

    private func record(_ id: String, _ dc: String, sets: String...) -> String {
        """
        <record><header><identifier>\(id)</identifier>\(sets.map { "<setSpec>\($0)</setSpec>" }.joined())</header>
        <metadata><d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/"
        xmlns:dc="http://purl.org/dc/elements/1.1/">\(dc)</d:dc></metadata></record>
        """
    }

    private func list(_ records: String, token: String? = nil) -> String {
        "<ListRecords>\(records)\(token.map { "<resumptionToken cursor=\"0\">\($0)</resumptionToken>" } ?? "")</ListRecords>"
    }

    private func error(_ document: CatalogDocument) throws -> String {
        "\(try #require(#expect(throws: ParseError.self) { try OAIPMHParser().parse([document]) }))"
    }

    @Test func `records are items of their sets, and addresses are their documents`() throws {
        let catalog = try OAIPMHParser().parse([Samples.oaiPMH])
        #expect(catalog.problems == [] && !catalog.listsLatestOnly)
        #expect(catalog.collections.map(\.id) == ["a:b", "records"])
        let items = catalog.collections[0].items
        #expect(items.allSatisfy { $0.id.hasPrefix("oai:x:1#") } && items[0].id != items[1].id)
        #expect(items.map(\.url) == ["https://x.example.org/1", "http://x.example.org/1.pdf"])
        #expect(items[0].title == "Tides & moons" && items[0].subtitle == "Ada; Bea")
        #expect(value(items[0], "Sets") == "a:b, c" && value(items[0], "Language") == "en")
        #expect(catalog.collections[1].items.map(\.url) == [nil])
    }

    @Test func `an address in front changes nothing for the others of a record`() throws {
        func ids(_ addresses: [String]) throws -> [String: String] {
            let fields = addresses.map { "<dc:identifier>http://x.example.org/\($0)</dc:identifier>" }
            let catalog = try OAIPMHParser().parse([
                answer(list(record("1", "<dc:title>T</dc:title>" + fields.joined())))
            ])
            let items = catalog.collections[0].items
            return Dictionary(items.map { ($0.url ?? "", $0.id) }) { first, _ in first }
        }
        let (before, after) = (try ids(["a", "b"]), try ids(["0", "a", "b"]))
        #expect(before.count == 2 && before.allSatisfy { after[$0.key] == $0.value })
    }

    @Test(arguments: ["1", ""])
    func `addresses that differ only in how accents are written are two documents`(id: String) throws {
        let addresses = ["http://x.example.org/caf\u{E9}", "http://x.example.org/cafe\u{301}"]
        let fields = (addresses + addresses).map { "<dc:identifier>\($0)</dc:identifier>" }.joined()
        let content = record(id, "<dc:title>T</dc:title>" + fields)
        let items = try OAIPMHParser().parse([answer(list(content))]).collections[0].items
        #expect(items.compactMap(\.url).map { Array($0.utf8) } == addresses.map { Array($0.utf8) })
        #expect(items.count == 2 && items[0].id != items[1].id && items.allSatisfy { $0.duplicateOf == nil })
    }

    @Test func `a record without an identifier is known by its address, or else by its title`() throws {
        let content =
            record("", "<dc:identifier>http://x.example.org/\u{E9}</dc:identifier><dc:title>T</dc:title>")
            + record("", "<dc:title>U</dc:title>")
        let items = try OAIPMHParser().parse([answer(list(content))]).collections[0].items
        #expect(items.map(\.id) == ["http://x.example.org/%C3%A9", "U"])
    }

    @Test func `a token leads to the rest of the list, in the query and escaped`() throws {
        let catalog = try OAIPMHParser().parse([
            answer(list(record("1", "<dc:title>T</dc:title>"), token: " a&amp;b=c/../|#é "))
        ])
        #expect(
            catalog.pages.first?.url
                == "http://repo.example.org/oai?verb=ListRecords&key=k&resumptionToken=a%26b%3Dc%2F..%2F%7C%23%C3%A9"
        )
        let next = try #require(catalog.pages.first?.url)
        let again = try OAIPMHParser().parse([
            answer(list(record("2", "<dc:title>T</dc:title>"), token: "a&amp;b=c/../|#é"), next)
        ])
        #expect(again.pages.isEmpty && again.problems.map(\.place) == ["resumptionToken"])
        #expect(again.problems[0].reason.contains("the same token again"))
        let last = try OAIPMHParser().parse([
            answer(list(record("3", "<dc:title>T</dc:title>"), token: ""), next)
        ])
        #expect(last.pages.isEmpty && last.problems == [])
    }

    @Test func `deleted records are no items, and are said where only those of a time are listed`() throws {
        let deleted = "<record><header status=\"deleted\"><identifier>oai:x:9</identifier></header></record>"
        let records = list(deleted + record("1", "<dc:title>T</dc:title>") + deleted)
        // What is gone from the whole list is no longer listed.
        let whole = try OAIPMHParser().parse([answer(records)])
        #expect(whole.collections.flatMap(\.items).map(\.id) == ["1"] && whole.problems == [])
        let catalog = try OAIPMHParser().parse([answer(records, "\(Self.address)&from=2026-01-01")])
        #expect(catalog.collections.flatMap(\.items).map(\.id) == ["1"])
        #expect(catalog.problems.map(\.reason).first?.hasPrefix("2 records are deleted") == true)
        #expect(catalog.problems[0].reason.contains("oai:x:9"))
    }

    @Test(arguments: [
        ("badVerb", "verb=ListRecords&metadataPrefix=oai_dc"), ("badResumptionToken", "Sync again"),
        ("noRecordsMatch", "Check set, from and until"), ("cannotDisseminateFormat", "metadataPrefix=oai_dc"),
        ("noSetHierarchy", "no sets"),
    ])
    func `an error of the repository is one here, with what helps`(code: String, remedy: String) throws {
        let text = try error(answer("<error code=\"\(code)\">because\u{202E} of it</error>"))
        #expect(text.contains("the repository answered \(code): because"), "\(text)")
        #expect(text.contains(remedy) && text.contains("line 1") && !text.contains("\u{202E}"), "\(text)")
    }

    @Test func `the answer to another request is an error that says which is expected`() throws {
        #expect(
            try error(answer("<Identify><repositoryName>R</repositoryName></Identify>")).contains(
                "ListRecords"))
        let headers = "<ListIdentifiers><header><identifier>1</identifier></header></ListIdentifiers>"
        #expect(try error(answer(headers)).contains("without their records"))
        #expect(try error(Samples.document("<html/>", Self.address)).contains("an HTML page"))
    }

    @Test func `other formats, other schemes and empty records are left out and said`() throws {
        let other = "<record><header><identifier>2</identifier></header><metadata><marc/></metadata></record>"
        let records =
            record(
                "1",
                "<dc:identifier>file:///etc/passwd</dc:identifier><dc:identifier>doi:10.1/x</dc:identifier>")
            + other + "<record/>"
        let catalog = try OAIPMHParser().parse([answer(list(records))])
        #expect(catalog.collections.flatMap(\.items).map(\.url) == [nil])
        #expect(catalog.problems.count == 2 && catalog.problems[0].reason.contains("metadataPrefix=oai_dc"))
    }

    @Test func `a list in which no record can be used is an error, and further on it is a word about it`()
        throws
    {
        let other = "<record><header><identifier>2</identifier></header><metadata><marc/></metadata></record>"
        let text = try error(answer(list(other, token: "next")))
        #expect(text.contains("nothing can be read: a record without Dublin Core"), "\(text)")
        var further = answer(list(other))
        further.page = CatalogPage.Place(start: further.url, depth: 1)
        #expect(try OAIPMHParser().parse([further]).problems.map(\.gap) == [.lasting])
        // What is deleted was understood, and a repository may hold nothing yet.
        let deleted = "<record><header status=\"deleted\"><identifier>3</identifier></header></record>"
        for records in [other + deleted, deleted, ""] {
            #expect(try OAIPMHParser().parse([answer(list(records))]).collections.isEmpty, "\(records)")
        }
    }

    @Test func `a list of a part of the time lists only that`() throws {
        let document = answer(list(record("1", "<dc:title>T</dc:title>")), Self.address + "&from=2026-01-01")
        #expect(try OAIPMHParser().parse([document]).listsLatestOnly)
    }

    @Test func `the profile says which elements hold the documents`() throws {
        let parser = try OAIPMHParser.plugin.make(Settings(["documents": ["relation"]]), PluginContext())
        let dc =
            "<dc:identifier>http://a.example/1</dc:identifier><dc:relation>http://a.example/1.pdf</dc:relation>"
        let catalog = try parser.parse([answer(list(record("1", dc)))])
        #expect(catalog.collections[0].items.map(\.url) == ["http://a.example/1.pdf"])
    }

    @Test func `an element that Dublin Core does not have is refused`() throws {
        let setting = try #require(OAIPMHParser.plugin.settings.first { $0.name == "documents" })
        #expect(setting.decode(.untyped("relation,identifier")) != nil)
        // What another parser of that setting takes.
        #expect(setting.decode(.untyped("pages")) == nil)
    }
}
