import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import PlanPlugins
import Testing

/// What a reader wants of a plan, whichever planner made it.
@Suite struct HeedingTests {
    private static let planners: [(String, any Planner)] = [
        ("mirror", MirrorPlanner()), ("missing-only", MissingOnlyPlanner()), ("on-demand", OnDemandPlanner()),
    ]

    private func key(_ name: String) -> ItemKey {
        ItemKey(catalog: "here", collection: "C1", item: "http://example.org/\(name).pdf")
    }

    @Test(arguments: ["mirror", "missing-only", "on-demand"])
    func `what is ignored is left alone by every planner`(name: String) throws {
        let planner = try #require(Self.planners.first { $0.0 == name }?.1)
        var memory = PlannerConformance.memory
        memory.ignored = IgnoreRules(items: [key("a")], patterns: [.init("C1/New"), .init("Later")])
        let plan = planner.plan(PlannerConformance.catalog, memory: memory).heeding(memory)
        let ignored = plan.entries.filter { $0.action == .ignored }.map(\.item.title)
        // The second entry for a document is ignored with it.
        #expect(ignored == ["Stored", "New", "Later", "Stored too"])
        #expect(plan.entries.last?.action == .orphaned)
        memory.ignored = IgnoreRules(patterns: [.init("*")])
        #expect(
            !planner.plan(PlannerConformance.catalog, memory: memory).heeding(memory).entries.contains {
                $0.action.transfers
            })
    }

    @Test(arguments: ["mirror", "missing-only", "on-demand"])
    func `a document that waits for its name is fetched by no planner`(name: String) throws {
        let planner = try #require(Self.planners.first { $0.0 == name }?.1)
        var memory = PlannerConformance.memory
        func action() -> PlanEntry.Action {
            planner.plan(PlannerConformance.catalog, memory: memory).heeding(memory).entries[0].action
        }
        memory.items[key("a")]?.isMissing = true
        #expect(action() == .download)
        memory.items[key("a")]?.isUnnamed = true
        #expect(action() == .keep)
    }

    @Test func `a document of another catalogue that waits for its name is not fetched for this one`() {
        var memory = PlannerConformance.memory
        let owner = ItemKey(catalog: "there", collection: "C1", item: "http://example.org/c.pdf")
        let shared = SharedDocument(
            owner: owner, isOwnerListed: true, isMutual: true, document: PlannerConformance.document("c"),
            news: nil)
        memory.add([key("c"): shared])
        memory.items[key("c")]?.isMissing = true
        memory.items[key("c")]?.isUnnamed = true
        memory.settleShared()
        let plan = MirrorPlanner().plan(PlannerConformance.catalog, memory: memory).heeding(memory)
        #expect(plan.entries[2].action == .keep)
    }

    @Test(arguments: ["Q?", "Q*", "q", "Q", "[Q]"])
    func `an ignored collection is that one alone, whatever characters its identity has`(id: String) {
        let rules = IgnoreRules(items: [.all(of: id, in: "here")], catalogName: "name")
        let item = Item(title: "Sheet", url: "http://example.org/sheet.pdf")
        #expect(rules.cover(item, in: id, of: "here"))
        #expect(!rules.cover(item, in: id, of: "there"))
        for other in ["Q?", "Q*", "q", "Q", "[Q]", "QA", "Q/sub", "Q?/sub"] where other != id {
            #expect(!rules.cover(item, in: other, of: "here"), "\(other)")
        }
    }

    @Test func `of what was discarded it is asked whether it changed, unless it is elsewhere by now`() {
        let origin = DocumentOrigin(
            url: "http://example.org/c.pdf", validators: Validators(entityTag: "\"1\""))
        var memory = PlannerConformance.memory
        memory.items[key("c"), default: ItemMemory()].discarded = DiscardedDocument(
            reason: "a page", sha256: "00", origin: origin)
        func action() -> PlanEntry.Action {
            MirrorPlanner().plan(PlannerConformance.catalog, memory: memory).heeding(memory).entries[2].action
        }
        #expect(action() == .revalidate)
        memory.items[key("c")]?.discarded?.origin.url = "http://example.org/elsewhere.pdf"
        #expect(action() == .download)
    }

    @Test(
        arguments: [
            ("a page", 10, nil, false), ("10 bytes came, the catalogue promises 9", 10, nil, true),
            ("10 bytes came, the catalogue promises 9", 9, nil, false),
            ("10 bytes came, the catalogue promises 9", nil, nil, true),
            ("10 bytes came, the catalogue promises 9", 10, "1", true),
            ("10 bytes came, the catalogue promises 9", 9, "1", false),
            ("the sha-256 digest is 1, the catalogue promises 2", nil, "1", true),
            ("the sha-256 digest is 1, the catalogue promises 2", nil, "2", false),
            ("the sha-256 digest is 1, the catalogue promises 2", 10, nil, true),
            ("the sha-512 digest is 7, the catalogue promises 8", nil, "1", true),
            ("the sha-512 digest is 7, the catalogue promises 8", nil, "2", false),
            ("the sha-256 digest is 1, the server promises 2", nil, "1", false),
            ("the sha-256 digest is 1, the server promises 2", nil, nil, false),
            ("a page", nil, "1", false),
        ] as [(String, Int64?, String?, Bool)])
    func `what was discarded is expected once nothing else is promised`(
        reason: String, size: Int64?, digit: String?, isExpected: Bool
    ) {
        func hex(_ digit: String) -> String { String(repeating: digit, count: 64) }
        let discarded = DiscardedDocument(
            reason: reason.replacing("is 1,", with: "is \(hex("1")),"), sha256: hex("1"),
            origin: DocumentOrigin(url: "http://example.org/c.pdf", validators: Validators()))
        let promised = digit.flatMap { ExpectedDigest(.sha256, hex: hex($0), origin: .catalog) }
        #expect(discarded.isExpected(size: size, promised) == isExpected)
    }

    @Test(arguments: ["mirror", "missing-only", "on-demand"])
    func `an item is not kept if the one that it repeats is refused`(name: String) throws {
        let planner = try #require(Self.planners.first { $0.0 == name }?.1)
        var collection = ItemCollection(
            id: "C1", title: "One",
            items: ["a", "b"].map { (id: String) in
                Item(title: "Item \(id)", url: "ftp://example.org/a.pdf")
            })
        collection.markDuplicates()
        #expect(collection.items[1].duplicateOf == collection.items[0].id)
        let plan = planner.plan(Catalog(collections: [collection]), memory: LibraryMemory(catalog: "here"))
        #expect(plan.entries.map(\.action) == [.refused, .refused])
        #expect(
            plan.entries[1].reason.hasPrefix("the same document as “Item a”: "), "\(plan.entries[1].reason)")
    }

    @Test(
        arguments: [
            (nil, nil, true), (nil, 3, true), (nil, 4, false), ("a page", 3, true), ("a page", nil, false),
            ("10 bytes came, the catalogue promises 3", 3, false),
            ("10 bytes came, the catalogue promises 9", 3, true),
            ("10 bytes came, the catalogue promises 9", nil, true),
        ] as [(String?, Int64?, Bool)])
    func `what is kept has not failed for long, unless somebody has to decide about what came instead`(
        reason: String?, size: Int64?, isSettled: Bool
    ) {
        var known = ItemMemory(document: PlannerConformance.document("a"), lastFailure: "404")
        known.asideReason = reason
        let memory = LibraryMemory(catalog: "here", items: [key("a"): known])
        let item = Item(title: "A", url: "http://example.org/a.pdf", size: size)
        let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "One", items: [item])])
        let plan = MissingOnlyPlanner().plan(catalog, memory: memory)
        #expect(plan.entries.map(\.action) == [.keep])
        #expect(plan.retryingFailed(memory).entries.isEmpty != isSettled)
    }

    @Test func `a document that is known to be no longer listed is not told again`() {
        var memory = PlannerConformance.memory
        let plan = MirrorPlanner().plan(PlannerConformance.catalog, memory: memory)
        #expect(plan.withoutKnownOrphans(memory) == plan)
        memory.items[key("gone")]?.isToldUnlisted = true
        #expect(plan.withoutKnownOrphans(memory).entries == Array(plan.entries.dropLast()))
    }
}
