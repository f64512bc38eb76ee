import CarrelModel

/// Further pages of a catalogue that ask for a password: one may be a login page in the place of another page.
struct LoginDoubts {
    private let earlier: EarlierListing?
    /// Those that list nothing at all.
    private var bare: [CatalogProblem] = []
    /// Those that list nothing that was listed before.
    private var strange: [CatalogProblem] = []

    /// Has none yet.
    ///
    /// - Parameter earlier: what was listed before; `nil` for a new catalogue.
    init(_ earlier: EarlierListing?) { self.earlier = earlier }

    /// Adds a page, if it may be a login page.
    ///
    /// - Parameters:
    ///   - page: what it lists.
    ///   - url: where it is.
    mutating func add(_ page: Catalog, at url: String) {
        guard page.asksForPassword else { return }
        let items = page.collections.flatMap(\.items)
        if items.isEmpty, page.pages.isEmpty {
            bare.append(Self.doubt("nothing", at: url))
        } else if let earlier, !earlier.lists(anyOf: items) {
            strange.append(Self.doubt("nothing that was listed before", at: url))
        }
    }

    /// What to say of them.
    ///
    /// Where nothing is missing, a page that lists something else is a new one.
    ///
    /// - Parameter catalog: what all pages list.
    /// - Returns: the doubts.
    func problems(of catalog: Catalog) -> [CatalogProblem] {
        guard !strange.isEmpty, let earlier, earlier.hasMore(than: catalog) else { return bare }
        return bare + strange
    }

    private static func doubt(_ listed: String, at url: String) -> CatalogProblem {
        CatalogProblem(
            place: url, reason: "it asks for a password and lists \(listed); perhaps it is a login page",
            gap: .doubtful)
    }
}

extension EarlierListing {
    /// Whether it has any of some items, by identity or address.
    fileprivate func lists(anyOf items: [Item]) -> Bool {
        let known = Set(items.flatMap(Pipeline.addresses))
        return catalog.collections.contains { collection in
            collection.items.contains { !known.isDisjoint(with: Pipeline.addresses(of: $0)) }
        }
    }

    /// Whether it has items that another one lacks, or left out some itself.
    fileprivate func hasMore(than other: Catalog) -> Bool {
        guard !catalog.leavesOutItems else { return true }
        let listed = Set(other.collections.flatMap(\.items).flatMap(Pipeline.addresses))
        let further = Set(other.collections.lazy.filter { $0.further != nil }.map(\.id))
        return catalog.collections.contains { collection in
            !further.contains(collection.id)
                && collection.items.contains { listed.isDisjoint(with: Pipeline.addresses(of: $0)) }
        }
    }
}
