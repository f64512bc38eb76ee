import CarrelModel
import CarrelStages
import CarrelTesting
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
}
