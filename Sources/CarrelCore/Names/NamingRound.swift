import CarrelModel

/// Names the documents that a plan transfers as if all documents of the catalogue were named, in its order.
///
/// So names do not depend on which items a plan transfers. Only names that can collide with one of the plan's are
/// worked out in full, so that a few new documents in a catalogue of a million cost little.
struct NamingRound {
    /// The names so far; an empty one has yet to be given.
    private(set) var names: [ItemKey: String] = [:]
    /// The places of items in their collections, if the template uses them.
    private(set) var numbers: [ItemKey: Int] = [:]
    private var unnamed = 0
    /// In a part of a catalogue, the places of each collection's first items.
    private let firstItems: [String: Int]

    /// Takes the recorded names.
    init(_ plan: Plan, memory: LibraryMemory, part: CatalogPart? = nil) {
        let portions = part?.portions ?? []
        firstItems = Dictionary(portions.map { ($0.collection.id, $0.firstItem) }) { first, _ in first }
        for entry in plan.entries where entry.action.transfers {
            let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
            let recorded = memory.items.isEmpty ? nil : memory.items[key]?.document?.name
            if names.updateValue(recorded ?? "", forKey: key) == nil, recorded == nil { unnamed += 1 }
        }
    }

    /// Whether there is a document without a recorded name.
    var needsNames: Bool { unnamed > 0 }

    /// Gives the missing names, or those of a part of a catalogue.
    ///
    /// - Parameters:
    ///   - plan: the plan; items that the catalogue does not list are named last.
    ///   - catalog: the whole catalogue, if it is known.
    ///   - memory: what is remembered of it.
    ///   - allocator: knows the recorded names, and claims the new ones.
    mutating func name(
        _ plan: Plan, in catalog: Catalog?, memory: LibraryMemory, with allocator: inout NameAllocator
    ) {
        let collections = catalog?.collections ?? []
        if allocator.usesNumbers { number(collections, of: plan.catalog) }
        // In a part all names matter: another part may want them.
        let contested =
            allocator.isOfPart
            ? nil : contested(plan, of: collections.reduce(0) { $0 + $1.items.count }, allocator)
        for collection in collections {
            for (index, item) in collection.items.enumerated()
            where item.url != nil && item.duplicateOf == nil {
                let key = ItemKey(catalog: plan.catalog, collection: collection.id, item: item.id)
                let given = names[key]
                guard given?.isEmpty ?? true else { continue }
                if given == nil, !memory.items.isEmpty, memory.items[key]?.document != nil { continue }
                let plain = allocator.plainName(
                    of: item, collection: collection.id, number: place(index, in: collection) + 1)
                if given == nil, let contested, !Self.canMeet(contested, plain) { continue }
                let name = allocator.allocate(plain, for: key, isWanted: given != nil)
                if given != nil { names[key] = name }
            }
        }
        for entry in plan.entries where entry.action.transfers {
            let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
            guard names[key]?.isEmpty == true else { continue }
            let plain = allocator.plainName(
                of: entry.item, collection: entry.collection, number: numbers[key])
            names[key] = allocator.allocate(plain, for: key)
        }
    }

    /// The place of an item in its whole collection.
    private func place(_ index: Int, in collection: ItemCollection) -> Int {
        firstItems.isEmpty ? index : (firstItems[collection.id] ?? 0) + index
    }

    /// Notes the places of the plan's items.
    private mutating func number(_ collections: [ItemCollection], of catalog: String) {
        for collection in collections {
            for (index, item) in collection.items.enumerated() {
                let key = ItemKey(catalog: catalog, collection: collection.id, item: item.id)
                if names[key] != nil { numbers[key] = place(index, in: collection) + 1 }
            }
        }
    }

    /// The collision keys of the names that the plan's new documents want; `nil` if all names of the catalogue matter.
    ///
    /// They all matter if a quarter of the documents is new, or if a wanted name looks like one with a suffix, which
    /// any other name can get.
    private func contested(_ plan: Plan, of count: Int, _ allocator: NameAllocator) -> Set<String>? {
        guard unnamed < count / 4 else { return nil }
        var keys = Set<String>()
        for entry in plan.entries where entry.action.transfers {
            let key = ItemKey(catalog: plan.catalog, collection: entry.collection, item: entry.item.id)
            guard names[key]?.isEmpty == true else { continue }
            let plain = allocator.plainName(
                of: entry.item, collection: entry.collection, number: numbers[key])
            if Self.looksSuffixed(plain) { return nil }
            keys.insert(DocumentName.collisionKey(plain))
        }
        return keys
    }

    private static func canMeet(_ contested: Set<String>, _ name: String) -> Bool {
        looksSuffixed(name) || contested.contains(DocumentName.collisionKey(name))
    }

    private static func looksSuffixed(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "~")) }
}
