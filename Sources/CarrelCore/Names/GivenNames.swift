import CarrelBasics
import CarrelModel

/// The names of a plan's documents, by the places of its entries.
///
/// As a rule whoever asks knows the place: that costs no look at a table. Otherwise the place of a key is looked up.
struct GivenNames: Sendable {
    /// The name of a document.
    struct Name: Sendable, Hashable {
        /// The name.
        var text: String
        /// Whether the document has it; otherwise it is only wanted.
        var isGiven = true
    }

    let plan: Plan
    /// How many entries have a name, given or wanted.
    let count: Int
    private var names: [Name?]
    /// The places of the entries with names, once one was looked up.
    private let places = Locked<[ItemKey: Int]?>(nil)

    /// Names entries of a plan.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - name: the name of the entry at a place; `nil` for an entry that needs none.
    init(_ plan: Plan, name: (_ place: Int) -> Name?) {
        self.plan = plan
        names = plan.entries.indices.map(name)
        count = names.count { $0 != nil }
    }

    /// The places of the entries, in order.
    var indices: Range<Int> { names.indices }

    /// The name of the entry at a place; one that has a name keeps one.
    subscript(place: Int) -> Name? {
        get { names[place] }
        set { names[place] = newValue }
    }

    /// Finds an item's entry.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - place: where it probably is; `nil` if nobody knows.
    /// - Returns: the entry's place; `nil` if it has no name.
    func place(of key: ItemKey, near place: Int?) -> Int? {
        if let place, isEntry(at: place, of: key) { return names[place] == nil ? nil : place }
        return known()[key]
    }

    /// Whether the entry at a place is an item's.
    func isEntry(at place: Int, of key: ItemKey) -> Bool {
        guard names.indices.contains(place) else { return false }
        return plan.entries[place].item.id == key.item && plan.entries[place].collection == key.collection
    }

    /// The key of the entry at a place.
    func key(at place: Int) -> ItemKey { plan.key(at: place) }

    private func known() -> [ItemKey: Int] {
        if let known = places.value { return known }
        let named = names.indices.lazy.filter { names[$0] != nil }
        let known = Dictionary(named.map { (key(at: $0), $0) }) { first, _ in first }
        places.withLock { $0 = known }
        return known
    }
}
