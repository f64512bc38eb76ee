/// What a catalogue lists: sections of collections of items, in the order of the catalogue.
public struct Catalog: Sendable, Hashable {
    /// The catalogue's own title, if it has one.
    public var title: String?
    /// The sections, in the catalogue's order.
    ///
    /// A catalogue without sections has one without a title.
    public var sections: [CatalogSection]
    /// Entries that could not be used, each skipped and reported.
    public var problems: [CatalogProblem]

    /// Makes a catalogue.
    public init(title: String? = nil, sections: [CatalogSection], problems: [CatalogProblem] = []) {
        self.title = title
        self.sections = sections
        self.problems = problems
    }

    /// Makes a catalogue of one section without a title.
    public init(title: String? = nil, collections: [ItemCollection], problems: [CatalogProblem] = []) {
        self.init(title: title, sections: [CatalogSection(collections: collections)], problems: problems)
    }

    /// Every collection of every section, in order.
    public var collections: [ItemCollection] { sections.flatMap(\.collections) }
}

/// A titled group of collections.
public struct CatalogSection: Sendable, Hashable {
    /// The heading, or `nil` for the one section of a catalogue without headings.
    public var title: String?
    /// The collections, in the catalogue's order.
    public var collections: [ItemCollection]

    /// Makes a section.
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
    /// Labelled facts, in the order in which they are shown: lecturer, web page, description.
    public var details: [Detail]
    /// The items, in the catalogue's order.
    public var items: [Item]

    /// Makes a collection.
    public init(id: String, title: String, details: [Detail] = [], items: [Item] = []) {
        self.id = id
        self.title = title
        self.details = details
        self.items = items
    }
}

/// One labelled fact about a collection or an item.
public struct Detail: Sendable, Hashable, Codable {
    /// The label, such as `Lecturer`.
    public var label: String
    /// The text; it may hold line breaks.
    public var value: String

    /// Makes a labelled fact.
    public init(_ label: String, _ value: String) {
        self.label = label
        self.value = value
    }
}

/// An entry that a parser could not use: skipped, reported, never fatal.
public struct CatalogProblem: Sendable, Hashable {
    /// Where: a line and column, or a JSON path such as `$[3].moduleNotes[0]`.
    public var place: String
    /// What was found there and what was expected.
    public var reason: String

    /// Makes a problem report.
    public init(place: String, reason: String) {
        self.place = place
        self.reason = reason
    }
}
