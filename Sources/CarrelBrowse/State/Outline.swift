import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// What the first pane lists: sections of the whole library, then catalogues with their collections.
package struct Outline: Sendable {
    /// A line of it.
    package enum Entry: Sendable, Hashable {
        /// Something that can be chosen.
        case place(ListedPlace, title: String, subtitle: String?, counts: LibrarySnapshot.Counts?)
        /// The name of a catalogue.
        case catalog(String)
        /// The heading of a section of a catalogue.
        case heading(String)
        /// A line between two parts.
        case gap

        /// What it leads to.
        var place: ListedPlace? {
            if case .place(let place, _, _, _) = self { place } else { nil }
        }
    }

    /// The lines.
    package var entries: [Entry] = []
    /// Whether the library has no catalogue.
    package var isEmpty = true

    package init() {}

    /// Counts a library.
    ///
    /// - Parameters:
    ///   - snapshot: the library.
    ///   - setAside: how many documents are set aside.
    package init(_ snapshot: LibrarySnapshot, setAside: Int) {
        isEmpty = snapshot.view.catalogs.isEmpty
        var news = Set<ItemKey>()
        var lists: [Entry] = []
        let groups = Dictionary(grouping: snapshot.collections, by: \.key.catalog)
        for catalog in snapshot.view.catalogs {
            lists += [.gap, .catalog(snapshot.name(of: catalog.location))]
            var section: String?
            for collection in groups[catalog.location] ?? [] {
                if collection.section != section, let title = collection.section {
                    lists.append(.heading(title))
                }
                section = collection.section
                let counts = snapshot.counts(of: collection.key)
                if counts.news > 0 { news.formUnion(snapshot.rows(of: collection.key).newDocuments) }
                lists.append(
                    .place(
                        .collection(collection.key), title: collection.collection.title,
                        subtitle: collection.collection.subtitle, counts: counts))
            }
        }
        entries = [
            Self.section(.news, news.count), Self.section(.setAside, setAside), Self.section(.recent),
        ]
        if snapshot.hasTimetable { entries.append(Self.section(.week)) }
        entries.append(Self.section(.converter))
        entries += lists
    }

    private static func section(_ place: ListedPlace, _ count: Int? = nil) -> Entry {
        .place(
            place, title: place.title ?? "", subtitle: nil,
            counts: count.map {
                var counts = LibrarySnapshot.Counts()
                counts.items = $0
                return counts
            })
    }

    /// The line that leads to a place.
    func index(of place: ListedPlace) -> Int? { entries.firstIndex { $0.place == place } }

    /// The next line that can be chosen.
    ///
    /// - Parameters:
    ///   - index: from which line.
    ///   - step: 1 for those below, -1 for those above.
    /// - Returns: the line; `nil` if there is none.
    func next(from index: Int, _ step: Int) -> Int? {
        var place = index
        while entries.indices.contains(place) {
            if entries[place].place != nil { return place }
            place += step
        }
        return nil
    }
}
