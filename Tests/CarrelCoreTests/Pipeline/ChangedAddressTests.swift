import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Documents whose address changes, in a catalogue that gives its items no identities.
@Suite(.timeLimit(.minutes(1))) struct ChangedAddressTests {
    private let old = "http://x.example/1/notes.txt"
    private let new = "http://x.example/2/notes.txt"

    private func harness(_ catalog: String) async throws -> PipelineHarness {
        let harness = try PipelineHarness(catalog)
        harness.fetcher.on(old, .text("the notes"))
        harness.fetcher.on(new, .text("the notes"))
        _ = try await harness.pipeline.sync()
        return harness
    }

    private func names(_ harness: PipelineHarness) async throws -> [ItemKey: String] {
        try await harness.library.names()
    }

    @Test func `the same content at a new address is the same document`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        harness.replaceCatalog("= C1\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1)
        #expect(summary.orphaned == 0 && !harness.events.lines.contains("orphaned: Notes"))
        #expect(try await names(harness) == [harness.key(new): "C1-notes.txt"])
        #expect(harness.store.names() == ["C1-notes.txt"])
        let document = try #require(try await harness.library.document(of: harness.key(new)))
        #expect(document.url == new)
        let attempt = try #require(
            try await harness.library.attempts(for: harness.key(new), limit: 1).first)
        #expect(attempt.reason == "it is C1-notes.txt, which came from \(old) before")
        // It stays so: nothing is fetched or told again.
        let third = try await harness.pipeline.sync()
        #expect(third.downloaded == 0 && third.unchanged == 1 && third.orphaned == 0)
    }

    @Test func `a list with an entry that cannot be listed keeps a document whose address changes`()
        async throws
    {
        let harness = try await harness("= C1\nNotes | \(old)\n!limit")
        harness.replaceCatalog("= C1\nNotes | \(new)\n!limit")
        // Recorded before anything is fetched, so that the sync finds it unchanged.
        _ = try await harness.pipeline.readCatalog(records: true)
        let summary = try await harness.pipeline.sync()
        #expect(harness.events.lines.contains("catalogue unchanged"))
        #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 0)
        #expect(try await names(harness) == [harness.key(new): "C1-notes.txt"])
    }

    @Test func `in a list of the latest items a new address is another document`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)\n!latest")
        harness.replaceCatalog("= C1\nNotes | \(new)\n!latest")
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(try await names(harness).count == 2)
    }

    @Test func `what is ignored at its former address is ignored at the new one`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        try await harness.library.setIgnored(true, [harness.key(old)], patterns: [])
        harness.replaceCatalog("= C1\nNotes | \(new)")
        // Only its content tells that it is the same document.
        _ = try await harness.pipeline.sync()
        #expect(try await names(harness) == [harness.key(new): "C1-notes.txt"])
        #expect(try await harness.library.ignored().items == [harness.key(new)])
        let next = try await harness.pipeline.sync()
        #expect(next.ignored == 1 && next.unchanged == 0)
    }

    @Test func `what is ignored while it has no address is ignored once it has one`() async throws {
        let harness = try await harness("= C1\nOther | \(old)\nNotes")
        try await harness.library.setIgnored(true, [harness.key("Notes")], patterns: [])
        harness.replaceCatalog("= C1\nOther | \(old)\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.ignored == 1)
        #expect(try await harness.library.ignored().items == [harness.key(new)])
        #expect(try await names(harness).keys.map(\.item) == [old])
    }

    @Test func `an item that has the title of an ignored one without address is another item`() async throws {
        let harness = try await harness("= C1\nNotes")
        try await harness.library.setIgnored(true, [harness.key("Notes")], patterns: [])
        harness.replaceCatalog("= C1\nNotes | \(new)\nNotes\n= C2\nNotes | \(old)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 2 && summary.ignored == 1)
        #expect(try await harness.library.ignored().items == [harness.key("Notes")])
    }

    @Test func `other content at a new address is another document`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        harness.fetcher.on(new, .text("other notes"))
        harness.replaceCatalog("= C1\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
        #expect(harness.events.lines.suffix(3) == ["stored: Notes", "orphaned: Notes", "finished"])
        #expect(try await names(harness).count == 2)
    }

    @Test func `while the former address is listed, too, there are two documents`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        harness.replaceCatalog("= C1\nNotes | \(old)\nAgain | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.unchanged == 1)
        #expect(try await names(harness).count == 2)
    }

    @Test func `of two new addresses with the same content one gets the document`() async throws {
        let third = "http://x.example/3/notes.txt"
        let harness = try await harness("= C1\nNotes | \(old)")
        harness.fetcher.on(third, .text("the notes"))
        harness.replaceCatalog("= C1\nNotes | \(new)\nMore | \(third)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.unchanged == 1)
        #expect(try await names(harness).count == 2)
        #expect(try await names(harness)[harness.key(old)] == nil)
    }

    @Test(arguments: [["b", "c", "d"], ["d", "c", "b"], ["e", "d", "c", "b"]])
    func `of documents with the same content each stays what its name and title say`(
        listed: [String]
    ) async throws {
        func url(_ name: String, _ folder: Int) -> String { "http://x.example/\(folder)/\(name).txt" }
        func lines(_ names: [String], _ folder: Int) -> String {
            "= C1\n" + names.map { "Title \($0) | \(url($0, folder))" }.joined(separator: "\n")
        }
        let former = ["a", "b", "c", "d"]
        let harness = try PipelineHarness(lines(former, 1))
        for name in former + ["e"] {
            for folder in 1...2 { harness.fetcher.on(url(name, folder), .text("template")) }
        }
        _ = try await harness.pipeline.sync()
        try await harness.library.setIgnored(true, [harness.key(url("c", 1))], patterns: [])
        harness.replaceCatalog(lines(listed, 2))
        _ = try await harness.pipeline.sync()
        let names = try await names(harness)
        for name in ["b", "c", "d"] { #expect(names[harness.key(url(name, 2))] == "C1-\(name).txt") }
        #expect(try await harness.library.ignored().items == [harness.key(url("c", 2))])
    }

    @Test func `of many documents with the same content each stays its own, and other items get the rest`()
        async throws
    {
        let count = 300
        func url(_ name: String, _ folder: Int) -> String { "http://x.example/\(folder)/\(name).txt" }
        func lines(_ names: [String], _ folder: Int) -> String {
            "= C1\n" + names.map { "Title \($0) | \(url($0, folder))" }.joined(separator: "\n")
        }
        let former = (0..<count).map { "n\($0)" }
        // The last ten get other names.
        let others = (0..<10).map { "m\($0)" }
        let listed: [String] = Array(others.reversed()) + Array(former.dropLast(10).reversed())
        let harness = try PipelineHarness(lines(former, 1))
        for name in former { harness.fetcher.on(url(name, 1), .text("template")) }
        for name in listed { harness.fetcher.on(url(name, 2), .text("template")) }
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog(lines(listed, 2))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == count && summary.orphaned == 0)
        let names = try await names(harness)
        #expect(names.count == count)
        let moved = former.dropLast(10).filter { names[harness.key(url($0, 2))] != "C1-\($0).txt" }
        #expect(moved.isEmpty, "\(moved)")
    }

    @Test func `a second link to a document does not give it another one's with the same content`()
        async throws
    {
        let urls = ["1/a", "1/b", "2/a"].map { "http://x.example/\($0).txt" }
        let harness = try PipelineHarness("= C1\nSlides | \(urls[0])\nNotes | \(urls[1])")
        for url in urls { harness.fetcher.on(url, .text("template")) }
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nDeck | \(urls[2])\nSlides | \(urls[2])")
        _ = try await harness.pipeline.sync()
        #expect(try await names(harness)[harness.key(urls[2])] == "C1-a.txt")
    }

    @Test func `in another collection it is another document`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)\n= C2")
        harness.replaceCatalog("= C1\n= C2\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.orphaned == 1)
    }

    @Test func `where the only collection has another name as well it is the same document`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        try await harness.library.setIgnored(true, [harness.key(old)], patterns: [])
        harness.replaceCatalog("= C2\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 0)
        let key = harness.key(new, collection: "C2")
        #expect(try await names(harness) == [key: "C1-notes.txt"])
        #expect(try await harness.library.ignored().items == [key])
    }

    @Test func `where it has another name, a document whose address stays is not in the way of others`()
        async throws
    {
        let stays = "http://x.example/stays.txt"
        let harness = try PipelineHarness("= C1\nNotes | \(old)\nStays | \(stays)")
        for url in [old, new] { harness.fetcher.on(url, .text("the notes")) }
        harness.fetcher.on(stays, .text("it stays"))
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C2\nNotes | \(new)\nStays | \(stays)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 2 && summary.orphaned == 0)
        let keys = [new, stays].map { harness.key($0, collection: "C2") }
        #expect(try await names(harness) == [keys[0]: "C1-notes.txt", keys[1]: "C1-stays.txt"])
    }

    @Test func `where it has another name, what could not be fetched at first follows later`() async throws {
        let urls = ["a", "b"].map { "http://x.example/2/\($0).txt" }
        let former = ["a", "b"].map { "http://x.example/1/\($0).txt" }
        let harness = try PipelineHarness("= C1\nA | \(former[0])\nB | \(former[1])")
        for url in urls + former { harness.fetcher.on(url, .text("of \(url.suffix(5))")) }
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C2\nA | \(urls[0])\nB | \(urls[1])")
        harness.fetcher.on(urls[1], .status(404))
        let broken = try await harness.pipeline.sync()
        #expect(broken.downloaded == 0 && broken.unchanged == 1 && broken.failed == 1)
        harness.fetcher.on(urls[1], .text("of b.txt"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 2)
        let keys = urls.map { harness.key($0, collection: "C2") }
        #expect(try await names(harness) == [keys[0]: "C1-a.txt", keys[1]: "C1-b.txt"])
    }

    @Test func `where the catalogue moved before, it is the same document`() async throws {
        // Its item is known by the address that it would have beside the catalogue now.
        let moved = "http://x.example/2/former.txt"
        let former = "http://x.example/1/former.txt"
        let harness = try PipelineHarness("= C1\nNotes | \(former) | \(moved)")
        for url in [former, new] { harness.fetcher.on(url, .text("the notes")) }
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 0 && summary.unchanged == 1 && summary.orphaned == 0)
        #expect(try await names(harness) == [harness.key(new): "C1-former.txt"])
    }

    @Test func `a document that another catalogue lists, too, stays that one's`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        let other = Catalog(collections: [
            ItemCollection(id: "O", title: "Other", items: [Item(title: "Notes", url: old)])
        ])
        try await harness.library.record(
            other,
            reading: CatalogReading(
                location: "http://other.example/lines", validators: Validators(), fingerprint: "",
                date: Date(timeIntervalSince1970: 1)))
        harness.replaceCatalog("= C1\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(try await names(harness).count == 2)
    }

    @Test func `a document whose file is gone is stored anew`() async throws {
        let harness = try await harness("= C1\nNotes | \(old)")
        harness.store.tamper(with: "C1-notes.txt", content: nil)
        harness.replaceCatalog("= C1\nNotes | \(new)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1)
        #expect(harness.store.names().count == 1)
    }
}
