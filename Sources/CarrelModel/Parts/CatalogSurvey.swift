/// What a first reading of a catalogue in parts found out: which items it lists, and which of them it may list twice.
///
/// It holds a hash of each item instead of the item.
public struct CatalogSurvey: Sendable {
    private var ids = HashTally()
    private var urls = HashTally()
    private var collections = Set<String>()
    /// The number of items.
    public private(set) var count = 0
    /// The hashes of identities that several items have.
    private(set) var repeatedIDs = Set<UInt64>()
    /// The hashes of URLs that several items have, unless each has it as its identity.
    private(set) var repeatedURLs = Set<UInt64>()
    /// The hashes of the identities that `RepeatedItems` gave.
    private var given = Set<UInt64>()
    /// A number of this survey, so that nobody can make items whose hashes are equal.
    private let seed = UInt64.random(in: .min ... .max)

    public init() {}

    /// Adds the items of a part.
    public mutating func add(_ part: CatalogPart) {
        for portion in part.portions {
            let collection = portion.collection
            collections.insert(collection.id)
            count += collection.items.count
            for item in collection.items {
                ids.add(hash(collection.id, item.id))
                guard let url = item.url, url != item.id else { continue }
                let identity = Item.identity(of: url)
                if identity != item.id { urls.add(hash(collection.id, identity)) }
            }
        }
    }

    /// Ends the reading.
    public mutating func finish() {
        repeatedIDs = ids.sort()
        repeatedURLs = urls.sort()
        repeatedURLs.formUnion(urls.common(with: ids))
        urls = HashTally()
    }

    /// Whether the catalogue lists an item or, without one, a collection.
    public func lists(_ collection: String, _ item: String?) -> Bool {
        guard let item else { return collections.contains(collection) }
        let hash = hash(collection, item)
        return ids.contains(hash) || given.contains(hash)
    }

    /// Gives a repeated item an identity, unless another item has it; says whether it did.
    mutating func give(_ id: String, in collection: String) -> Bool {
        let hash = hash(collection, id)
        return !ids.contains(hash) && given.insert(hash).inserted
    }

    func hash(_ collection: String, _ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(collection)
        hasher.combine(text)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
