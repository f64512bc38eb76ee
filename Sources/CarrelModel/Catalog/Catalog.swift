/// What a catalogue lists: sections of collections of items, in the order of the catalogue.
public struct Catalog: Sendable, Hashable {
    /// The catalogue's own title, if it has one.
    public var title: String?
    /// The sections, in the catalogue's order.
    ///
    /// A catalogue without headings has one section without a title.
    public var sections: [CatalogSection]
    /// When and where the collections meet; `nil` for a catalogue that is not a timetable.
    public var schedule: Schedule?
    /// Entries that were skipped because they could not be used.
    public var problems: [CatalogProblem]
    /// Whether it lists only its latest items, as a feed does, so that other documents are not orphaned.
    public var listsLatestOnly = false
    /// Whether it leaves out something each time it is read, such as an entry that cannot be listed, so that other documents
    /// are not orphaned; what it does list is all that it lists otherwise.
    public var isIncomplete = false
    /// Whether it is a web page that asks for a password, as a login page in the place of another one does.
    public var asksForPassword = false
    /// The address at the very end of the document, if no line break follows it: the document may be cut within it.
    public var openEnd: String?
    /// What tells its doubts (`CatalogProblem.Gap.doubtful`) from others, for the next reading.
    package var doubts: Set<String> = []
    /// How many readings in a row were left in doubt, this one included.
    package var doubtfulReadings = 0
    /// The items that a reading in doubt lacks and that stay listed, by collection; they are asked for when they are read again.
    package var kept: [String: Set<String>] = [:]
    /// How many of its links lead to documents of kinds that the parser's setting `types` leaves out.
    public var leftOut = 0
    /// How long it stays the same as a rule; `nil` if it does not say so.
    public var interval: Duration?
    /// The further pages that this one names, in its order; they are read with it, each once.
    public var pages: [CatalogPage] = []
    /// Whether it is a page that was to go on with a list and has none, as with null in its place; an empty list says that it ends.
    public var saysNothing = false
    /// Whether nothing on it leads to a next page, and that need not be the end: what leads there may have another name by now.
    public var mayGoOn = false
    /// Whether its first page led to a next one.
    package var isContinued = false
    /// The folders that a further page names below the last level that is read.
    ///
    /// Nothing of them is taken; they tell whether a folder leads back to one above it.
    public var deeperFolders: [CatalogPage] = []

    public init(
        title: String? = nil, sections: [CatalogSection], schedule: Schedule? = nil,
        problems: [CatalogProblem] = []
    ) {
        self.title = title
        self.sections = sections
        self.schedule = schedule
        self.problems = problems
    }

    /// Makes a catalogue of one section without a title.
    public init(title: String? = nil, collections: [ItemCollection], problems: [CatalogProblem] = []) {
        self.init(title: title, sections: [CatalogSection(collections: collections)], problems: problems)
    }

    /// Every collection of every section, in order.
    public var collections: [ItemCollection] { sections.flatMap(\.collections) }

    /// The number of items in all collections.
    package var itemCount: Int { sections.reduce(0) { $1.collections.reduce($0) { $0 + $1.items.count } } }

    /// Whether documents that it does not list are left out, and not gone.
    public var leavesOutItems: Bool { listsLatestOnly || isIncomplete }

    /// Whether documents of a collection that it does not list are left out, and not gone.
    public func leavesOut(in collection: ItemCollection) -> Bool {
        leavesOutItems || (collection.further != nil && collection.listsLatestOnly)
    }
}

/// A titled group of collections.
public struct CatalogSection: Sendable, Hashable {
    /// The heading, or `nil` for the one section of a catalogue without headings.
    public var title: String?
    /// The collections, in the catalogue's order.
    public var collections: [ItemCollection]

    public init(title: String? = nil, collections: [ItemCollection]) {
        self.title = title
        self.collections = collections
    }
}

