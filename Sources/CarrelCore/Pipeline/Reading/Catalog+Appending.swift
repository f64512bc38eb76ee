import CarrelHTTP
import CarrelModel

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
        settleDoubts(since: earlier)
        if hasGap(.lasting) || hasGap(.doubtful) { isIncomplete = true }
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
        Self.missing(
            missingCount(since: earlier), "As not everything could be listed, they are not called orphaned")
    }

    /// The number of items of an earlier reading that are not listed.
    func missingCount(since earlier: Catalog) -> Int {
        var listed: [String: Set<String>] = [:]
        for collection in collections {
            listed[collection.id, default: []].formUnion(collection.items.lazy.map(\.id))
        }
        let further = Set(collections.lazy.filter { $0.further != nil }.map(\.id))
        return earlier.collections.reduce(0) { count, collection in
            // Those of a further catalogue are not this one's to list.
            guard !further.contains(collection.id) else { return count }
            let known = listed[collection.id] ?? []
            return count + collection.items.count(where: { !known.contains($0.id) })
        }
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
