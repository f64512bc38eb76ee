import CarrelCore
import CarrelModel
import CarrelStages

/// One collection as a list shows it.
public struct CollectionRow: Encodable, Sendable {
    /// The catalogue's location.
    public var catalog: String
    /// The catalogue's name, if it has one.
    public var catalogName: String?
    /// The heading of its section.
    public var section: String?
    /// Its identity in its catalogue, and its title.
    public var collection, title: String
    /// What is shown smaller beside the title.
    public var subtitle: String?
    /// How many items it lists, and how many of them are stored.
    public var items, stored: Int
    /// Whether its items are known; those of a further catalogue are only read when the collection is opened.
    public var isOpened: Bool
    /// Whether it is the selected one.
    public var isSelected: Bool

    public init(
        _ row: LibraryView.CollectionRow, catalogName: String?, stored: Int, isOpened: Bool, isSelected: Bool
    ) {
        (catalog, self.catalogName, section) = (row.key.catalog, catalogName, row.section)
        (collection, title) = (row.collection.id, row.collection.title)
        (subtitle, items, self.stored) = (row.collection.subtitle, row.collection.items.count, stored)
        (self.isOpened, self.isSelected) = (isOpened, isSelected)
    }
}

/// One collection with its details.
public struct CollectionDetailsRow: Encodable, Sendable {
    /// The collection, by its catalogue's location and its identity there.
    public var catalog, collection: String
    /// Its title.
    public var title: String
    /// What is shown smaller beside the title, and the heading of its section.
    public var subtitle, section: String?
    /// Labelled facts, in the catalogue's order.
    public var details: [Detail]
    /// Where a module of a timetable meets; `nil` if the catalogue is not a timetable.
    public var rooms: [RoomRow]?
    /// How many items it lists, and how many of them are stored.
    public var items, stored: Int

    public init(_ row: LibraryView.CollectionRow, places: [Schedule.NamedPlace]?, stored: Int) {
        rooms = places?.map(RoomRow.init)
        (catalog, collection, title) = (row.key.catalog, row.collection.id, row.collection.title)
        (section, subtitle) = (row.section, row.collection.subtitle)
        details = row.collection.details
        (items, self.stored) = (row.collection.items.count, stored)
    }
}
