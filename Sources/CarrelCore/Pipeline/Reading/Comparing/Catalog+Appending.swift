import CarrelHTTP
import CarrelModel

extension Catalog {
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
    mutating func forgetDate() { details.removeAll { $0.key == .lastModified } }

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
