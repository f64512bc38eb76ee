import CarrelHTTP
import CarrelModel

/// Further pages of a catalogue that ask for a password, or that a redirect led to at an address that says login: one may be a
/// login page in the place of another page.
///
/// That is decided when all pages are read. A login page may list what its site links on every page, or what another one lists,
/// which stands in the place of another page; a page of the catalogue lists something of its own. Nothing new is taken from a
/// page in doubt until the doubt is settled: it would be fetched, and count as known the next time, on any page.
struct LoginDoubts {
    private let earlier: EarlierListing?
    /// How many pages list each address; none for a new catalogue.
    private var counts: [String: Int] = [:]
    /// Those that list nothing at all.
    private var bare: [CatalogProblem] = []
    /// Those that list something, with the addresses.
    private var others: [(url: String, addresses: Set<String>)] = []

    /// Has none yet.
    ///
    /// - Parameters:
    ///   - first: the first page.
    ///   - earlier: what was listed before; `nil` for a new catalogue.
    init(_ first: Catalog, after earlier: EarlierListing?) {
        self.earlier = earlier
        if earlier != nil { count(Self.addresses(first)) }
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: what it lists.
    ///   - url: where it is.
    mutating func add(_ page: Catalog, at url: String) {
        if page.asksForPassword, page.itemCount == 0, page.pages.isEmpty {
            return bare.append(Self.doubt("nothing", at: url))
        }
        guard earlier != nil else { return }
        let addresses = Self.addresses(page)
        count(addresses)
        if page.asksForPassword { others.append((url, addresses)) }
    }

    private mutating func count(_ addresses: Set<String>) {
        for address in addresses { counts[address, default: 0] += 1 }
    }

    /// Adds the doubts to what all pages list, and leaves out what is new and only on pages in doubt.
    ///
    /// Where nothing is missing, a page that lists something else is a new one. A doubt that the last reading had in the same way
    /// is settled.
    ///
    /// - Parameter catalog: what all pages list.
    mutating func settle(_ catalog: inout Catalog) {
        catalog.problems += bare
        guard let earlier, !others.isEmpty else { return }
        let known = Self.addresses(earlier.catalog)
        let strange = others.filter { !$0.addresses.contains { known.contains($0) && counts[$0] == 1 } }
        guard !strange.isEmpty, earlier.catalog.leavesOutItems || earlier.hasMore(than: catalog) else {
            return
        }
        for page in strange {
            let doubt = Self.doubt(
                "nothing of its own that was listed before", ", so nothing new is taken from it yet",
                at: page.url)
            catalog.problems.append(doubt)
            guard !earlier.catalog.hasDoubted(doubt) else { continue }
            for address in page.addresses { counts[address, default: 0] -= 1 }
        }
        leaveOut(Set(counts.filter { $0.value == 0 }.keys).subtracting(known), of: &catalog)
    }

    private func leaveOut(_ addresses: Set<String>, of catalog: inout Catalog) {
        guard !addresses.isEmpty else { return }
        catalog.changeCollections { collection in
            collection.items.removeAll { addresses.contains(Self.address(of: $0)) }
            collection.markDuplicates()
        }
    }

    private static func addresses(_ catalog: Catalog) -> Set<String> {
        Set(catalog.collections.flatMap(\.items).map(Self.address))
    }

    /// The address that an item is known by, also where its site goes to https, or back.
    private static func address(of item: Item) -> String { (item.url ?? item.id).withoutTLS }

    private static func doubt(
        _ listed: String, _ consequence: String = "", at url: String
    ) -> CatalogProblem {
        let reason =
            "it asks for a password, or its address says login, and lists \(listed); perhaps it is a login page\(consequence)"
        return CatalogProblem(place: url, reason: reason, gap: .doubtful)
    }
}
