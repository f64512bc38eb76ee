import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@testable import CarrelCore

/// A document that two catalogues list, where the one that it was stored for does not ask for it.
@Suite(.timeLimit(.minutes(1))) final class LeftDocumentTests: SharedDocumentSuite {
    private let time = Locked(Date(timeIntervalSince1970: 1_000_000))

    private func desk(planner: any Planner = MirrorPlanner(), keeping kept: [FixedSource]? = nil) -> Desk {
        var profile = harness.pipeline
        profile.kept = kept.map { Set($0.map(\.location)) }
        profile.context.now = { [time] in
            time.withLock { now in
                now += 0.001
                return now
            }
        }
        var listed: [String: Pipeline] = [:]
        for source in [one, two] {
            var pipeline = profile
            pipeline.source = source
            if source === two { pipeline.planner = planner }
            listed[source.location] = pipeline
        }
        return Desk(Desk.Parts(profile, listed: listed) { [harness] _ throws(StoreError) in harness.library })
    }

    /// Syncs catalogues side by side, an hour later; those that cannot be read are left out.
    @discardableResult
    func sync(
        _ sources: FixedSource..., planner: any Planner = MirrorPlanner(), keeping kept: [FixedSource]? = nil
    ) async throws -> [String: RunSummary] {
        time.withLock { $0 += 3600 }
        return try await desk(planner: planner, keeping: kept).sync(sources.map(\.location)) { _, _ in }
    }

    func owner() async throws -> ItemKey? { try await harness.library.names().keys.first }

    func storeForOne() async throws {
        try await sync(one)
        try await sync(two)
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == 1)
        harness.fetcher.on(Self.url, .text("second", tag: "\"2\""))
    }

    /// Notes that a catalogue could not be read.
    private func noteUnread(_ source: FixedSource) async throws {
        try await harness.library.note(
            CatalogVisit(location: source.location, date: time.value, notBefore: nil, failures: 1))
    }

    /// Whether both show the second content, in one document that is `two`'s now.
    func isUpdatedForBoth() async throws -> Bool {
        let rows = try await desk().view().allRows
        let contents = harness.store.documents.values.map { String(decoding: $0, as: UTF8.self) }
        return try await owner() == key(two) && rows.count == 2
            && rows.allSatisfy { $0.isStored && $0.documentKey == key(two) } && contents.contains("second")
            && rows.allSatisfy { $0.document?.name == "C1-shared.txt" }
    }

    @Test func `a catalogue asks for what another one ignores`() async throws {
        try await storeForOne()
        try await harness.library.setIgnored(true, [key(one)], patterns: [])
        #expect(try await sync(one, two)[two.location]?.updated == 1)
        #expect(try await isUpdatedForBoth())
        let count = harness.fetcher.requests.count
        #expect(try await sync(one, two)[two.location]?.unchanged == 1)
        #expect(harness.fetcher.requests.count == count + 1, "one asks, and one alone")
    }

    @Test func `a saved plan asks for what another catalogue ignores`() async throws {
        try await storeForOne()
        try await harness.library.setIgnored(true, [key(one)], patterns: [])
        var pipeline = harness.pipeline
        pipeline.source = two
        let plan = try await pipeline.plan(try await pipeline.readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.revalidate])
        #expect(try await owner() == key(one), "a plan changes nothing")
        #expect(try await desk().apply([plan], refused: { _, _ in }).summaries[two.location]?.updated == 1)
        #expect(try await isUpdatedForBoth())
    }

    @Test func `what a pattern ignores in one catalogue is asked for in another one`() async throws {
        try await storeForOne()
        try await harness.library.setIgnored(true, [], patterns: ["C1/*"])
        try await sync(one, two)
        #expect(try await isUpdatedForBoth())
    }

    @Test func `what both catalogues ignore stays whose it is`() async throws {
        try await storeForOne()
        try await harness.library.setIgnored(true, [key(one), key(two)], patterns: [])
        try await sync(one, two)
        try await sync(two)
        try await sync(two)
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `a document is pruned once every catalogue that lists it ignores it`() async throws {
        try await storeForOne()
        let pruning = Desk.Pruning([.ignored])
        try await harness.library.setIgnored(true, [key(one)], patterns: [])
        #expect(try await desk().prunable(pruning).entries.isEmpty)
        try await harness.library.setIgnored(true, [key(two)], patterns: [])
        #expect(try await desk().prunable(Desk.Pruning([.orphaned])).entries.isEmpty)
        let prunable = try await desk().prunable(pruning).entries
        #expect(prunable.map(\.key) == [key(one)])
        #expect(try await desk().prune(prunable, of: pruning).kept.isEmpty)
        #expect(harness.store.documents.isEmpty)
        #expect(try await owner() == nil)
    }

    @Test func `a document that a catalogue no longer ignores since it was found to prune stays`()
        async throws
    {
        try await storeForOne()
        let pruning = Desk.Pruning([.ignored])
        for catalog in [one, two] {
            try await harness.library.setIgnored(true, [key(one), key(two)], patterns: [])
            let prunable = try await desk().prunable(pruning).entries
            #expect(prunable.map(\.key) == [key(one)])
            try await harness.library.setIgnored(false, [key(catalog)], patterns: [])
            let pruned = try await desk().prune(prunable, of: pruning)
            #expect(pruned.removed.isEmpty && pruned.kept.map(\.entry) == prunable)
            #expect(harness.store.documents.count == 1)
        }
    }

    @Test func `a document that one catalogue dropped and another one ignores is pruned as both`()
        async throws
    {
        try await storeForOne()
        harness.fetcher.on("http://x.example/other.txt", .text("other"))
        one.replace(with: "= C1\nOther | http://x.example/other.txt")
        try await sync(one)
        try await harness.library.setIgnored(true, [key(two)], patterns: [])
        #expect(try await desk().prunable(Desk.Pruning([.orphaned])).entries.isEmpty)
        let prunable = try await desk().prunable(Desk.Pruning([.orphaned, .ignored])).entries
        #expect(prunable.map(\.kind) == [.orphaned])
        #expect(prunable.map(\.key) == [key(one)])
    }

    @Test func `a person gets a document that another catalogue ignores`() async throws {
        try await storeForOne()
        try await harness.library.setIgnored(true, [key(one)], patterns: [])
        let row = try #require(try await desk().view().allRows.first { $0.key == key(two) })
        #expect(row.fetchKey == key(two))
        let summary = try await desk().request([row.fetchKey], for: Reader())
        #expect(summary.updated == 1 && summary.ignored == 0)
        #expect(try await isUpdatedForBoth())
    }

    @Test func `a catalogue asks for the documents of one that cannot be read`() async throws {
        try await storeForOne()
        one.replace(with: "broken")
        for _ in 1...2 { try await sync(one, two) }
        #expect(try await isUpdatedForBoth())
        // It can be read again: the document is not taken back.
        one.replace(with: "= C1\nOne | \(Self.url)")
        let change = try await harness.library.changes(since: 0).number
        for _ in 1...2 { try await sync(one, two) }
        #expect(try await isUpdatedForBoth())
        let items = try await harness.library.changes(since: change).items
        #expect(items.isEmpty, "\(items)")
    }

    @Test func `a catalogue asks for the documents of one that nobody keeps up to date`() async throws {
        try await storeForOne()
        try await sync(two, keeping: [one, two])
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == 1)
        #expect(try await sync(two, keeping: [two])[two.location]?.updated == 1)
        #expect(try await isUpdatedForBoth())
    }

    @Test
    func
        `a catalogue that is synced beside its document's owner leaves it alone, whether that is kept or not`()
        async throws
    {
        try await storeForOne()
        for _ in 1...4 {
            let count = harness.fetcher.requests.count
            try await sync(one, two, keeping: [two])
            #expect(harness.fetcher.requests.count == count + 1, "one asks, and one alone")
        }
    }

    @Test func `a catalogue that is synced alone asks for its own documents, whoever was synced before`()
        async throws
    {
        try await storeForOne()
        let count = harness.fetcher.requests.count
        for _ in 1...2 { try await sync(two) }
        #expect(harness.fetcher.requests.count == count)
        for _ in 1...4 {
            try await sync(one, two)
            try await sync(two)
        }
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == count + 4, "the owner's catalogue asks")
    }

    @Test func `catalogues that are synced in turn, or together, leave each other their documents`()
        async throws
    {
        try await storeForOne()
        for _ in 1...2 {
            try await sync(one)
            try await sync(two)
            try await sync(one, two)
        }
        #expect(try await owner() == key(one))
    }

    @Test func `a catalogue that would not ask takes no document over`() async throws {
        try await storeForOne()
        try await noteUnread(one)
        for _ in 1...2 { try await sync(two, planner: MissingOnlyPlanner()) }
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `no document is taken over from a catalogue whose run goes on`() async throws {
        try await storeForOne()
        try await noteUnread(one)
        var pipeline = harness.pipeline
        pipeline.source = two
        pipeline.context.now = { [time] in time.value.addingTimeInterval(3600) }
        let runs = pipeline.runs
        await runs.holdNames()
        await runs.catalogs.begin(one.location)
        _ = try await pipeline.sync()
        #expect(try await owner() == key(one))
        await runs.releaseNames()
        _ = try await pipeline.sync()
        #expect(try await owner() == key(two))
    }

    @Test func `that a try failed is forgotten while the item shows the document of another catalogue`()
        async throws
    {
        harness.fetcher.on(Self.url, .status(404))
        #expect(try await sync(one)[one.location]?.failed == 1)
        harness.fetcher.on(Self.url, .text("first"))
        #expect(try await sync(two)[two.location]?.downloaded == 1)
        let shown = try await harness.pipeline.memory(of: one.location).items[key(one)]
        #expect(shown?.isStored == true && shown?.lastFailure == nil)
        harness.store.tamper(with: "C2-shared.txt", content: nil)
        let missing = try await harness.pipeline.memory(of: one.location).items[key(one)]
        #expect(missing?.hasDocument == false && missing?.lastFailure != nil)
    }

    @Test func `what was set aside for a catalogue goes once it shows the document of another one`()
        async throws
    {
        let lines = "= C1\nOne | \(Self.url)"
        let promise = "\n% sha-256=\(String(repeating: "0", count: 64))"
        one.replace(with: lines + promise)
        #expect(try await sync(one)[one.location]?.quarantined == 1)
        try await sync(two)
        #expect(try await harness.library.quarantinedDocuments().count == 1)
        one.replace(with: lines)
        #expect(try await sync(one)[one.location]?.unchanged == 1)
        #expect(try await owner() == key(two))
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
        #expect(harness.store.quarantined.isEmpty)
        let row = try #require(try await desk().view().allRows.first { $0.key == key(one) })
        #expect(row.isStored && row.trouble == nil)
    }
}
