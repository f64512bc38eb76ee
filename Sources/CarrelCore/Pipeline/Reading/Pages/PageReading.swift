import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The pages of one catalogue: what was read, and those that are still to be read, in the order in which they were named.
struct PageReading {
    /// What was read.
    var joined: JoinedPages
    private let limit: Int
    /// Whether they list the items of one collection, whose catalogue leads to them.
    let isBehindCollection: Bool
    /// The servers whose pages are read: the catalogue's own, and the one that it redirects to, each with TLS, too.
    private let origins: Set<Origin>
    private let start: CatalogPage.Place
    private var seen: Set<String>
    /// How many pages were named that list each collection.
    private var lists: [String: Int] = [:]
    private var waiting: [(page: CatalogPage, depth: Int, above: [FolderContents])] = []
    private var taken = 1
    /// How many of these are below the last level; they are none of the catalogue's own.
    private var deeper = 0
    /// Folders that may lead back to one above them; the next page tells.
    private var repeated = RepeatedFolders()
    /// Pages that have moved to another server.
    private var moved: [CatalogProblem] = []
    /// What each page of the list has, as a digest.
    private var contents: Set<String>
    /// The pages in a row, up to the last one, that list just what one before them does, and whether that is the first one.
    private var same: [(url: String, isSecond: Bool)] = []
    /// The number of pages in a row that could not be read.
    private var failures = 0

    /// Where this many pages in a row cannot be read, the others will hardly be.
    private static let maxFailures = 3
    /// How many pages in a row may list just what ones before them do until the list ends.
    private static let maxSame = 3

    /// Begins with the first page.
    ///
    /// - Parameters:
    ///   - catalog: what it lists.
    ///   - first: its document.
    ///   - location: where it is.
    ///   - limit: the most pages, this one included.
    init(_ catalog: Catalog, of first: CatalogDocument, at location: String, limit: Int) {
        (self.limit, isBehindCollection) = (limit, first.isBehindCollection)
        joined = JoinedPages(catalog)
        contents = Set([true, false].map { Self.content(of: catalog, isNamed: $0) })
        start = CatalogPage.Place(start: first.url, depth: 0, namedBy: first.namedBy)
        let own = [URL(string: location), first.url].compactMap { place in place.flatMap { Origin($0) } }
        origins = Set(own + own.compactMap(\.secured))
        let url = first.url.absoluteString
        seen = [Self.requested(location), Self.requested(url)]
        add(catalog.pages, of: url, below: [FolderContents(of: url, catalog)])
    }

    /// Adds the pages that a page names, but for those that were named before.
    ///
    /// - Parameters:
    ///   - pages: the pages.
    ///   - url: the URL of the page that names them.
    ///   - depth: how many pages lead to that one.
    ///   - above: the contents of the folders that lead to them.
    ///   - isFirst: whether they are read before all that are waiting.
    private mutating func add(
        _ pages: [CatalogPage], of url: String, at depth: Int = 0, below above: [FolderContents],
        first isFirst: Bool = false
    ) {
        for page in pages {
            let address = Self.requested(page.url)
            guard seen.insert(address).inserted else {
                // On their last page some lists name that page as the next one, and mean none.
                if page.isNext, address != Self.requested(url) {
                    report(
                        "a page names this one as the next, which was read already; the list ends there",
                        at: page, .lasting)
                }
                continue
            }
            guard isOwn(URL(string: page.url)) else {
                report("not read: it is a page on another server than the catalogue's", at: page, .lasting)
                continue
            }
            if let collection = page.collection { lists[collection, default: 0] += 1 }
            let place = isFirst ? taken - 1 : waiting.count
            waiting.insert((page, depth + 1, page.isFolder ? above : []), at: place)
        }
    }

    /// What tells pages apart: what their servers are asked for, however it is escaped.
    private static func requested(_ url: String) -> String { url.withoutFragment.withCapitalEscapes }

    private mutating func report(_ reason: String, at page: CatalogPage, _ gap: CatalogProblem.Gap?) {
        joined.report([CatalogProblem(place: page.url, reason: reason, gap: gap)])
    }

