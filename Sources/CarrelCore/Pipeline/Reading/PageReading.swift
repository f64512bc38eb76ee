import CarrelHTTP
import CarrelModel
import Foundation

/// The pages of one catalogue that are still to be read, in the order in which they were named.
struct PageReading {
    let limit: Int
    /// The servers whose pages are read: the catalogue's own, and the one that it redirects to.
    let origins: Set<Origin>
    private let start: CatalogPage.Place
    private var seen: Set<String>
    /// How many pages were named that list each collection.
    private var lists: [String: Int] = [:]
    private var waiting: [(page: CatalogPage, depth: Int, above: [FolderContents])] = []
    private var taken = 1
    /// The number of pages in a row that could not be read.
    private var failures = 0

    /// Where this many pages in a row cannot be read, the others will hardly be.
    private static let maxFailures = 3

    init(_ first: CatalogDocument, of location: String, limit: Int) {
        self.limit = limit
        start = CatalogPage.Place(start: first.url, depth: 0, namedBy: first.namedBy)
        origins = Set([URL(string: location), first.url].compactMap { place in place.flatMap { Origin($0) } })
        seen = [location, first.url.absoluteString]
    }

    /// Adds the pages that a page names, but for those that were named before.
    mutating func add(
        _ pages: [CatalogPage], of url: String, at depth: Int = 0, below above: [FolderContents],
        to catalog: inout Catalog
    ) {
        catalog.pages = []
        for page in pages {
            guard seen.insert(page.url).inserted else {
                // On their last page some lists name that page as the next one, and mean none.
                if page.isNext, page.url != url {
                    let reason =
                        "a page names this one as the next, which was read already; the list ends there"
                    catalog.problems.append(
                        CatalogProblem(place: page.url, reason: reason, gap: .lasting))
                }
                continue
            }
            guard isOwn(URL(string: page.url)) else {
                let reason = "not read: it is a page on another server than the catalogue's"
                catalog.problems.append(CatalogProblem(place: page.url, reason: reason, gap: .lasting))
                continue
            }
            if let collection = page.collection { lists[collection, default: 0] += 1 }
            waiting.append((page, depth + 1, page.isFolder ? above : []))
        }
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
    mutating func next(_ catalog: inout Catalog) -> (CatalogPage, CatalogPage.Place, [FolderContents])? {
        guard taken - 1 < waiting.count else { return nil }
        let (page, depth, above) = waiting[taken - 1]
        guard taken < limit else {
            let reason = "not read: the catalogue has more than \(limit) pages (parse.max-pages)"
            catalog.problems.append(CatalogProblem(place: page.url, reason: reason, gap: .lasting))
            return nil
        }
        taken += 1
        var place = start
        place.depth = depth
        return (page, place, above)
    }

    /// Adds a page that was read, and the pages that it names.
    mutating func take(
        _ next: Catalog, of page: CatalogPage, at place: CatalogPage.Place, below above: [FolderContents],
        _ catalog: inout Catalog
    ) {
        failures = 0
        let contents = FolderContents(next)
        if page.isFolder, !next.pages.isEmpty, contents.isTelling, above.contains(contents) {
            let reason =
                "the folder has the same entries as one above it, so it leads back to itself; it is not followed"
            catalog.problems.append(CatalogProblem(place: page.url, reason: reason))
            return
        }
        catalog.append(next, continues: page.continuesCollection)
        add(next.pages, of: page.url, at: place.depth, below: above + [contents], to: &catalog)
    }

    /// Notes that a page could not be read.
    mutating func miss(_ page: CatalogPage, _ reason: String, _ catalog: inout Catalog) {
        failures += 1
        catalog.problems.append(CatalogProblem(place: page.url, reason: reason, gap: .passing))
        if failures == Self.maxFailures { giveUp(&catalog) }
    }

    /// Ends the reading at a page, because it takes too long.
    mutating func stop(at page: CatalogPage, _ catalog: inout Catalog) {
        let reason = "not read: the pages before it took longer than parse.max-time"
        catalog.problems.append(CatalogProblem(place: page.url, reason: reason, gap: .passing))
        giveUp(&catalog)
    }

    /// Leaves the pages unread that are still waiting.
    private mutating func giveUp(_ catalog: inout Catalog) {
        let rest = waiting.count - (taken - 1)
        guard rest > 0 else { return }
        let reason =
            "not read, and neither \(rest == 1 ? "is" : "are the") \(rest) behind it: the pages before it failed"
        let place = waiting[taken - 1].page.url
        catalog.problems.append(CatalogProblem(place: place, reason: reason, gap: .passing))
        waiting.removeLast(rest)
    }
}

extension Catalog {
    /// Makes up for items that it may lack.
    ///
    /// Where the next reading may list them, what was listed before stays listed; where no reading does, that would be for
    /// ever, and documents that are not listed are only not called orphaned. How many that are is said. Where it is doubtful
    /// whether any are missing, that holds for one reading.
    ///
    /// - Parameter earlier: what was listed before; `nil` for a new catalogue.
    /// - Returns: whether nothing is missing that the next reading may list.
    mutating func makeUp(from earlier: Catalog?) -> Bool {
        if let earlier {
            leaveOutCutEnd(since: earlier)
            keepUnsaid(of: earlier)
            keepIdentities(of: earlier)
        }
        isDoubtful = hasGap(.doubtful)
        if earlier?.isDoubtful == true { problems.removeAll { $0.gap == .doubtful } }
        if hasGap(.lasting) || hasGap(.doubtful) || hasUnusableAddress { isIncomplete = true }
        guard hasGap(.passing) else {
            if isIncomplete, !listsLatestOnly, let earlier { problems += leftOut(since: earlier) }
            return !hasGap(.doubtful)
        }
        if let earlier {
            // What that one left out may be in what is missing now.
            if earlier.leavesOutItems { isIncomplete = true }
            let read = ownItemCount
            append(earlier, continues: false, isRecorded: true)
            let kept = ownItemCount - read
            let them = kept == 1 ? "It stays" : "They stay"
            problems += Self.missing(kept, "\(them) listed until everything can be read")
        }
        // Whether it is a login page is decided by what all its pages list.
        if earlier?.asksForPassword != true { asksForPassword = false }
        forgetDates()
        return false
    }

