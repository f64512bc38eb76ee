import CarrelBasics
import CarrelModel

/// Names the documents that a plan transfers as if all documents of the catalogue were named, in its order.
///
/// So names do not depend on which items a plan transfers. Only names that can collide with one of the plan's are
/// worked out in full, so that a few new documents in a catalogue of a million cost little.
struct NamingRound {
    /// The names of documents that have none recorded; they are only wanted until they are given.
    private(set) var names: [ItemKey: GivenName] = [:]
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
        let portions = part?.portions ?? []
        firstItems = Dictionary(portions.map { ($0.collection.id, $0.firstItem) }) { first, _ in first }
        if memory.items.isEmpty { names.reserveCapacity(plan.entries.count) }
        for entry in plan.entries where entry.action.transfers {
            let key = key(entry)
            if !hasRecorded(key) { names[key] = GivenName(text: "", isGiven: false) }
        }
    }

    /// Whether there is a document without a name; every new item of a part keeps its name from later ones, whether it
    /// is transferred now or not.
    var needsNames: Bool { !names.isEmpty || isOfPart }

    /// The names that new documents want; recorded names that meet none of them do not matter.
    ///
    /// - Parameter catalog: the whole catalogue, if it is known, or the part.
    /// - Returns: the names.
    mutating func wanted(in catalog: Catalog?) -> [String] {
        collections = catalog?.collections ?? []
        if plain.useNumbers { number() }
        var wanted: [String] = []
        wanted.reserveCapacity(names.count)
        for (place, entry) in plan.entries.enumerated() where entry.action.transfers {
            let key = key(entry)
            guard let index = names.index(forKey: key), !names.values[index].isGiven else { continue }
            let name = plain.name(of: entry.item, collection: entry.collection, number: numbers[key])
            names.values[index] = GivenName(text: name, isGiven: false, entry: place)
            wanted.append(name)
        }
        guard isOfPart else { return wanted }
        for collection in collections {
            for (index, item) in collection.items.enumerated() where Self.hasDocument(item) {
                let key = key(item, of: collection)
                if names[key] == nil, !hasRecorded(key) {
                    wanted.append(plainName(of: item, at: index, in: collection))
                }
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
        for collection in collections {
            for (place, item) in collection.items.enumerated() where Self.hasDocument(item) {
                let key = key(item, of: collection)
                guard let index = names.index(forKey: key) else {
                    keep(plainName(of: item, at: place, in: collection), for: key, contested, &allocator)
                    continue
                }
                guard !names.values[index].isGiven else { continue }
                // The plan may be older than the catalogue, which decides.
                if plan.entries[names.values[index].entry].item != item {
                    names.values[index].text = plainName(of: item, at: place, in: collection)
                }
                give(at: index, to: key, by: &allocator)
            }
        }
        for entry in plan.entries where entry.action.transfers {
            let key = key(entry)
            if let index = names.index(forKey: key), !names.values[index].isGiven {
                give(at: index, to: key, by: &allocator)
            }
        }
    }

    private mutating func give(
        at index: Dictionary<ItemKey, GivenName>.Index, to key: ItemKey, by allocator: inout NameAllocator
    ) {
        let name = allocator.allocate(names.values[index].text, for: key)
        names.values[index] = GivenName(text: name, isGiven: true)
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

    private func hasRecorded(_ key: ItemKey) -> Bool {
        !memory.items.isEmpty && memory.items[key]?.isStored == true
    }

    private func key(_ entry: PlanEntry) -> ItemKey {
        ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
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
                if names[key] != nil { numbers[key] = place(index, in: collection) + 1 }
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
        for name in names.values where !name.isGiven {
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

/// The name of a document.
struct GivenName: Sendable, Hashable {
    /// The name.
    var text: String
    /// Whether the document has it; otherwise it is only wanted.
    var isGiven = true
    /// The place of the plan's entry that wants it.
    var entry = 0
}
