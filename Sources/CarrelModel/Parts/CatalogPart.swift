/// Items of a catalogue that follow each other, for a catalogue that is larger than memory.
///
/// A collection may go on in later parts, also after items of other collections.
public struct CatalogPart: Sendable, Hashable {
    /// Items of one collection.
    public struct Portion: Sendable, Hashable {
        /// The heading of the collection's section; `nil` without one.
        public var section: String?
        /// The place of that section in the catalogue, from 0.
        public var sectionPlace: Int
        /// The place of the collection among those of the catalogue, from 0.
        public var place: Int
        /// The place in the collection of the first item, from 0.
        public var firstItem: Int
        /// The collection, with only the items of this portion.
        public var collection: ItemCollection

        public init(
            _ collection: ItemCollection, at place: Int, firstItem: Int = 0, section: String? = nil,
            sectionPlace: Int = 0
        ) {
            (self.collection, self.place, self.firstItem) = (collection, place, firstItem)
            (self.section, self.sectionPlace) = (section, sectionPlace)
        }
    }

    /// The portions, each of another collection, in the catalogue's order of collections.
    public var portions: [Portion]

    public init(_ portions: [Portion] = []) { self.portions = portions }

    /// The number of items.
    public var count: Int { portions.reduce(0) { $0 + $1.collection.items.count } }

    /// Takes out its last item, if it has one.
    public mutating func removeLast() {
        guard let last = portions.indices.last, !portions[last].collection.items.isEmpty else { return }
        portions[last].collection.items.removeLast()
    }

    /// The part as a catalogue of its own.
    public var catalog: Catalog { Catalog(collections: portions.map(\.collection)) }

    /// The items' keys.
    public func keys(in location: String) -> [ItemKey] {
        portions.flatMap { portion in
            portion.collection.items.map {
                ItemKey(catalog: location, collection: portion.collection.id, item: $0.id)
            }
        }
    }
}
