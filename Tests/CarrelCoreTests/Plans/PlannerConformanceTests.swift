import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@Suite struct PlannerConformanceTests {
    @Test(arguments: PlannerConformance.checks)
    func `mirror keeps the planners' promises`(check: ConformanceCheck<any Planner>) async throws {
        try await check.run { MirrorPlanner() }
    }

    @Test(arguments: PlannerConformance.checks)
    func `missing-only keeps the planners' promises`(check: ConformanceCheck<any Planner>) async throws {
        try await check.run { MissingOnlyPlanner() }
    }

    @Test(arguments: PlannerConformance.checks)
    func `on-demand keeps the planners' promises`(check: ConformanceCheck<any Planner>) async throws {
        try await check.run { OnDemandPlanner() }
    }

    private func actions(_ planner: any Planner, memory: LibraryMemory = PlannerConformance.memory)
        -> [PlanEntry.Action]
    {
        planner.plan(PlannerConformance.catalog, memory: memory).entries.map(\.action)
    }

    @Test func `mirror asks after what is stored, continues what is partial, fetches what is new`() {
        #expect(
            actions(MirrorPlanner()) == [
                .revalidate, .resume, .download, .unavailable, .refused, .keep, .orphaned,
            ])
    }

    @Test(arguments: [
        ("2026-01-10", PlanEntry.Action.keep), ("2026-01-12", .revalidate), ("2026-01-12 11:58 UTC", .keep),
        ("2026-01-12 12:01 UTC", .revalidate), ("2027", .revalidate), ("whenever", .revalidate),
    ])
    func `mirror does not ask after what has not changed since it was stored, as the catalogue says`(
        date: String, action: PlanEntry.Action
    ) throws {
        let item = Item(
            title: "A", details: [Detail("Last modified", date, key: .lastModified)],
            url: "http://x.example/a.pdf")
        var document = PlannerConformance.document("a.pdf")
        document.storedAt = Date(timeIntervalSince1970: 1_768_219_200)  // 2026-01-12 12:00 UTC
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: [item])])
        let key = ItemKey(catalog: "x", collection: "C", item: item.id)
        let memory = LibraryMemory(catalog: "x", items: [key: ItemMemory(document: document)])
        #expect(MirrorPlanner().plan(catalog, memory: memory).entries.map(\.action) == [action])
    }

    @Test(
        arguments: [
            ("size=5", 5, .keep), ("size=5", 6, .download), ("size=5", nil, .revalidate),
            (nil, 3, .revalidate),
        ] as [(String?, Int64?, PlanEntry.Action)])
    func `an imported document is kept while the catalogue promises what it did`(
        promise: String?, size: Int64?, action: PlanEntry.Action
    ) {
        let item = Item(title: "A", url: "http://x.example/a.pdf", size: size)
        var document = PlannerConformance.document("a.pdf")
        document.importedPromise = promise
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: [item])])
        let key = ItemKey(catalog: "x", collection: "C", item: item.id)
        let memory = LibraryMemory(catalog: "x", items: [key: ItemMemory(document: document)])
        for planner in [MirrorPlanner(), OnDemandPlanner()] as [any Planner] {
            #expect(planner.plan(catalog, memory: memory).entries.map(\.action) == [action])
        }
    }

    @Test func `what is promised is kept although its last try failed`() {
        let item = Item(title: "A", url: "http://x.example/a.pdf", size: 5)
        var document = PlannerConformance.document("a.pdf")
        (document.size, document.importedPromise) = (5, "size=5")
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: [item])])
        let key = ItemKey(catalog: "x", collection: "C", item: item.id)
        let memory = LibraryMemory(
            catalog: "x", items: [key: ItemMemory(document: document, lastFailure: "404")])
        for planner in [MirrorPlanner(), OnDemandPlanner()] as [any Planner] {
            let plan = planner.plan(catalog, memory: memory)
            #expect(plan.entries.map(\.action) == [.keep] && plan.retryingFailed(memory) == plan)
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil, nil, .revalidate), (3, nil, nil, nil, .revalidate),
            (4, nil, nil, nil, .download), (4, nil, "2", nil, .revalidate),
            (nil, "1", nil, nil, .download), (nil, "1", "1", nil, .revalidate),
            (nil, "1", "2", nil, .download),
            (4, nil, nil, "size=4", .revalidate), (5, nil, nil, "size=4", .download),
            (4, "1", nil, "size=4", .download),
            (nil, "1", nil, "1", .revalidate), (4, "1", "2", "1", .revalidate),
            (nil, "2", nil, "1", .download), (nil, "1", nil, "", .download),
        ] as [(Int64?, String?, String?, String?, PlanEntry.Action)])
    func `a stored document that is not what the catalogue promises is asked for without a condition`(
        size: Int64?, digest: String?, restoredOver: String?, accepted: String?, action: PlanEntry.Action
    ) {
        func hex(_ digit: String) -> String { String(repeating: digit, count: 64) }
        let promised = digest.flatMap { ExpectedDigest(.sha256, hex: hex($0), origin: .catalog) }
        let item = Item(title: "A", url: "http://x.example/a.pdf", size: size, digest: promised)
        // Its own digest has the digit 0.
        var document = PlannerConformance.document("a.pdf")
        document.restoredOver = restoredOver.map(hex)
        document.acceptedPromise = accepted.map { $0.count == 1 ? "sha-256=\(hex($0))" : $0 }
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: [item])])
        let key = ItemKey(catalog: "x", collection: "C", item: item.id)
        let memory = LibraryMemory(catalog: "x", items: [key: ItemMemory(document: document)])
        for planner in [MirrorPlanner(), OnDemandPlanner()] as [any Planner] {
            #expect(planner.plan(catalog, memory: memory).entries.map(\.action) == [action])
        }
        #expect(MissingOnlyPlanner().plan(catalog, memory: memory).entries.map(\.action) == [.keep])
    }

    @Test func `missing-only leaves what is stored`() {
        #expect(actions(MissingOnlyPlanner()).prefix(3) == [.keep, .resume, .download])
    }

    @Test func `on-demand fetches nothing new`() {
        #expect(actions(OnDemandPlanner()).prefix(3) == [.revalidate, .resume, .deferred])
    }

    @Test func `a stored file that is missing is fetched again by every planner`() {
        var memory = PlannerConformance.memory
        for key in memory.items.keys { memory.items[key]?.isMissing = true }
        for planner in [MirrorPlanner(), MissingOnlyPlanner(), OnDemandPlanner()] as [any Planner] {
            #expect(actions(planner, memory: memory).first == .download)
        }
    }

    @Test func `a plan knows the bytes that are left where the catalogue or the partial file says`() {
        let entries = MirrorPlanner().plan(PlannerConformance.catalog, memory: PlannerConformance.memory)
            .entries
        #expect(entries.prefix(3).map(\.bytes) == [nil, 60, 10])
    }
}
