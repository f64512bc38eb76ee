import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Names beside those that are recorded for other catalogues, however many documents are new.
@Suite(.timeLimit(.minutes(1))) struct RecordedNamesTests {
    private static let elsewhere = "http://elsewhere.example/lines"

    /// A library in which another catalogue's documents have names.
    private func harness(_ catalog: String, recorded: [String]) async throws -> PipelineHarness {
        let harness = try PipelineHarness(catalog, template: "{basename}")
        for name in recorded {
            let digest = ContentDigest(size: 1, sha256: "00")
            let document = StoredDocument(
                name: name, size: 1, sha256: "00", mediaType: nil, validators: Validators(),
                url: "http://z/\(name)", storedAt: .now)
            let key = ItemKey(catalog: Self.elsewhere, collection: "R", item: name)
            let staged = StagedDocument(token: name, digest: digest)
            let publication = Publication(document: staged, name: name)
            try await harness.library.commit([.stored(key, title: name, document, publication)])
            try await harness.library.commit([], settling: [publication])
        }
        return harness
    }

    /// Lines of a catalogue: the given documents, and as many as make it a large plan.
    private static func lines(_ urls: [String], others: Int) -> String {
        let all = urls + (0..<others).map { "http://x/more/\($0).txt" }
        return "= C1\n" + all.map { "T | \($0)" }.joined(separator: "\n")
    }

    private func suffixed(_ name: String, _ harness: PipelineHarness, _ url: String) -> String {
        NameAllocator.suffixed(name, for: harness.key(url))
    }

    @Test(arguments: [0, 100])
    func `a new document gets no name that cannot stand beside a recorded one`(others: Int) async throws {
        let urls = ["http://x/1/NOTES.txt", "http://x/2/a", "http://x/3/free.txt"]
        var recorded = ["Notes.txt", "a/b/c.txt"]
        // So many that not all of them are read.
        recorded += (0..<200).map { "recorded \($0)" }
        let harness = try await harness(Self.lines(urls, others: others), recorded: recorded)
        for (place, url) in urls.enumerated() {
            harness.fetcher.on(url, .content("\(place)", fields: [("Content-Type", "x/y")]))
        }
        for other in 0..<others { harness.fetcher.on("http://x/more/\(other).txt", .text("\(other)")) }
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 3 + others)
        #expect(harness.content(suffixed("NOTES.txt", harness, urls[0])) == "0")
        #expect(harness.content(suffixed("a", harness, urls[1])) == "1")
        #expect(harness.content("free.txt") == "2")
    }

    @Test func `who renames a document looks up its new name, and not all that are recorded`() async throws {
        let url = "http://x/1/a.txt"
        var harness = try await harness(Self.lines([url], others: 0), recorded: ["taken.txt"])
        harness.fetcher.on(url, .text("a"))
        let library = CrashingLibrary(harness.library, CrashScript(at: .max))
        harness.pipeline.library = library
        #expect(try await harness.pipeline.sync().downloaded == 1)
        let key = harness.key(url)
        let count = library.nameReadings
        for (name, isFree) in [("taken.txt", false), ("mine.txt", true)] {
            let document = try #require(try await library.document(of: key))
            let move = DocumentMove(key: key, title: "T", document: document, name: name)
            let refused = try await harness.pipeline.move([move])
            #expect(refused.isEmpty == isFree)
        }
        #expect(harness.content("mine.txt") == "a")
        #expect(library.nameReadings == count)
    }

    @Test(arguments: [0, 100])
    func `a name that only the response tells is looked up, too`(others: Int) async throws {
        let urls = ["http://x/1", "http://x/2", "http://x/3"]
        let recorded = ["Report.PDF"] + (0..<200).map { "recorded \($0)" }
        var harness = try await harness(Self.lines(urls, others: others), recorded: recorded)
        harness.pipeline.downloads.usesContentDisposition = true
        for (url, name) in zip(urls, ["report.pdf", "Recorded 7", "new.pdf"]) {
            harness.fetcher.on(
                url,
                .content(
                    url,
                    fields: [
                        ("Content-Disposition", "attachment; filename=\"\(name)\""), ("Content-Type", "x/y"),
                    ]))
        }
        for other in 0..<others { harness.fetcher.on("http://x/more/\(other).txt", .text("\(other)")) }
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 3 + others)
        #expect(harness.content(suffixed("report.pdf", harness, urls[0])) == urls[0])
        #expect(harness.content(suffixed("Recorded 7", harness, urls[1])) == urls[1])
        #expect(harness.content("new.pdf") == urls[2])
        #expect(try await harness.library.names().count == 3 + others + 201)
    }

    @Test(arguments: [0, 300])
    func `a suffix that is taken, too, becomes a longer one, in a library of any size`(
        others: Int
    ) async throws {
        let url = "http://x/1/b.txt"
        // What the same catalogue at another address was given.
        let key = ItemKey(catalog: "http://catalog.example/lines", collection: "C1", item: url)
        let recorded =
            ["b.txt", NameAllocator.suffixed("b.txt", for: key)] + (0..<200).map { "recorded \($0)" }
        let harness = try await harness(Self.lines([url], others: others), recorded: recorded)
        harness.fetcher.on(url, .text("b"))
        for other in 0..<others { harness.fetcher.on("http://x/more/\(other).txt", .text("\(other)")) }
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 + others)
        let longer = DocumentName.adding(suffix: String(NameAllocator.hash(key).prefix(13)), to: "b.txt")
        #expect(harness.content(longer) == "b")
    }

    @Test func `a document is named as its catalogue lists it, whatever an older plan says`() throws {
        let plain = PlainNames(template: try #require(NameTemplate("{title}.{extension}")))
        let listed = Item(title: "New", url: "http://x/a.txt")
        var old = listed
        old.title = "Old"
        let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "C1", items: [listed])])
        let plan = Plan(
            catalog: "c", entries: [PlanEntry(.download, reason: "", collection: "C1", item: old)])
        var round = NamingRound(plan, memory: LibraryMemory(catalog: "c"), by: plain)
        _ = round.wanted(in: catalog)
        var allocator = NameAllocator(plain)
        round.give(by: &allocator)
        #expect(Array(round.texts.values) == ["New.txt"])
    }
}
