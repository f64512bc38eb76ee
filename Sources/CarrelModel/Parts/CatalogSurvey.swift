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
    /// Whether an item is known by something else than its URL.
    private var hasOwnIDs = false
    /// The URL that came first with each identity that several items have, as hashes.
    private var firstURLs: [UInt64: UInt64] = [:]
    /// The hashes of identities that items with several URLs have: each of these has another one instead.
    private var varied = Set<UInt64>()
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
                if let url = item.url, url == item.id { continue }
                let identity = item.url.map(Item.identity)
                guard identity != item.id else { continue }
                hasOwnIDs = true
                if let identity { urls.add(hash(collection.id, identity)) }
            }
        }
    }

    /// Ends the reading; `compare` follows if `isUnsure` is true now.
    public mutating func finish() {
        repeatedIDs = ids.sort()
        repeatedURLs = urls.sort()
        repeatedURLs.formUnion(urls.common(with: ids))
        urls = HashTally()
    }

    /// Whether another reading must tell if items with the same identity are the same document.
    public var isUnsure: Bool { hasOwnIDs && !repeatedIDs.isEmpty }

    /// Compares the items of a part that have the same identity.
    public mutating func compare(_ part: CatalogPart) {
        for portion in part.portions {
            let collection = portion.collection.id
            for item in portion.collection.items {
                guard let url = item.url.map(Item.identity) else { continue }
                let id = hash(collection, item.id)
                guard repeatedIDs.contains(id) else { continue }
                let hash = hash(collection, url)
                if let first = firstURLs[id], first != hash {
                    varied.insert(id)
                } else {
                    firstURLs[id] = hash
                }
            }
        }
    }

    /// How many URLs the items with an identity have.
    func variety(ofURLs id: UInt64) -> SharedIdentity.Variety {
        if varied.contains(id) { return .several }
        return hasOwnIDs && firstURLs[id] == nil ? .none : .one
    }

    /// Whether the catalogue lists an item or, without one, a collection.
    public func lists(_ collection: String, _ item: String?) -> Bool {
        guard let item else { return collections.contains(collection) }
        let hash = hash(collection, item)
        return ids.contains(hash) && !varied.contains(hash) || given.contains(hash)
    }

    /// Whether the catalogue lists an identity several times.
    public func repeats(_ collection: String, _ item: String) -> Bool {
        repeatedIDs.contains(hash(collection, item))
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
