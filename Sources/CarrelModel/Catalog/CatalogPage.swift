import Foundation

/// A further page of a catalogue, which is read with it.
public struct CatalogPage: Sendable, Hashable {
    /// The absolute URL.
    public var url: String
    /// Whether its items go on with the collection of the page that names it, whatever it calls them; otherwise its
    /// collections count by their own identities.
    public var continuesCollection: Bool
    /// Whether it is the next part of a list, so that something is missing where it cannot be read.
    public var isNext: Bool
    /// The identity of the collection that it lists, if that is known before it is read.
    public var collection: String?
    /// When it was last changed, if the page that names it says so; it is not read again while that stays the same.
    public var lastModified: ListedDate?
    /// Whether it lists what is older than the page that names it, so that what is new shows on that one first.
    public var isOlder = false
    /// Whether it is the listing of a folder, which may lead back to one above it.
    public var isFolder = false
    /// Which version of the folder it is, if the page that names it says so: what tells it from another of the same name.
    public var folderVersion: String?
    /// Whether it is read only if the site's `robots.txt` lets programs read it.
    public var heedsRobots = false
    /// Whether it is one of `Catalog.deeperFolders`: nothing is missing if it cannot be read.
    package var isDeeper = false

    public init(
        url: String, continuesCollection: Bool = false, isNext: Bool = false, collection: String? = nil,
        lastModified: ListedDate? = nil
    ) {
        self.url = url
        self.continuesCollection = continuesCollection
        self.isNext = isNext || continuesCollection
        self.collection = collection
        self.lastModified = lastModified
    }

    /// A date as a catalogue lists it.
    public struct ListedDate: Sendable, Hashable {
        /// The date, which says the same wherever it is read.
        public var text: String
        /// When it is over, wherever its clock is.
        public var end: Date

        public init(_ text: String, end: Date) { (self.text, self.end) = (text, end) }
    }

    /// When it was last changed, if a change after a moment has another date: that one was over by then.
    package func listedDate(overAt date: Date) -> String? {
        lastModified.flatMap { $0.end <= date ? $0.text : nil }
    }

    /// Where a page stands among those that are read with it.
    public struct Place: Sendable, Hashable {
        /// The URL of the first page.
        public var start: URL
        /// How many pages lead to it from the first one.
        public var depth: Int
        /// The address that the first page is named by, if that is not its URL.
        public var namedBy: URL?

        public init(start: URL, depth: Int, namedBy: URL? = nil) {
            (self.start, self.depth, self.namedBy) = (start, depth, namedBy)
        }
    }
}

extension Catalog {
    /// Whether it shows by itself that something is new on any of its further pages, if they are read after a moment.
    package func tellsOfPages(readAt date: Date) -> Bool {
        pages.allSatisfy { $0.isOlder || $0.listedDate(overAt: date) != nil }
    }
}
