import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

@testable import CarrelCore

/// A document that two catalogues list, one of which says when it was changed.
extension LeftDocumentTests {
    @Test(arguments: ["", "~ 1970-01-01 00:00 UTC", "~ 0001-01-01", "~ whenever"])
    func `a catalogue without dates that count asks for what another one leaves alone because of its date`(
        date: String
    ) async throws {
        one.replace(with: "= C1\nOne | \(Self.url)\n~ 1970-01-05 10:00 UTC")
        two.replace(with: "= C2\nTwo | \(Self.url)\n\(date)")
        try await sync(one)
        harness.fetcher.on(Self.url, .text("second", tag: "\"2\""))
        #expect(try await sync(one)[one.location]?.unchanged == 1)
        #expect(harness.fetcher.requests.count == 1)
        #expect(try await sync(two)[two.location]?.updated == 1)
        #expect(try await isUpdatedForBoth())
        let count = harness.fetcher.requests.count
        for _ in 1...2 { try await sync(one, two) }
        #expect(try await isUpdatedForBoth())
        #expect(harness.fetcher.requests.count == count + 2, "one asks each time, and one alone")
    }

    @Test func `a plan of a catalogue without dates foresees what it asks for`() async throws {
        one.replace(with: "= C1\nOne | \(Self.url)\n~ 1970-01-05 10:00 UTC")
        try await sync(one)
        var pipeline = harness.pipeline
        pipeline.source = two
        let plan = try await pipeline.plan(try await pipeline.readCatalog(records: true))
        #expect(plan.entries.map(\.action) == [.revalidate])
        #expect(try await owner() == key(one), "a plan changes nothing")
    }

    @Test func `what a saved plan leaves alone because of a date is asked for while its run goes on`()
        async throws
    {
        one.replace(with: "= C1\nOne | \(Self.url)\n~ 1970-01-05 10:00 UTC")
        try await sync(one)
        harness.fetcher.on(Self.url, .text("second", tag: "\"2\""))
        var pipeline = harness.pipeline
        pipeline.source = one
        let plan = try await pipeline.plan(try await pipeline.readCatalog(records: false))
        #expect(plan.entries.map(\.action) == [.keep])
        let runs = pipeline.runs
        await runs.holdNames()
        _ = try await pipeline.apply(plan)
        pipeline.source = two
        #expect(try await pipeline.sync().updated == 1)
        #expect(try await isUpdatedForBoth())
        await runs.releaseNames()
    }

    @Test func `of two catalogues with dates the one that stored a document goes by its own`() async throws {
        one.replace(with: "= C1\nOne | \(Self.url)\n~ 1970-01-05 10:00 UTC")
        two.replace(with: "= C2\nTwo | \(Self.url)\n~ 1970-01-06 10:00 UTC")
        for _ in 1...2 {
            try await sync(one)
            try await sync(two)
            try await sync(one, two)
        }
        #expect(try await owner() == key(one))
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `no dated document is taken over while the plan of its catalogue may ask for it`() async {
        let catalogs = RunCatalogs()
        let details = [Detail("Last modified", "1970-01-05", key: .lastModified)]
        func note(_ action: PlanEntry.Action) {
            let item = Item(title: "One", details: details, url: Self.url)
            let entry = PlanEntry(action, reason: "", collection: "C1", item: item)
            catalogs.note(
                Plan(catalog: one.location, entries: [entry]), LibraryMemory(catalog: one.location),
                isKept: true)
        }
        #expect(catalogs.leaves(stored: key(one)))
        await catalogs.begin(one.location)
        #expect(!catalogs.leaves(stored: key(one)))
        note(.keep)
        #expect(catalogs.leaves(stored: key(one)))
        note(.revalidate)
        #expect(!catalogs.leaves(stored: key(one)))
        catalogs.clear()
        #expect(catalogs.leaves(stored: key(one)))
    }
}
