import CarrelModel

/// A catalogue to which further pages are added, without repetitions: items may shift to the next page while pages are read.
///
/// What a page costs does not depend on how much those before it list. So items of one identity at different addresses are told
/// apart at the end.
struct JoinedPages {
    /// The number of items.
    private(set) var itemCount = 0
    /// The catalogue without its collections.
    private var head: Catalog
    /// The collections, each with the place of its section.
    private var collections: [(section: Int, collection: ItemCollection)] = []
    /// The places of collections and sections by their names; of equal ones, the first.
    private var byID: [String: Int] = [:]
    private var sections: [String?: Int] = [:]
    /// What those collections list that pages were added to.
    private var listed: [Int: Set<ListedPlace>] = [:]

    /// Takes the first page.
    init(_ first: Catalog) {
        head = first
        head.pages = []
        for (place, section) in first.sections.enumerated() {
            if sections[section.title] == nil { sections[section.title] = place }
            head.sections[place].collections = []
            for collection in section.collections { add(collection, to: place) }
        }
    }

    /// Adds the items of a page to the collections of the same names; a collection that only the page has is added.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - continues: whether its only collection goes on with the only one there is, whatever it is called.
    ///   - isRecorded: whether it is what an earlier reading listed.
    mutating func append(_ page: Catalog, continues: Bool, isRecorded: Bool = false) {
        let isSingle = continues && collections.count == 1 && page.collections.count == 1
        for section in page.sections {
            for collection in section.collections {
                let place = isSingle ? 0 : byID[collection.id]
                if let place, isRecorded {
                    append(recorded: collection.items, at: place)
                } else if let place {
                    append(collection.items, at: place)
                } else {
                    add(collection, toSection: section.title)
                }
            }
        }
        report(page.problems)
        head.leftOut += page.leftOut
    }

    /// Adds to what is said of it.
    mutating func report(_ problems: [CatalogProblem]) { head.problems += problems }

    /// What all pages list; several items of one identity at different addresses are different ones.
    mutating func end() -> Catalog {
        for place in listed.keys { collections[place].collection.markDuplicates() }
        var catalog = head
        for (section, collection) in collections { catalog.sections[section].collections.append(collection) }
        return catalog
    }

    private mutating func add(_ collection: ItemCollection, toSection title: String?) {
        if sections[title] == nil {
            sections[title] = head.sections.count
            head.sections.append(CatalogSection(title: title, collections: []))
        }
        add(collection, to: sections[title] ?? 0)
    }

    private mutating func add(_ collection: ItemCollection, to section: Int) {
        if byID[collection.id] == nil { byID[collection.id] = collections.count }
        collections.append((section, collection))
        itemCount += collection.items.count
    }

    /// Adds those of a page's items that a collection lacks.
    private mutating func append(_ items: [Item], at place: Int) {
        var known =
            listed.removeValue(forKey: place) ?? ListedPlace.all(of: collections[place].collection.items)
        let new = items.filter { !known.contains(ListedPlace($0)) }
        known.formUnion(ListedPlace.all(of: new))
        listed[place] = known
        add(new, at: place)
    }

    /// Adds those of an earlier reading's items that a collection lacks; where one of an identity was read since, that counts.
    private mutating func append(recorded items: [Item], at place: Int) {
        // As the recorded ones were.
        if listed.removeValue(forKey: place) != nil { collections[place].collection.markDuplicates() }
        let there = collections[place].collection.items
        let (known, read) = (Set(there.lazy.map(\.id)), Set(there.lazy.map { ListedPlace($0) }))
        add(items.filter { !known.contains($0.id) && !read.contains(ListedPlace(plain: $0)) }, at: place)
        collections[place].collection.markDuplicates()
    }

    private mutating func add(_ items: [Item], at place: Int) {
        // What it has is no longer that of one page alone.
        collections[place].collection.forgetDate()
        collections[place].collection.items += items
        itemCount += items.count
    }
}

extension ItemCollection {
    /// Forgets which version of a page it is (`EarlierListing.unchanged`).
    mutating func forgetDate() { details.removeAll { $0.key == .lastModified } }
}

/// What makes an item of one page the same as that of another.
private struct ListedPlace: Hashable {
    var id: String
    /// Its address; `nil` for one without, which is any item of its identity.
    var url: String?

    init(_ item: Item) { (id, url) = (item.givenID, item.url) }

    /// That of a recorded item whose identity may have got a suffix, which told it from others.
    init(plain item: Item) {
        let end = item.id.utf8.lastIndex(of: UInt8(ascii: "#")) ?? item.id.endIndex
        (id, url) = (String(item.id[..<end]), item.url)
    }

    /// Those of some items, each also as one without an address.
    static func all(of items: [Item]) -> Set<ListedPlace> {
        var places = Set<ListedPlace>()
        for item in items {
            var place = ListedPlace(item)
            places.insert(place)
            place.url = nil
            places.insert(place)
        }
        return places
    }
}