    /// Whether pages are read from there.
    func isOwn(_ url: URL?) -> Bool {
        guard let origin = url.flatMap({ Origin($0) }) else { return false }
        return origins.contains(origin)
    }

    /// Whether a page is the only one named so far that lists its collection: what an earlier reading has of that is the
    /// page's.
    func isAlone(_ page: CatalogPage) -> Bool { page.collection.flatMap { lists[$0] } == 1 }

    /// The next page; `nil` at the end, or where there are too many.
    mutating func next() -> (CatalogPage, CatalogPage.Place, [FolderContents])? {
        let isWay = taken - 1 < waiting.count && waiting[taken - 1].page.url == repeated.way
        // A folder whose way is not read, as `robots.txt` forbids it, is one of its own.
        if !isWay { takeRepeated() }
        guard taken - 1 < waiting.count else { return nil }
        let (page, depth, above) = waiting[taken - 1]
        if repeated.isWayDeeper { deeper += 1 }
        guard taken - deeper < limit else {
            takeRepeated()
            report(
                "not read: the catalogue has more than \(limit) pages (parse.max-pages)", at: page, .lasting)
            return nil
        }
        taken += 1
        var place = start
        place.depth = depth
        return (page, place, above)
    }

    /// Adds a page that was read, and the pages that it names.
    mutating func take(
        _ next: Catalog, of page: CatalogPage, at place: CatalogPage.Place, below above: [FolderContents]
    ) {
        failures = 0
        if page.isNext, next.itemCount > 0 {
            let content = Self.content(of: next, isNamed: !page.continuesCollection)
            guard contents.insert(content).inserted else { return takeSame(next, of: page, at: place.depth) }
            same = []
        }
        let path = above + [FolderContents(of: page.url, next)]
        let folder = RepeatedFolders.Folder(
            page: page, catalog: next, depth: place.depth, path: path, isDeeper: repeated.isWayDeeper)
        switch repeated.add(folder) {
        case .own:
            takeRepeated()
            follow(folder)
        case .open(let way): add([way], of: page.url, at: place.depth, below: path, first: true)
        case .leadsBack(let gap):
            let reason =
                "the folder and what is in it have the same entries as one above it, so it leads back to itself; it is not followed"
            let first = repeated.removeAll().first?.page ?? page
            report(reason, at: first, gap)
        }
    }

    /// Notes a page that lists just what one before it does, and ends the list behind several.
    ///
    /// A site may answer any further number with its last page, or with its first where it knows no number. But a single page may
    /// have nothing but what stands on every page, such as a link at its foot.
    private mutating func takeSame(_ next: Catalog, of page: CatalogPage, at depth: Int) {
        same.append((page.url, depth == 1))
        guard same.count < Self.maxSame else { return }
        let further = next.pages.filter { !seen.contains(Self.requested($0.url)) }
        add(further, of: page.url, at: depth, below: [])
    }

    /// A digest of what a page lists; the names of collections count, unless it goes on with the one of the page before.
    private static func content(of catalog: Catalog, isNamed: Bool) -> String {
        let texts = catalog.collections.flatMap { collection in
            (isNamed ? [collection.id] : []) + collection.items.flatMap { [$0.givenID, $0.url ?? ""] }
        }
        return StableHash(texts: texts).digits
    }

    /// What to say where a list ends with pages that list just what ones before them do; nothing, unless something is missing.
    ///
    /// - Parameters:
    ///   - earlier: what was listed before; `nil` for a new catalogue.
    ///   - catalog: what all pages list.
    func samePages(since earlier: EarlierListing?, _ catalog: Catalog) -> [CatalogProblem] {
        let isMissing = earlier?.hasMore(than: catalog) == true
        let wasMissing = earlier?.catalog.leavesOutItems == true
        guard let page = same.first else { return [] }
        if page.isSecond {
            let reason =
                "it lists the same as the first page: there is no other one, or the site does not know what leads to it"
            let gap: CatalogProblem.Gap? = isMissing || wasMissing ? .lasting : nil
            return [CatalogProblem(place: page.url, reason: reason, gap: gap)]
        }
        guard isMissing, !catalog.leavesOutItems else { return [] }
        let reason = "it lists the same as a page before it; if the list ends there, sync again"
        return [CatalogProblem(place: page.url, reason: reason, gap: .doubtful)]
    }

