import CarrelModel
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Names of documents of a catalogue that is read in parts.
@Suite struct PartNamesTests {
    private static func entry(_ item: Item) -> PlanEntry {
        PlanEntry(.download, reason: "", collection: "C1", item: item)
    }

    /// The names that items get in parts of a size, among recorded names.
    private static func names(
        _ items: [Item], _ template: NameTemplate, inPartsOf size: Int, recorded: [String]
    ) -> [ItemKey: String] {
        let given = RunNames()
        var names: [ItemKey: String] = [:]
        for start in stride(from: 0, to: items.count, by: size) {
            let some = Array(items[start..<min(start + size, items.count)])
            let part = CatalogPart([
                CatalogPart.Portion(
                    ItemCollection(id: "C1", title: "C1", items: some), at: 0, firstItem: start)
            ])
            let plan = Plan(catalog: "c", entries: some.map(entry))
            let plain = PlainNames(template: template)
            var round = NamingRound(plan, memory: LibraryMemory(catalog: "c"), part: part, by: plain)
            // Only the recorded names that its own can meet.
            let met = Self.met(round.wanted(in: part.catalog), among: recorded)
            var allocator = NameAllocator(plain, among: given, recorded: met, isOfPart: true)
            round.give(by: &allocator)
            names.merge(round.texts) { first, _ in first }
        }
        return names
    }

    private static func wholeNames(
        _ items: [Item], _ template: NameTemplate, recorded: [String]
    ) -> [ItemKey: String] {
        let catalog = Catalog(collections: [ItemCollection(id: "C1", title: "C1", items: items)])
        let plan = Plan(catalog: "c", entries: items.map(entry))
        let plain = PlainNames(template: template)
        var allocator = NameAllocator(plain, recorded: Self.owned(recorded))
        var round = NamingRound(plan, memory: LibraryMemory(catalog: "c"), by: plain)
        _ = round.wanted(in: catalog)
        round.give(by: &allocator)
        return round.texts
    }

    /// Recorded names as those of another catalogue's items.
    private static func owned(_ recorded: [String]) -> [ItemKey: String] {
        let owned = recorded.enumerated().map {
            (ItemKey(catalog: "other", collection: "o", item: "\($0.offset)"), $0.element)
        }
        return Dictionary(owned) { first, _ in first }
    }

    /// The recorded names that cannot stand beside others.
    private static func met(_ wanted: [String], among recorded: [String]) -> [ItemKey: String] {
        let names = wanted.map(DocumentName.collisionKey)
        return owned(recorded).filter { _, name in
            let key = DocumentName.collisionKey(name)
            return names.contains { $0 == key || $0.hasPrefix(key + "/") || key.hasPrefix($0 + "/") }
        }
    }

    @Test(arguments: ["{basename}", "{collection}/{basename}", "{number}-{basename}", "{path}"])
    func `names in parts are those of the whole catalogue`(text: String) throws {
        let template = try #require(NameTemplate(text))
        var random = SeededRandom(seed: 5)
        for _ in 0..<40 {
            let items = (0..<30).map { number in
                let name = ["a", "A", "b", "c", "a~b", "C1"][Int.random(in: 0..<6, using: &random)]
                var item = Item(title: "Title", url: "http://x/\(number)/\(name).pdf")
                let folder = ["", "a.pdf/", "f/", "F/"][Int.random(in: 0..<4, using: &random)]
                item.details = [Detail("Path", "\(folder)\(name).pdf", key: .path)]
                return item
            }
            let recorded = Int.random(in: 0..<2, using: &random) == 0 ? ["B.pdf", "f/a.pdf"] : []
            let whole = Self.wholeNames(items, template, recorded: recorded)
            for size in [1, 4, 100] {
                #expect(Self.names(items, template, inPartsOf: size, recorded: recorded) == whole)
            }
        }
    }

    @Test func `a set of hashes holds what was put into it`() {
        var set = HashSet64()
        let new = (0..<20_000).filter { set.insert("name \($0)") }
        #expect(new.count == 20_000)
        for number in 0..<20_000 {
            #expect(set.contains("name \(number)") && !set.contains("other \(number)"))
        }
        set.insert("name 7")
        #expect(set.count == 20_000)
    }
}
