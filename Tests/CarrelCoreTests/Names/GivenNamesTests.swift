import CarrelModel
import Testing

@testable import CarrelCore

/// Names by the places of a plan's entries.
struct GivenNamesTests {
    /// Two collections with items of the same identities; the second item of each needs no name.
    private static let names = GivenNames(
        Plan(
            catalog: "c",
            entries: ["A", "B"].flatMap { collection in
                ["1", "2", "3"].map { id in
                    var item = Item(title: "\(collection)\(id)", url: "http://x/\(id)")
                    item.id = id
                    return PlanEntry(.download, reason: "", collection: collection, item: item)
                }
            })
    ) { place in place % 3 == 1 ? nil : GivenNames.Name(text: "\(place)") }

    private static func key(_ collection: String, _ item: String) -> ItemKey {
        ItemKey(catalog: "c", collection: collection, item: item)
    }

    @Test(arguments: [nil, 0, 2, 3, 5, 6, -1])
    func `an entry is found whatever place it is looked for at`(near: Int?) {
        #expect(Self.names.place(of: Self.key("A", "1"), near: near) == 0)
        #expect(Self.names.place(of: Self.key("B", "1"), near: near) == 3)
        #expect(Self.names.place(of: Self.key("B", "3"), near: near) == 5)
    }

    @Test(arguments: [nil, 0, 1, 4])
    func `an entry without a name, or no entry at all, has no place`(near: Int?) {
        #expect(Self.names.place(of: Self.key("A", "2"), near: near) == nil)
        #expect(Self.names.place(of: Self.key("B", "2"), near: near) == nil)
        #expect(Self.names.place(of: Self.key("C", "1"), near: near) == nil)
        #expect(Self.names.count == 4)
    }

    @Test func `of two entries of one item the first is found, and a place tells them apart`() {
        var plan = Self.names.plan
        plan.entries.append(plan.entries[0])
        let names = GivenNames(plan) { GivenNames.Name(text: "\($0)") }
        #expect(names.place(of: Self.key("A", "1"), near: nil) == 0)
        #expect(names.place(of: Self.key("A", "1"), near: 6) == 6)
    }
}
