import CarrelModel

/// Further pages of a catalogue that ask for a password: one may be a login page in the place of another page.
///
/// That is decided when all pages are read. A login page may list what its site links on every page, or what another one lists,
/// which stands in the place of another page; a page of the catalogue lists something of its own.
struct LoginDoubts {
    private let earlier: EarlierListing?
    /// How many pages list each address that was listed before.
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
        guard let earlier else { return }
        for address in Self.addresses(earlier.catalog) { counts[address] = 0 }
        count(Self.addresses(first))
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: what it lists.
    ///   - url: where it is.
    mutating func add(_ page: Catalog, at url: String) {
        let addresses = Self.addresses(page)
        count(addresses)
        guard page.asksForPassword else { return }
        if addresses.isEmpty, page.pages.isEmpty {
            bare.append(Self.doubt("nothing", at: url))
        } else if earlier != nil {
            others.append((url, addresses))
        }
    }

    private mutating func count(_ addresses: Set<String>) {
        for address in addresses { counts[address]? += 1 }
    }

    /// What to say of them.
    ///
    /// Where nothing is missing, a page that lists something else is a new one.
    ///
    /// - Parameter catalog: what all pages list.
    /// - Returns: the doubts.
    func problems(of catalog: Catalog) -> [CatalogProblem] {
        let strange = others.filter { !$0.addresses.contains { counts[$0] == 1 } }
        guard !strange.isEmpty, let earlier, earlier.catalog.leavesOutItems || earlier.hasMore(than: catalog)
        else { return bare }
        return bare + strange.map { Self.doubt("nothing of its own that was listed before", at: $0.url) }
    }

    private static func addresses(_ catalog: Catalog) -> Set<String> {
        Set(catalog.collections.flatMap(\.items).map { $0.url ?? $0.id })
    }

    private static func doubt(_ listed: String, at url: String) -> CatalogProblem {
        CatalogProblem(
            place: url, reason: "it asks for a password and lists \(listed); perhaps it is a login page",
            gap: .doubtful)
    }
}
