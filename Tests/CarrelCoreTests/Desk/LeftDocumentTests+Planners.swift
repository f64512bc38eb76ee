import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@testable import CarrelCore

/// A document that two catalogues list, one with a planner that never asks after what is stored.
extension LeftDocumentTests {
    @Test func `which planners ask after what is stored is known`() {
        var pipeline = harness.pipeline
        let planners: [(any Planner, Bool)] = [
            (MirrorPlanner(), true), (OnDemandPlanner(), true), (MissingOnlyPlanner(), false),
        ]
        for (planner, asks) in planners {
            pipeline.planner = planner
            #expect(pipeline.asksForStored == asks, "\(planner)")
        }
    }

    @Test(arguments: [PlanEntry.Action.keep, .revalidate])
    func `a catalogue asks for what the plan of one that is not kept leaves alone, while its run goes on`(
        action: PlanEntry.Action
    ) async throws {
        try await storeForOne()
        var pipeline = harness.pipeline
        pipeline.source = two
        pipeline.kept = [CatalogIdentity.key(of: two.location)]
        let runs = pipeline.runs
        await runs.holdNames()
        await runs.catalogs.begin(one.location)
        _ = try await pipeline.sync()
        #expect(try await owner() == key(one), "the plan may still ask")
        let entry = PlanEntry(
            action, reason: "", collection: "C1", item: Item(title: "One", url: Self.url))
        runs.catalogs.note(
            Plan(catalog: one.location, entries: [entry]), LibraryMemory(catalog: one.location),
            isKept: false)
        _ = try await pipeline.sync()
        let left = action == .keep
        #expect(try await owner() == (left ? key(two) : key(one)))
        #expect(harness.fetcher.requests.count == (left ? 2 : 1))
        await runs.releaseNames()
    }

    @Test func `what a catalogue leaves alone is known once each of its plans is made`() async {
        let catalogs = RunCatalogs()
        let (plan, memory) = (
            Plan(catalog: one.location, entries: []), LibraryMemory(catalog: one.location)
        )
        for _ in 1...2 { await catalogs.begin(one.location) }
        catalogs.note(plan, memory, isKept: true)
        #expect(!catalogs.leaves(stored: key(one)))
        catalogs.note(plan, memory, isKept: true)
        #expect(catalogs.leaves(stored: key(one)))
    }

    @Test(arguments: [false, true])
    func `a document that somebody has fetched goes to no other catalogue meanwhile`(
        isDropped: Bool
    ) async throws {
        try await storeForOne()
        let gate = Gate()
        harness.fetcher.on(Self.url, Self.held(by: gate))
        var asking = harness.pipeline
        asking.source = one
        asking.planner = MissingOnlyPlanner()
        let request = try await Self.getting(key(one), by: asking)
        try await harness.fetcher.script.requests(atLeast: 2, for: Self.url)
        if isDropped {
            one.replace(with: "= C1\nOther | http://x.example/other.txt")
            _ = try await asking.readCatalog(records: true)
        } else {
            #expect(try await asking.bringUpToDate(retriesFailed: false).unchanged == 1)
        }
        var beside = harness.pipeline
        beside.source = two
        beside.kept = [CatalogIdentity.key(of: two.location)]
        let listed = try await beside.readCatalog(records: true)
        _ = try await beside.memoryFindingMoved(
            of: two.location, listing: listed.catalog, EventRelay(harness.events)
        ) { keys, _ in AskedItems(keys: keys) }
        #expect(try await owner() == key(one))
        gate.open()
        #expect(try await request.value.updated == 1)
    }

    /// Other content, which comes when a gate opens.
    private static func held(by gate: Gate) -> Reply {
        .held(by: gate, "second", fields: [("ETag", "\"2\"")])
    }

    /// Has somebody ask for an item.
    private static func getting(
        _ key: ItemKey, by pipeline: Pipeline
    ) async throws -> Task<RunSummary, any Error> {
        let catalog = try await pipeline.readCatalog(records: true)
        return Task { try await pipeline.get([key], of: catalog) }
    }
}