/// A named group of items: a module with its notes, a page with its links.
public struct ItemCollection: Sendable, Hashable, Identifiable {
    /// The short name that identifies the collection within its catalogue, such as `COMP304`.
    public var id: String
    /// The title shown to people.
    public var title: String
    /// Shown smaller beside the title: for example, the rest of a place's name.
    public var subtitle: String?
    /// Labelled facts, in the order in which they are shown: lecturer, web page, description.
    public var details: [Detail]
    /// The items, in the catalogue's order; with a further catalogue, those that were read from it.
    public var items: [Item]
    /// The catalogue that lists the items and is read when the collection is opened; `nil` if this one lists them.
    public var further: FurtherCatalog?
    /// Whether that catalogue leaves out items, as it was read last (`Catalog.leavesOutItems`).
    public var listsLatestOnly = false
    /// Whether the catalogue says nothing of its items, as with null in their place; an empty list says that there are none.
    public var saysNothing = false

    public init(
        id: String, title: String, subtitle: String? = nil, details: [Detail] = [], items: [Item] = [],
        further: FurtherCatalog? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.details = details
        self.items = items
        self.further = further
    }
}

extension ItemCollection {
    /// The title and subtitle in one line.
    public var label: String { [title, subtitle].compactMap(\.self).joined(separator: " · ") }
}

/// One labelled fact about a collection or an item.
public struct Detail: Sendable, Hashable, Codable {
    /// The label, such as `Lecturer`.
    public var label: String
    /// The text; it may hold line breaks.
    public var value: String
    /// The kind of fact, if Carrel does more with it than show it.
    public var key: Key?

    /// A kind of fact, whatever its label says.
    public struct Key: RawRepresentable, Sendable, Hashable, Codable {
        /// The name as it is recorded.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The position of an item in a chart.
        public static let rank = Key(rawValue: "rank")
        /// The path that the catalogue gives the document, with slashes between folders.
        public static let path = Key(rawValue: "path")
        /// When the document was last changed, as the catalogue says: a date such as `2026-10-01 08:00 UTC`.
        public static let lastModified = Key(rawValue: "last-modified")
        /// The entity tag of the document, as the catalogue says; it tells versions apart and is not shown.
        public static let entityTag = Key(rawValue: "entity-tag")
        /// The size of the document, as the catalogue says.
        public static let size = Key(rawValue: "size")
        /// What kind the document is, as the catalogue says: a media type, or an extension such as `epub`.
        public static let kind = Key(rawValue: "kind")
        /// The address of the web page that is the document where the catalogue names no other one.
        public static let page = Key(rawValue: "page")
    }

    public init(_ label: String, _ value: String, key: Key? = nil) {
        self.label = label
        self.value = value
        self.key = key
    }
}

extension Catalog {
    /// Whether it may lack items that it should list, as one of its problems says.
    public func hasGap(_ gap: CatalogProblem.Gap) -> Bool { problems.contains { $0.gap == gap } }
}

/// An entry that a parser could not use and skipped.
public struct CatalogProblem: Sendable, Hashable {
    /// Until when items may be missing.
    public enum Gap: Sendable, Hashable {
        /// The next reading may list them: a document was cut, or a page did not come.
        case passing
        /// The next reading will leave them out as well: a limit, a page on another server, an entry that cannot be listed.
        case lasting
        /// Nobody knows whether any are: a page or a list was probably cut, or a page may be a login page. What the next reading
        /// finds in the same way is as it is meant.
        case doubtful
    }

    /// Where it is: a line and column, or a JSON path such as `$[3].moduleNotes[0]`.
    public var place: String
    /// What was found there and what was expected.
    public var reason: String
    /// Until when items may be missing that an earlier reading listed; `nil` if none is for this reason.
    public var gap: Gap?
    /// What tells where a page ends that was probably cut, as it may be cut elsewhere the next time; `nil` for any other problem.
    package var end: String?

    public init(place: String, reason: String, gap: Gap? = nil) {
        self.place = place
        self.reason = reason
        self.gap = gap
    }
}
