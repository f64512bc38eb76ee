import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The promises of the planners' protocol.
public enum PlannerConformance {
    /// Every check.
    public static let checks: [ConformanceCheck<any Planner>] = [
        ConformanceCheck("there is one entry an item, in the catalogue's order") { planner in
            let plan = planner.plan(catalog, memory: memory)
            try requireEqual(
                plan.entries.prefix(6).map(\.item.id), catalog.collections.flatMap(\.items).map(\.id), "order"
            )
        },
        ConformanceCheck("the same input gives the same plan") { planner in
            try requireEqual(
                planner.plan(catalog, memory: memory), planner.plan(catalog, memory: memory), "second plan")
        },
        ConformanceCheck("every entry has a reason") { planner in
            try require(
                planner.plan(catalog, memory: memory).entries.allSatisfy { !$0.reason.isEmpty },
                "a reason is missing")
        },
        ConformanceCheck("an item without a URL is unavailable") { planner in
            try requireEqual(action(planner, "Later"), .unavailable, "action")
        },
        ConformanceCheck("an item with a URL that is never requested is refused") { planner in
            try requireEqual(action(planner, "ftp://example.org/d.pdf"), .refused, "action")
        },
        ConformanceCheck("a second row of a document transfers nothing") { planner in
            try requireEqual(action(planner, "http://example.org/a.pdf#2"), .keep, "action")
        },
        ConformanceCheck("a document that is no longer listed is orphaned, last, and stays") { planner in
            let last = planner.plan(catalog, memory: memory).entries.last
            try requireEqual(last?.action, .orphaned, "action")
            try requireEqual(last?.item.id, "http://example.org/gone.pdf", "item")
        },
        ConformanceCheck("the plan names the catalogue that the memory is of") { planner in
            try requireEqual(planner.plan(catalog, memory: memory).catalog, "here", "catalogue")
        },
        ConformanceCheck("an empty catalogue gives an empty plan") { planner in
            let plan = planner.plan(Catalog(sections: []), memory: LibraryMemory(catalog: "here"))
            try requireEqual(plan.entries, [], "entries")
        },
    ]

    /// A catalogue with every kind of item: stored, partial, new, without a URL, refused, listed twice.
    public static var catalog: Catalog {
        var collection = ItemCollection(
            id: "C1", title: "One",
            items: [
                Item(title: "Stored", url: "http://example.org/a.pdf"),
                Item(title: "Partial", url: "http://example.org/b.pdf"),
                Item(title: "New", url: "http://example.org/c.pdf", size: 10), Item(title: "Later", url: nil),
                Item(title: "Elsewhere", url: "ftp://example.org/d.pdf"),
                Item(title: "Stored too", url: "http://example.org/a.pdf"),
            ])
        collection.markDuplicates()
        return Catalog(collections: [collection])
    }

    /// What a library remembers of it, with one document that is no longer listed.
    public static var memory: LibraryMemory {
        func key(_ name: String) -> ItemKey {
            ItemKey(catalog: "here", collection: "C1", item: "http://example.org/\(name).pdf")
        }
        let note = PartialNote(
            url: "http://example.org/b.pdf", validators: Validators(entityTag: "\"b\""), completeLength: 100)
        return LibraryMemory(
            catalog: "here",
            items: [
                key("a"): ItemMemory(title: "Stored", document: document("a")),
                key("b"): ItemMemory(title: "Partial", partial: PartialDocument(bytes: 40, note: note)),
                key("gone"): ItemMemory(title: "Gone", document: document("gone")),
            ])
    }

    /// A stored document of that name.
    public static func document(_ name: String) -> StoredDocument {
        StoredDocument(
            name: "C1-\(name).pdf", size: 3, sha256: String(repeating: "0", count: 64), mediaType: nil,
            validators: Validators(entityTag: "\"1\""), url: "http://example.org/\(name).pdf",
            storedAt: Date(timeIntervalSince1970: 0))
    }

    private static func action(_ planner: any Planner, _ item: String) -> PlanEntry.Action? {
        planner.plan(catalog, memory: memory).entries.first { $0.item.id == item }?.action
    }
}
