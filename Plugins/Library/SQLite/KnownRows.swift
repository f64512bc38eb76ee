import CarrelModel

/// The rows that a transaction has looked up, because it comes back to them.
struct KnownRows {
    /// What is recorded of an item, as far as most changes depend on it.
    struct Item {
        /// Its key.
        let row: Int64
        /// The key of its collection.
        let collection: Int64
        /// Whether its last try failed, or the server has a newer version.
        let isTroubled: Bool
    }

    /// The item of the change before: what happens to one is recorded in several rows, one after the other.
    var last: (key: ItemKey, item: Item)?
    /// The collection of the change before.
    var collection: (catalog: String, collection: String, row: Int64)?
    /// Whether anything was ever discarded, once somebody has asked.
    var hasDiscarded: Bool?
    /// The tokens of the publications that it has recorded.
    var publications: [String] = []
    /// The most items to read ahead: as many as the transaction has changes, and as were of use.
    var lookAhead = 0
    /// The items that were read ahead, in the order of their rows, with their identities in the collection; `nil` for
    /// one that was changed since.
    private var neighbours: [(ident: String, item: Item?)] = []
    /// Where the next one is looked for first: as a rule they are asked for in order.
    private var next = 0
    /// Their places, once to go through them has taken about as long as to note these.
    private var places: [String: Int]?
    private var looks = 0

    /// Adds an item that was read ahead.
    mutating func add(_ ident: String, _ item: Item) {
        places?[ident] = neighbours.count
        neighbours.append((ident, item))
    }

    /// The item, if it was looked up; the next one to look it up finds it first.
    mutating func item(_ key: ItemKey, in collection: Int64) -> Item? {
        guard let place = place(of: key.item), let item = neighbours[place].item,
            item.collection == collection
        else { return nil }
        lookAhead += 1
        next = place + 1
        last = (key, item)
        return item
    }

    private mutating func place(of ident: String) -> Int? {
        if next < neighbours.count, neighbours[next].ident == ident { return next }
        if let places { return places[ident] }
        looks += 1
        if looks <= 16 { return neighbours.lastIndex { $0.ident == ident } }
        places = Dictionary(neighbours.enumerated().map { ($1.ident, $0) }) { $1 }
        return places?[ident]
    }

    /// The number of items to read ahead now; 0 where that does not pay.
    mutating func takeLookAhead() -> Int {
        let count = min(lookAhead, 512)
        guard count >= 16 else { return 0 }
        lookAhead -= count
        return count
    }

    /// Forgets an item, because it is changed.
    mutating func forget(_ key: ItemKey) {
        last = nil
        if let place = place(of: key.item) { neighbours[place].item = nil }
    }
}
