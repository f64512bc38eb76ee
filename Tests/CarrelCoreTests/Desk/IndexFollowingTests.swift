import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import SQLiteKeeping
import Testing

/// The index follows the library's change feed.
@Suite(.timeLimit(.minutes(1))) struct IndexFollowingTests {
    private static let count = 30
    private let made: DeskHarness
    private let index: any DocumentIndex

    init() async throws {
        let index = try await MemoryKeeper().openIndex(.none, replacing: false)
        let parts = IndexParts(IndexSettings()) { (_: Bool) throws(StoreError) in index }
        made = try DeskHarness(Self.catalog(Self.count), previews: .ofFirstLines, index: parts)
        self.index = index
        for number in 0...Self.count {
            made.harness.fetcher.on(Self.url(number), .text("word\(number)"))
        }
        // The last one is listed and not fetched yet.
        let keys = (0..<Self.count - 1).map { made.harness.key(Self.url($0)) }
        _ = try await made.harness.pipeline.readCatalog(records: true)
        _ = try await made.desk.request(keys, for: Reader())
        let first = try await made.desk.updateIndex()
        try #require(first.compared == Self.count - 1 && first.done == Self.count - 1)
    }

    private static func url(_ number: Int) -> String { "http://x.example/\(number)" }

    private static func catalog(_ count: Int, title: String = "Item") -> String {
        "= C1\n" + (0..<count).map { "\(title) \($0) | \(url($0))" }.joined(separator: "\n")
    }

    private func found(_ words: String) async throws -> [String] {
        try await made.desk.search(try SearchQuery(words), limit: 9, asIs: true).map(\.hit.item.title)
    }

    @Test func `after one new document an update looks at that one alone`() async throws {
        let new = Self.count - 1
        _ = try await made.desk.request(
            [made.harness.key(Self.url(new))], for: Reader())
        let update = try await made.desk.updateIndex()
        #expect(update.compared == 1 && update.done == 1)
        #expect(try await found("word\(new)") == ["Item \(new)"])
        let again = try await made.desk.updateIndex()
        #expect(again.compared == 0 && again.done == 0)
    }

    @Test func `of updates that overlap one looks into what is new`() async throws {
        _ = try await made.desk.request([made.harness.key(Self.url(Self.count - 1))], for: Reader())
        let desk = made.desk
        let updates = (0..<4).map { _ in Task { try await desk.updateIndex().done } }
        var done: [Int] = []
        for update in updates { done.append(try await update.value) }
        #expect(done.sorted() == [0, 0, 0, 1])
    }

    @Test func `a document that was replaced or is gone is followed alone`() async throws {
        let library = made.harness.library
        let (replaced, gone) = (made.harness.key(Self.url(3)), made.harness.key(Self.url(4)))
        made.harness.fetcher.on(Self.url(3), .text("other"))
        try await library.commit([.removed(replaced), .removed(gone)])
        _ = try await made.desk.request([replaced], for: Reader())
        let update = try await made.desk.updateIndex()
        #expect(update.compared == 2 && update.done == 1)
        #expect(try await found("other") == ["Item 3"])
        #expect(try await found("word3").isEmpty)
        #expect(try await index.entries(of: [gone]).isEmpty)
        #expect(try await index.count() == Self.count - 2)
    }

    @Test
    func `titles of a listing that changed are followed, and no document is looked into for them again`()
        async throws
    {
        made.harness.replaceCatalog(Self.catalog(Self.count, title: "Chapter"))
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let update = try await made.desk.updateIndex()
        #expect(update.compared == Self.count - 1)
        #expect(try await found("title:chapter word7") == ["Chapter 7"])
        #expect(try await found("title:item").isEmpty)
    }

    @Test func `a catalogue that was forgotten is not in the index any more`() async throws {
        try await made.harness.library.forget(made.harness.source.location)
        _ = try await made.desk.updateIndex()
        #expect(try await index.count() == 0)
    }

    @Test func `an index that is ahead of the feed is compared with the whole library`() async throws {
        try await index.update([], removing: [made.harness.key(Self.url(1))], position: 1_000_000)
        let update = try await made.desk.updateIndex()
        #expect(update.compared == Self.count - 1 && update.done == 1)
        #expect(try await found("word1") == ["Item 1"])
    }

    @Test func `an edited document is found by its new words once its file is looked at`() async throws {
        let document = try #require(
            try await made.harness.library.document(of: made.harness.key(Self.url(5))))
        made.harness.store.edit(document.name, content: Array("afterthought".utf8))
        #expect(try await made.desk.updateIndex().compared == 0)
        let update = try await made.desk.updateIndex(.files)
        #expect(update.compared == Self.count - 1 && update.done == 1)
        #expect(try await found("afterthought") == ["Item 5"])
        #expect(try await found("word5").isEmpty)
        #expect(try await made.desk.updateIndex(.files).done == 0)
    }

    @Test func `an edited document that matches is looked into again before it is shown`() async throws {
        let document = try #require(
            try await made.harness.library.document(of: made.harness.key(Self.url(6))))
        made.harness.store.edit(document.name, content: Array("word6 with an afterthought".utf8))
        #expect(try await found("word6") == ["Item 6"], "it is shown as it was indexed")
        let results = try await made.desk.search(try SearchQuery("word6"), limit: 9)
        #expect(results.map(\.hit.item.title) == ["Item 6"])
        #expect(results.first?.hit.snippet.map(\.text).joined().contains("afterthought") == true)
        made.harness.store.edit(document.name, content: Array("nothing of it".utf8))
        #expect(try await made.desk.search(try SearchQuery("word6"), limit: 9).isEmpty)
    }

    @Test func `the files of what matches are looked at together`() async throws {
        let (looks, index) = (Locked(0), index)
        var pipeline = made.harness.pipeline
        pipeline.store = WatchedStore(
            made.harness.store,
            whenLooking: { () async throws(StoreError) in looks.withLock { $0 += 1 } })
        let library = pipeline.library
        let parts = Desk.Parts(
            pipeline, previews: .ofFirstLines,
            index: IndexParts(IndexSettings()) { (_: Bool) throws(StoreError) in index }
        ) { _ throws(StoreError) in library }
        let found = try await Desk(parts).search(try SearchQuery("item"), limit: 9, asIs: true)
        #expect(found.count == 9 && looks.value == 1)
    }

    @Test func `a document whose file somebody renamed is found under its new name`() async throws {
        let document = try #require(
            try await made.harness.library.document(of: made.harness.key(Self.url(8))))
        let name = "renamed-" + document.name
        made.harness.store.edit(name, content: Array("word8".utf8))
        #expect(made.harness.store.remove(documentNamed: document.name, holding: document.digest))
        for isAsIs in [true, false] {
            let results = try await made.desk.search(try SearchQuery("word8"), limit: 9, asIs: isAsIs)
            #expect(results.map(\.document.name) == [name])
        }
    }

    @Test func `a search and an update that looks at files agree on an emptied document`() async throws {
        let document = try #require(
            try await made.harness.library.document(of: made.harness.key(Self.url(7))))
        made.harness.store.edit(document.name, content: [])
        #expect(try await made.desk.search(try SearchQuery("word7"), limit: 9).isEmpty)
        #expect(try await made.desk.updateIndex(.files).done == 0)
        #expect(try await found("word7").isEmpty)
    }

    @Test func `documents whose files somebody exchanged are found by their own words`() async throws {
        let (one, two) = (made.harness.key(Self.url(8)), made.harness.key(Self.url(9)))
        let first = try #require(try await made.harness.library.document(of: one))
        let second = try #require(try await made.harness.library.document(of: two))
        made.harness.store.edit(first.name, content: Array("word9".utf8))
        made.harness.store.edit(second.name, content: Array("word8".utf8))
        for _ in 1...2 {
            let results = try await made.desk.search(try SearchQuery("word8"), limit: 9)
            #expect(results.map(\.hit.item.key) == [one])
            #expect(results.map(\.document.name) == [second.name])
            #expect(try await made.desk.updateIndex(.files).done == 0)
        }
    }

    @Test func `what other previewers would read otherwise is looked into again`() async throws {
        let entries = try await index.entries()
        let one = try #require(entries[made.harness.key(Self.url(2))])
        var old = one
        old.maker = "first-line 0"
        let kept = KeptPreview(maker: old.maker, preview: Preview(text: "old", mediaType: .plainText))
        try await index.update([(old, kept)], removing: [], position: nil)
        _ = try await made.desk.request(
            [made.harness.key(Self.url(Self.count - 1))], for: Reader())
        #expect(try await made.desk.updateIndex().done == 2)
        #expect(try await found("word2") == ["Item 2"])
    }
}