    /// Adds what a page lists, and the pages that it names.
    private mutating func follow(_ folder: RepeatedFolders.Folder) {
        guard !folder.isDeeper else { return }
        joined.append(folder.catalog, continues: folder.page.continuesCollection)
        add(folder.catalog.pages, of: folder.page.url, at: folder.depth, below: folder.path)
    }

    /// Adds the folders that do not lead back, as far as anybody will know.
    private mutating func takeRepeated() {
        for folder in repeated.removeAll() { follow(folder) }
    }

    /// Notes that a page is missing.
    mutating func miss(_ page: CatalogPage, _ missing: MissingPage) {
        let isDeeper = repeated.isWayDeeper
        takeRepeated()
        guard !isDeeper else { return }
        let problem = CatalogProblem(place: page.url, reason: missing.reason, gap: missing.gap)
        if missing.hasMoved { moved.append(problem) } else { joined.report([problem]) }
        failures = missing.isFailure ? failures + 1 : 0
        if failures == Self.maxFailures { giveUp("the pages before it failed") }
    }

    /// What to say of the pages that have moved to another server, once all others are read.
    ///
    /// Where nothing is missing, none of them was read before: what they list will be missing the next time, too.
    func movedPages(since earlier: EarlierListing?, _ catalog: Catalog) -> [CatalogProblem] {
        guard !moved.isEmpty, earlier?.hasMore(than: catalog) != true else { return moved }
        return moved.map { CatalogProblem(place: $0.place, reason: $0.reason, gap: .lasting) }
    }

    /// Ends the reading at the page that `next` gave, because it takes too long.
    mutating func stop() {
        takeRepeated()
        taken -= 1
        giveUp("the pages before it took longer than parse.max-time")
    }

    /// Leaves the pages unread that are still waiting.
    private mutating func giveUp(_ reason: String) {
        let behind = waiting.count - taken
        guard behind >= 0 else { return }
        let others =
            behind == 0 ? "" : ", and neither \(behind == 1 ? "is the one" : "are the \(behind)") behind it"
        report("not read\(others): \(reason)", at: waiting[taken - 1].page, .passing)
        waiting.removeLast(behind + 1)
    }
}

/// Why a further page is missing.
struct MissingPage: Error {
    var reason: String
    /// Until when what it lists is missing.
    var gap = CatalogProblem.Gap.passing
    /// Whether the pages behind it may fail, too: where one redirects or is not there, its server answers.
    var isFailure = true
    /// Whether it has moved to another server.
    var hasMoved = false

    /// Makes the reason of a page that could not be read.
    init(_ reason: String, isFailure: Bool = true) { (self.reason, self.isFailure) = (reason, isFailure) }

    /// Makes that of a page that did not come.
    init(_ error: SourceError) {
        let gone: [SourceError.Code] = [.notFound, .httpStatus(404), .httpStatus(410)]
        self.init(error.reason, isFailure: !gone.contains(error.code))
    }

    /// Makes that of a page that redirects to another server than the catalogue's.
    init(leadingTo url: URL) {
        reason = "it leads to \(url.absoluteString), which is on another server than the catalogue's"
        isFailure = false
    }

    /// Makes that of one that can be read there: this will hardly pass, but what it listed before stays listed.
    init(_ page: CatalogPage, movedTo url: URL, after earlier: EarlierListing?) {
        self.init(leadingTo: url)
        hasMoved = true
        if earlier?.mayHave(page) != true { gap = .lasting }
        let add = "carrel add \(ShellWord.operands(url.absoluteString))"
        reason += "; if it belongs to the catalogue, add it as one of its own: \(add)"
    }
}
