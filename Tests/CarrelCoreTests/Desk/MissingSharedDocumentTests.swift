import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@testable import CarrelCore

/// A document that two catalogues list, whose file or item is not where it was.
@Suite(.timeLimit(.minutes(1))) final class MissingSharedDocumentTests: SharedDocumentSuite {
    private static let name = "C1-shared.txt"

    /// Syncs catalogues side by side.
    @discardableResult
    private func sync(_ sources: FixedSource...) async throws -> [String: RunSummary] {
        try await desk().sync(sources.map(\.location)) { _, _ in }
    }

    private func storeForOne() async throws {
        try await sync(one)
        try await sync(two)
        #expect(try await harness.library.names() == [key(one): Self.name])
    }

    private func rename(_ name: String, to other: String) {
        let content = harness.store.documents[name]
        harness.store.tamper(with: name, content: nil)
        harness.store.tamper(with: other, content: content)
    }

    @Test
    func `a document that somebody renamed stays one while catalogues that list it are synced side by side`()
        async throws
    {
        try await storeForOne()
        var name = Self.name
        for round in 1...20 {
            let next = "mine-\(round).txt"
            rename(name, to: next)
            name = next
            let summaries = try await sync(one, two)
            #expect(summaries.values.allSatisfy { $0.unchanged == 1 }, "\(summaries)")
            #expect(try await harness.library.names() == [key(one): name])
            #expect(harness.store.documents.keys.sorted() == [name])
        }
    }

    @Test func `that a document has moved is told of the item that it is stored for`() async throws {
        try await storeForOne()
        rename(Self.name, to: "mine.txt")
        _ = try await pipeline(two).sync()
        let moved = harness.events.events.compactMap { event -> ItemEvent? in
            if case .moved(let item, _, _) = event { item } else { nil }
        }
        #expect(moved.map(\.key) == [key(one)])
        #expect(moved.map(\.title) == ["One"])
    }

    /// Has a catalogue list the document in two collections.
    private func listTwice(_ source: FixedSource, _ collection: String) {
        let lines = [collection, "D"].map { "= \($0)\nAn item | \(Self.url)\n" }.joined()
        source.replace(with: lines)
    }

    @Test(arguments: [false, true])
    func `a renamed document stays one where another catalogue shows it in two collections`(
        isAlone: Bool
    ) async throws {
        listTwice(two, "C2")
        try await storeForOne()
        rename(Self.name, to: "mine.txt")
        let count = harness.fetcher.requests.count
        let summaries = try await isAlone ? sync(two) : sync(one, two)
        #expect(summaries[two.location]?.unchanged == 2)
        #expect(harness.fetcher.requests.count == (isAlone ? count : count + 1))
        #expect(try await harness.library.names() == [key(one): "mine.txt"])
        #expect(harness.store.documents.keys.sorted() == ["mine.txt"])
    }

    @Test func `of two items of one catalogue that show a missing document the first takes it over`()
        async throws
    {
        listTwice(two, "C2")
        try await storeForOne()
        remove()
        // Within a catalogue each item has a document of its own, also in the plan.
        let plan = try await pipeline(two).plan(try await pipeline(two).readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.download, .download])
        #expect(try await sync(two)[two.location]?.downloaded == 2)
        #expect(try await harness.library.names().values.sorted().first == Self.name)
        #expect(try await sync(two)[two.location]?.unchanged == 2)
        #expect(harness.store.documents.count == 2)
    }

    private func remove() { harness.store.tamper(with: Self.name, content: nil) }

    /// Whether there is one document, of an item of a catalogue, under its first name.
    private func isStoredOnce(for source: FixedSource) async throws -> Bool {
        try await harness.library.names() == [key(source): Self.name]
            && harness.store.documents.keys.sorted() == [Self.name]
    }

    @Test func `a missing document of another catalogue is stored again under its name`() async throws {
        try await storeForOne()
        remove()
        #expect(try await sync(two)[two.location]?.downloaded == 1)
        #expect(try await isStoredOnce(for: two))
        let count = harness.fetcher.requests.count
        try await sync(one, two)
        #expect(try await isStoredOnce(for: two))
        #expect(harness.fetcher.requests.count == count + 1, "one asks, and one alone")
    }

    @Test func `a missing document is fetched once by catalogues that are synced side by side`() async throws
    {
        try await storeForOne()
        for _ in 1...20 {
            remove()
            let count = harness.fetcher.requests.count
            let summaries = try await sync(one, two)
            #expect(summaries.values.map(\.downloaded).sorted() == [0, 1])
            #expect(harness.fetcher.requests.count == count + 1)
            let names = try await harness.library.names()
            #expect(Array(names.values) == [Self.name])
            #expect(harness.store.documents.keys.sorted() == [Self.name])
        }
    }

    @Test func `a missing document is left to its catalogue where that is about to ask for it`() async throws
    {
        try await storeForOne()
        remove()
        let pipeline = pipeline(two)
        await pipeline.runs.holdNames()
        await pipeline.runs.catalogs.begin(one.location)
        pipeline.runs.catalogs.note(missing: [key(one)], asked: [key(one)])
        let catalog = try await pipeline.readCatalog(records: false)
        #expect(
            try await pipeline.plan(catalog).entries.map(\.reason) == [
                "missing; left to C1, of another catalogue"
            ])
        #expect(try await pipeline.sync().downloaded == 0)
        #expect(try await harness.library.names() == [key(one): Self.name])
        await pipeline.runs.releaseNames()
    }

    @Test func `a missing document stays with its catalogue where that could not show another one's`()
        async throws
    {
        try await storeForOne()
        let lines = "= C1\nOne | \(Self.url)\n% sha-256=\(String(repeating: "0", count: 64))"
        one.replace(with: lines)
        // Its server does not have the promised version yet.
        try await sync(one)
        #expect(try await harness.library.names() == [key(one): Self.name])
        remove()
        #expect(try await sync(two)[two.location]?.downloaded == 1)
        #expect(
            try await harness.library.names() == [key(one): Self.name, key(two): "C2-shared.txt"])
    }

    @Test func `where jobs are left to other machines a catalogue fetches its own for a missing document`()
        async throws
    {
        try await storeForOne()
        remove()
        let queue = IdleQueue()
        var (profile, listed) = (harness.pipeline, pipeline(two))
        profile.queues = IdleQueues(queue: queue)
        listed.queues = profile.queues
        var parts = Desk.Parts(profile, listed: [two.location: listed]) {
            [harness] _ throws(StoreError) in harness.library
        }
        parts.posting = PostingOptions(isDetached: true)
        _ = try await Desk(parts).sync([two.location]) { _, _ in }
        #expect(queue.jobs.elements.map(\.key) == [key(two)])
        #expect(try await harness.library.names() == [key(one): Self.name])
        listed.posting = Posting(queue: queue, options: PostingOptions())
        let catalog = try await listed.readCatalog(records: false)
        #expect(try await listed.plan(catalog).entries.map(\.action) == [.download])
    }

    @Test func `a plan foresees that a missing document is taken over, and carries that out`() async throws {
        try await storeForOne()
        remove()
        let plan = try await pipeline(two).plan(try await pipeline(two).readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.download])
        #expect(try await harness.library.names() == [key(one): Self.name], "a plan changes nothing")
        #expect(try await desk().apply([plan], refused: { _, _ in }).summaries[two.location]?.downloaded == 1)
        #expect(try await isStoredOnce(for: two))
    }

    /// Has `one` list the document in another collection.
    private func moveOne() {
        one.replace(with: "= C1\n= C3\nOne | \(Self.url)")
    }

    @Test func `a plan foresees that what moved to another collection shows another catalogue's document`()
        async throws
    {
        try await storeForOne()
        moveOne()
        let count = harness.fetcher.requests.count
        let plan = try await pipeline(one).plan(try await pipeline(one).readCatalog(records: false))
        #expect(plan.entries.map(\.reason) == ["stored for C2, of another catalogue"])
        #expect(try await harness.library.names() == [key(one): Self.name], "a plan changes nothing")
        _ = try await desk().apply([plan]) { _, _ in }
        #expect(harness.fetcher.requests.count == count)
        try await sync(one)
        #expect(try await isStoredOnce(for: two))
    }

    @Test(arguments: [false, true])
    func `a document stays one where the catalogue that it was stored for moves it to another collection`(
        isAlone: Bool
    ) async throws {
        try await storeForOne()
        moveOne()
        if isAlone { try await sync(one) } else { try await sync(one, two) }
        #expect(try await isStoredOnce(for: two))
        let rows = try await desk().view().allRows
        #expect(rows.count == 2 && rows.allSatisfy { $0.isStored && $0.documentKey == key(two) })
    }

    @Test func `a look at a catalogue sees the document that it is handed meanwhile`() async throws {
        let own = "http://x.example/own.txt"
        harness.fetcher.on(own, .text("own"))
        try await storeForOne()
        two.replace(with: "= C2\nTwo | \(Self.url)\nOwn | \(own)")
        try await sync(two)
        var pipeline = pipeline(two)
        let (catalogs, library) = (pipeline.runs.catalogs, harness.library)
        let (from, to) = (key(one), key(two))
        let isHanded = Locked(false)
        // What the catalogue has is read by then, and what it shows is not.
        pipeline.store = WatchedStore(
            harness.store,
            whenLooking: { () async throws(StoreError) in
                let wasHanded = isHanded.withLock { isHanded in
                    defer { isHanded = true }
                    return isHanded
                }
                guard !wasHanded else { return }
                try await catalogs.inTurn { (_) async throws(StoreError) in
                    try await catalogs.handOver { () async throws(StoreError) in
                        try await library.commit([.handedOver(from: from, to: to)])
                    }
                }
            })
        let known = try await pipeline.runParts.look(at: two.location).memory.items[to]
        #expect(isHanded.value)
        #expect(known?.document?.name == Self.name && known?.isShared == false)
    }

    @Test func `a missing document that nobody asks for stays missing`() async throws {
        try await storeForOne()
        remove()
        try await harness.library.setIgnored(true, [key(one), key(two)], patterns: [])
        try await sync(one, two)
        try await sync(two)
        #expect(try await harness.library.names() == [key(one): Self.name])
        #expect(harness.store.documents.isEmpty)
    }
}
