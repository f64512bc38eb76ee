import CarrelCore
import CarrelModel
import CarrelStages

/// One collection as a list shows it.
public struct CollectionRow: Encodable, Sendable {
    /// The catalogue's location.
    public var catalog: String
    /// The name that the profile gives the catalogue, if it does.
    public var catalogName: String?
    /// The heading that the collection stands under.
    public var section: String?
    /// Its identity in its catalogue, and what it is called.
    public var collection, title: String
    /// What is shown smaller beside the title.
    public var subtitle: String?
    /// How many items it lists, and how many of them are stored.
    public var items, stored: Int
    /// Whether the items are known: what is listed in a catalogue of its own is read when it is opened.
    public var isOpened: Bool
    /// Whether it is the selected one.
    public var isSelected: Bool

    /// A collection; what the row of a view does not tell is given beside it.
    public init(
        _ row: LibraryView.CollectionRow, catalogName: String?, stored: Int, isOpened: Bool, isSelected: Bool
    ) {
        (catalog, self.catalogName, section) = (row.key.catalog, catalogName, row.section)
        (collection, title) = (row.collection.id, row.collection.title)
        (subtitle, items, self.stored) = (row.collection.subtitle, row.collection.items.count, stored)
        (self.isOpened, self.isSelected) = (isOpened, isSelected)
    }
}

/// One collection with what its catalogue says of it.
public struct CollectionDetailsRow: Encodable, Sendable {
    /// The collection, by its catalogue's location and its identity there.
    public var catalog, collection: String
    /// What it is called.
    public var title: String
    /// What is shown smaller beside the title, and the heading that it stands under.
    public var subtitle, section: String?
    /// What the catalogue says of it, in its order.
    public var details: [Detail]
    /// Where a module of a timetable meets; `nil` if the catalogue is not a timetable.
    public var rooms: [RoomRow]?
    /// How many items it lists, and how many of them are stored.
    public var items, stored: Int

    /// A collection, the places of its hours where it has hours, and how many of its items are stored.
    public init(_ row: LibraryView.CollectionRow, places: [Schedule.NamedPlace]?, stored: Int) {
        rooms = places?.map(RoomRow.init)
        (catalog, collection, title) = (row.key.catalog, row.collection.id, row.collection.title)
        (section, subtitle) = (row.section, row.collection.subtitle)
        details = row.collection.details
        (items, self.stored) = (row.collection.items.count, stored)
    }
}
