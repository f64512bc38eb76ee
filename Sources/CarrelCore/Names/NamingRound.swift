import CarrelBasics
import CarrelModel

/// Names the documents that a plan transfers as if all documents of the catalogue were named, in its order.
///
/// So names do not depend on which items a plan transfers. Only names that can collide with one of the plan's are
/// worked out in full, so that a few new documents in a catalogue of a million cost little.
struct NamingRound {
    /// The names of documents that have none recorded; they are only wanted until they are given.
    private(set) var names: GivenNames
    /// The places of items in their collections, if the template uses them.
    private(set) var numbers: [ItemKey: Int] = [:]
    private let plan: Plan
    private let memory: LibraryMemory
    private let plain: PlainNames
    private let isOfPart: Bool
    private var collections: [ItemCollection] = []
    /// In a part of a catalogue, the places of each collection's first items.
    private let firstItems: [String: Int]

    /// Looks for the documents that have no name.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - memory: what is remembered of its catalogue.
    ///   - part: the part of the catalogue that is planned, if it comes in parts.
    ///   - plain: the names before collisions are resolved.
    init(_ plan: Plan, memory: LibraryMemory, part: CatalogPart? = nil, by plain: PlainNames) {
        (self.plan, self.memory, self.plain, isOfPart) = (plan, memory, plain, part != nil)
        names = GivenNames(plan) { place in
            guard plan.entries[place].action.transfers else { return nil }
            return Self.hasRecorded(plan.key(at: place), memory)
                ? nil : GivenNames.Name(text: "", isGiven: false)
        }
        let portions = part?.portions ?? []
        firstItems = Dictionary(portions.map { ($0.collection.id, $0.firstItem) }) { first, _ in first }
    }

    /// Whether there is a document without a name; every new item of a part keeps its name from later ones, whether it
    /// is transferred now or not.
    var needsNames: Bool { names.count > 0 || isOfPart }

    /// The names that new documents want; recorded names that meet none of them do not matter.
    ///
    /// - Parameter catalog: the whole catalogue, if it is known, or the part.
    /// - Returns: the names.
    mutating func wanted(in catalog: Catalog?) -> [String] {
        collections = catalog?.collections ?? []
        if plain.useNumbers { number() }
        var wanted: [String] = []
        wanted.reserveCapacity(names.count)
        for place in names.indices where names[place] != nil {
            let entry = plan.entries[place]
            let number = numbers.isEmpty ? nil : numbers[names.key(at: place)]
            let name = plain.name(of: entry.item, collection: entry.collection, number: number)
            names[place]?.text = name
            wanted.append(name)
        }
        guard isOfPart else { return wanted }
        var entries = EntryFinder()
        for collection in collections {
            for (index, item) in collection.items.enumerated() {
                let key = key(item, of: collection)
                let entry = entries.place(of: key, in: names)
                guard Self.hasDocument(item), entry == nil, !hasRecorded(key) else { continue }
                wanted.append(plainName(of: item, at: index, in: collection))
            }
        }
        return wanted
    }

    /// Gives the missing names, or those of a part of a catalogue; after `wanted(in:)`.
    ///
    /// Items that the catalogue does not list are named last.
    ///
    /// - Parameter allocator: knows the recorded names, and claims the new ones.
    mutating func give(by allocator: inout NameAllocator) {
        // In a part all names matter: another part may want them.
        let contested = isOfPart ? nil : contested()
        allocator.reserve(names.count)
        var entries = EntryFinder()
        for collection in collections {
            for (index, item) in collection.items.enumerated() {
                let key = key(item, of: collection)
                let entry = entries.place(of: key, in: names)
                guard Self.hasDocument(item) else { continue }
                guard let entry, let name = names[entry] else {
                    keep(plainName(of: item, at: index, in: collection), for: key, contested, &allocator)
                    continue
                }
                guard !name.isGiven else { continue }
                // The plan may be older than the catalogue, which decides.
                let isListed = plan.entries[entry].item == item
                let wanted = isListed ? name.text : plainName(of: item, at: index, in: collection)
                names[entry] = GivenNames.Name(text: allocator.allocate(wanted, for: key))
            }
        }
        for entry in names.indices {
            guard let name = names[entry], !name.isGiven else { continue }
            names[entry] = GivenNames.Name(text: allocator.allocate(name.text, for: names.key(at: entry)))
        }
    }

    /// Keeps the name of an item that is not transferred from others, if one of those can want it.
    private func keep(
        _ plain: @autoclosure () -> String, for key: ItemKey, _ contested: Set<String>?,
        _ allocator: inout NameAllocator
    ) {
        guard !hasRecorded(key) else { return }
        let plain = plain()
        if let contested, !Self.canMeet(contested, plain) { return }
        _ = allocator.allocate(plain, for: key, isWanted: false)
    }

    // MARK: Items

    /// Whether an item has a document of its own.
    private static func hasDocument(_ item: Item) -> Bool { item.url != nil && item.duplicateOf == nil }

    private func hasRecorded(_ key: ItemKey) -> Bool { Self.hasRecorded(key, memory) }

    private static func hasRecorded(_ key: ItemKey, _ memory: LibraryMemory) -> Bool {
        !memory.items.isEmpty && memory.items[key]?.hasDocument == true
    }

    private func key(_ item: Item, of collection: ItemCollection) -> ItemKey {
        ItemKey(catalog: plan.catalog, collection: collection.id, item: item.id)
    }

    private func plainName(of item: Item, at index: Int, in collection: ItemCollection) -> String {
        plain.name(of: item, collection: collection.id, number: place(index, in: collection) + 1)
    }

    /// The place of an item in its whole collection.
    private func place(_ index: Int, in collection: ItemCollection) -> Int {
        firstItems.isEmpty ? index : (firstItems[collection.id] ?? 0) + index
    }

    /// Notes the places of the plan's items.
    private mutating func number() {
        for collection in collections {
            for (index, item) in collection.items.enumerated() {
                let key = key(item, of: collection)
                if names.place(of: key, near: nil) != nil { numbers[key] = place(index, in: collection) + 1 }
            }
        }
    }

    // MARK: Collisions

    /// The collision keys of the names that the plan's new documents want; `nil` if all names of the catalogue matter.
    ///
    /// They all matter if a quarter of the documents is new, or if a wanted name looks like one with a suffix, which
    /// any other name can get.
    private func contested() -> Set<String>? {
        guard names.count < collections.reduce(0, { $0 + $1.items.count }) / 4 else { return nil }
        var keys = Set<String>()
        for name in names.indices.lazy.compactMap({ names[$0] }) where !name.isGiven {
            if Self.looksSuffixed(name.text) { return nil }
            keys.insert(DocumentName.collisionKey(name.text))
        }
        return keys
    }

    private static func canMeet(_ contested: Set<String>, _ name: String) -> Bool {
        looksSuffixed(name) || contested.contains(DocumentName.collisionKey(name))
    }

    private static func looksSuffixed(_ name: String) -> Bool { name.contains(byte: UInt8(ascii: "~")) }
}

/// Finds the plan's entries of items that are asked for in the catalogue's order, which as a rule is the plan's.
private struct EntryFinder {
    private var next = 0

    /// The place of the next item's entry, if that has a name.
    mutating func place(of key: ItemKey, in names: GivenNames) -> Int? {
        if names.isEntry(at: next, of: key) {
            next += 1
            return names[next - 1] == nil ? nil : next - 1
        }
        guard let place = names.place(of: key, near: nil) else { return nil }
        next = place + 1
        return place
    }
}
