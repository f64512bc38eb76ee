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
        ("2026-01-12 12:00 UTC", .revalidate), ("2026-01-12 11:59:59 UTC", .keep),
        ("2026-01-12 11:58", .revalidate), ("2026-01-11 23:58", .keep), ("2027", .revalidate),
        ("whenever", .revalidate), ("1970-01-01T00:00:00Z", .revalidate), ("1970-01-02", .keep),
        ("1969-12-31 16:00 -0800", .revalidate), ("0001-01-01T00:00:00Z", .revalidate),
    ])
    func `mirror does not ask after what is listed as when the server was asked, if that date was over`(
        date: String, action: PlanEntry.Action
    ) {
        #expect(Self.action(listed: date, recorded: date) == action)
    }

    @Test(
        arguments: [
            ("2026-01-02", "2026-01-01", nil, nil, PlanEntry.Action.revalidate),
            ("2026-01-02", "2026-01-03", nil, nil, .revalidate), ("2026-01-02", nil, nil, nil, .revalidate),
            (nil, "2026-01-02", nil, nil, .revalidate), (nil, nil, "2", "2", .revalidate),
            ("2026-01-02", "2026-01-02", "2", "2", .keep),
            ("2026-01-02", "2026-01-02", "2", "1", .revalidate),
            ("2026-01-02", "2026-01-02", "2", nil, .revalidate),
            ("2026-01-02", "2026-01-02", nil, "2", .revalidate),
            ("2026-01-02", "2026-01-02", "\"2\"", "W/\"2\"", .keep),
            ("2026-01-02", "2026-01-02", "W/\"2\"", "\"2\"", .keep),
            ("2026-01-02", "2026-01-02", "W/\"2\"", "\"1\"", .revalidate),
        ] as [(String?, String?, String?, String?, PlanEntry.Action)])
    func `mirror asks after what is listed with another date or tag, or was, however old that is`(
        date: String?, former: String?, tag: String?, formerTag: String?, action: PlanEntry.Action
    ) {
        #expect(Self.action(listed: date, tag, recorded: former, formerTag) == action)
    }

    @Test func `an imported document is asked for when the catalogue gives it another date`() {
        func action(_ date: String, _ former: String?) -> PlanEntry.Action? {
            Self.action(listed: date, recorded: former, imported: true)
        }
        #expect(action("2026-01-13", "2026-01-13") == .keep)
        #expect(action("2026-01-13", nil) == .keep, "one of an earlier version")
        #expect(action("2026-01-02", "2026-01-01") == .revalidate)
    }

    /// An item of a date and a tag.
    private static func item(_ date: String?, _ tag: String?) -> Item {
        let details = [
            date.map { Detail("Last modified", $0, key: .lastModified) },
            tag.map { Detail("Entity tag", $0, key: .entityTag) },
        ]
        return Item(
            title: "A", details: details.compactMap(\.self), url: "http://x.example/a.pdf", size: 3)
    }

    /// What mirror does about a document whose server was asked on 12 January 2026 at noon.
    private static func action(
        listed date: String?, _ tag: String? = nil, recorded former: String?, _ formerTag: String? = nil,
        imported: Bool = false
    ) -> PlanEntry.Action? {
        let item = item(date, tag)
        var document = PlannerConformance.document("a.pdf")
        document.listed = Self.item(former, formerTag).listedVersion.map {
            ListedVersion($0, askedAt: Date(timeIntervalSince1970: 1_768_219_200))
        }
        if imported { document.importedPromise = item.promise }
        return Self.plan(item, ItemMemory(document: document)).entries.first?.action
    }

    /// What a planner makes of an item that is alone in its catalogue.
    private static func plan(
        _ item: Item, _ memory: ItemMemory, by planner: any Planner = MirrorPlanner()
    ) -> Plan {
        let catalog = Catalog(collections: [ItemCollection(id: "C", title: "C", items: [item])])
        let key = ItemKey(catalog: "x", collection: "C", item: item.id)
        return planner.plan(catalog, memory: LibraryMemory(catalog: "x", items: [key: memory]))
    }

    @Test func `nothing is left to come of a partial document that is larger than its catalogue says`() {
        let item = Item(title: "A", url: "http://x.example/a.pdf", size: 3)
        let note = PartialNote(
            url: "http://x.example/a.pdf", validators: Validators(entityTag: "\"1\""), completeLength: nil)
        let memory = ItemMemory(partial: PartialDocument(bytes: 5, note: note))
        #expect(Self.plan(item, memory).entries.map(\.bytes) == [0])
    }

    @Test(
        arguments: [
            (12_288, nil, .download, 100_000), (12_288, "\"1\"", .resume, 87_712),
            (65_536, nil, .resume, 34_464),
        ] as [(Int64, String?, PlanEntry.Action, Int64)])
    func `what came of a document is continued only where its version can be told`(
        bytes: Int64, entityTag: String?, action: PlanEntry.Action, rest: Int64
    ) throws {
        let item = Item(title: "A", url: "http://x.example/a.pdf", size: 100_000)
        let note = PartialNote(
            url: "http://x.example/a.pdf", validators: Validators(entityTag: entityTag),
            completeLength: 100_000)
        let memory = ItemMemory(partial: PartialDocument(bytes: bytes, note: note))
        let entry = try #require(Self.plan(item, memory).entries.first)
        #expect(entry.action == action && entry.bytes == rest)
        let why = "from the beginning: the 12.0 KiB that are there are too few to compare"
        #expect(entry.reason.hasPrefix(why) == (action == .download), "\(entry.reason)")
    }

    @Test func `what was stored since is no reason to leave a document alone`() throws {
        let item = Self.item("2026-01-10", nil)
        var document = PlannerConformance.document("a.pdf")
        document.storedAt = Date(timeIntervalSince1970: 1_768_219_200)
        let plan = Self.plan(item, ItemMemory(document: document))
        #expect(plan.entries.map(\.action) == [.revalidate])
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
        let memory = ItemMemory(document: document)
        for planner in [MirrorPlanner(), OnDemandPlanner()] as [any Planner] {
            #expect(Self.plan(item, memory, by: planner).entries.map(\.action) == [action])
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
        let memory = ItemMemory(document: document)
        for planner in [MirrorPlanner(), OnDemandPlanner()] as [any Planner] {
            #expect(Self.plan(item, memory, by: planner).entries.map(\.action) == [action])
        }
        let kept = Self.plan(item, memory, by: MissingOnlyPlanner())
        #expect(kept.entries.map(\.action) == [.keep])
    }

    @Test func `missing-only leaves what is stored`() {
        #expect(actions(MissingOnlyPlanner()).prefix(3) == [.keep, .resume, .download])
    }

    @Test func `missing-only fetches the document of an entry that has only its page stored`() {
        var item = Item(id: "1", title: "A", url: "http://x.example/a.mp3")
        item.details = [Detail("Page", "http://x.example/a", key: .page)]
        var document = PlannerConformance.document("a.html")
        func action(_ item: Item, _ document: StoredDocument) -> PlanEntry.Action? {
            let plan = Self.plan(item, ItemMemory(document: document), by: MissingOnlyPlanner())
            return plan.entries.first?.action
        }
        (document.url, document.requestedURL) = ("http://x.example/a/", "http://x.example/a")
        #expect(action(item, document) == .download)
        // Its site has gone to https since.
        item.details = [Detail("Page", "https://x.example/a", key: .page)]
        #expect(action(item, document) == .download)
        (document.url, document.requestedURL) = ("http://old.example/a.mp3", nil)
        #expect(action(item, document) == .keep)
        document.url = "http://x.example/a"
        item.url = document.url
        #expect(action(item, document) == .keep)
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