    /// Has no collection be that of a page as it is: what was listed before may be among its items.
    private mutating func forgetDates() {
        for section in sections.indices {
            for index in sections[section].collections.indices {
                sections[section].collections[index].forgetDate()
            }
        }
    }

    /// Says how many items of an earlier reading are not listed, if any.
    private func leftOut(since earlier: Catalog) -> [CatalogProblem] {
        var listed: [String: Set<String>] = [:]
        for collection in collections {
            listed[collection.id, default: []].formUnion(collection.items.lazy.map(\.id))
        }
        let further = Set(collections.lazy.filter { $0.further != nil }.map(\.id))
        let missing = earlier.collections.reduce(0) { count, collection in
            // Those of a further catalogue are not this one's to list.
            guard !further.contains(collection.id) else { return count }
            let known = listed[collection.id] ?? []
            return count + collection.items.count(where: { !known.contains($0.id) })
        }
        return Self.missing(missing, "As not everything could be listed, they are not called orphaned")
    }

    /// Says that a number of items are missing, if any, and what follows.
    private static func missing(_ count: Int, _ consequence: String) -> [CatalogProblem] {
        guard count > 0 else { return [] }
        let reason =
            "\(count) that \(count == 1 ? "was" : "were") listed before \(count == 1 ? "is" : "are") missing. "
        return [CatalogProblem(place: "items", reason: reason + consequence)]
    }

    /// The number of items in the collections whose items no further catalogue lists.
    private var ownItemCount: Int {
        sections.reduce(0) { count, section in
            section.collections.reduce(count) { $0 + ($1.further == nil ? $1.items.count : 0) }
        }
    }

    /// Adds the items of a page to the collections of the same names, without repetitions.
    ///
    /// Items may shift to the next page while pages are read. A collection that only the page has is added.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - continues: whether its only collection goes on with the only one there is, whatever it is called.
    ///   - isRecorded: whether it is what an earlier reading listed.
    mutating func append(_ page: Catalog, continues: Bool, isRecorded: Bool = false) {
        let isSingle = continues && collections.count == 1 && page.collections.count == 1
        var places = CollectionPlaces(self)
        for section in page.sections {
            for other in section.collections {
                if let (section, index) = isSingle ? places.first : places.byID[other.id] {
                    sections[section].collections[index].append(other.items, areRecorded: isRecorded)
                    continue
                }
                if places.sections[section.title] == nil {
                    places.sections[section.title] = sections.count
                    sections.append(CatalogSection(title: section.title, collections: []))
                }
                let place = places.sections[section.title] ?? 0
                places.byID[other.id] = (place, sections[place].collections.count)
                sections[place].collections.append(other)
            }
        }
        problems += page.problems
    }

    /// The number of items in all collections.
    var itemCount: Int { sections.reduce(0) { $1.collections.reduce($0) { $0 + $1.items.count } } }
}

/// Where the collections and sections of a catalogue are; of equal ones, the first.
private struct CollectionPlaces {
    var byID: [String: (section: Int, index: Int)] = [:]
    var sections: [String?: Int] = [:]
    var first: (section: Int, index: Int)?

    init(_ catalog: Catalog) {
        for (place, section) in catalog.sections.enumerated() {
            if sections[section.title] == nil { sections[section.title] = place }
            for (index, collection) in section.collections.enumerated() where byID[collection.id] == nil {
                byID[collection.id] = (place, index)
                if first == nil { first = (place, index) }
            }
        }
    }
}

extension ItemCollection {
    /// Forgets which version of a page it is (`EarlierListing.unchanged`).
    fileprivate mutating func forgetDate() { details.removeAll { $0.key == .lastModified } }

    /// Adds the items that are not in it yet; several of one identity at different addresses are told apart.
    ///
    /// - Parameters:
    ///   - others: the items.
    ///   - areRecorded: whether they are of an earlier reading: where one of an identity was read since, that one counts.
    fileprivate mutating func append(_ others: [Item], areRecorded: Bool) {
        // What it has is no longer that of one page alone.
        forgetDate()
        if areRecorded {
            let (known, read) = (Set(items.lazy.map(\.id)), Set(items.lazy.map { ListedPlace($0) }))
            items += others.filter { !known.contains($0.id) && !read.contains(ListedPlace(plain: $0)) }
        } else {
            let known = Set(items.lazy.map { ListedPlace($0) })
            let identities = Set(items.lazy.map(\.givenID))
            items += others.filter { item in
                item.url == nil
                    ? !identities.contains(item.givenID) : !known.contains(ListedPlace(item))
            }
        }
        markDuplicates()
    }
}

/// What makes an item of one page the same as that of another.
private struct ListedPlace: Hashable {
    var id: String
    var url: String?

    init(_ item: Item) { (id, url) = (item.givenID, item.url) }

    /// That of a recorded item whose identity may have got a suffix, which told it from others.
    init(plain item: Item) {
        let end = item.id.utf8.lastIndex(of: UInt8(ascii: "#")) ?? item.id.endIndex
        (id, url) = (String(item.id[..<end]), item.url)
    }
}
