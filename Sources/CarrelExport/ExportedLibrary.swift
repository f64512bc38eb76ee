import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What is written out: collections with their items, in the order of the library.
public struct ExportedLibrary: Sendable {
    /// One collection.
    public struct Group: Sendable {
        /// The location of its catalogue.
        public var catalog: String
        /// What its catalogue is called.
        public var catalogName: String
        /// Whether its catalogue is a feed on the web, which lists only the latest.
        public var isFeed: Bool
        /// The collection.
        public var collection: ItemCollection
        /// Its items; a document that several items have is there with each of them.
        public var rows: [LibraryView.Row]
    }

    /// A document, with the first item that has it.
    public struct Document: Sendable {
        /// The item.
        public var row: LibraryView.Row
        /// The collection that lists it.
        public var collection: ItemCollection
        /// What is recorded of it.
        public var stored: StoredDocument

        /// The same document as it is recorded by now.
        func recorded(as stored: StoredDocument) -> Document {
            var document = self
            (document.stored, document.row.document) = (stored, stored)
            return document
        }
    }

    /// What is in a document.
    public struct Look: Sendable {
        /// Its preview.
        public var preview: Preview?
        /// A picture of its first page, as PNG.
        public var picture: Data?
        /// Why there is no preview.
        public var reason: String?

        public init(preview: Preview? = nil, picture: Data? = nil, reason: String? = nil) {
            (self.preview, self.picture, self.reason) = (preview, picture, reason)
        }
    }

    /// Looks into a document; `nil` if nobody does.
    public var previews: (@Sendable (Document) async -> Look)?
    /// What it is called.
    public var title: String
    /// What identifies it: the catalogues that are written whole, and the other collections.
    ///
    /// It stays the same when a catalogue that is written whole lists another collection.
    public let identity: [String]
    /// The collections.
    public var groups: [Group]
    /// When it is written out.
    public var date: Date
    /// What writes it: a program with its version.
    public var generator: String

    /// Takes collections of a library.
    ///
    /// - Parameters:
    ///   - view: the library.
    ///   - collections: the collections to take; all unless told.
    ///   - date: when it is written out.
    ///   - generator: a program with its version.
    public init(
        _ view: LibraryView, collections: [LibraryView.CollectionRow]? = nil, date: Date, generator: String
    ) {
        // A catalogue may be named beside a collection of it.
        let rows = (collections ?? view.collections).uniqued(on: \.key)
        identity = Self.identity(of: rows.map(\.key), among: view.collections.map(\.key))
        let catalogs = Dictionary(view.catalogs.map { ($0.location, $0) }) { first, _ in first }
        groups = rows.map { row in
            let catalog = catalogs[row.key.catalog]
            return Group(
                catalog: row.key.catalog,
                catalogName: catalog?.name ?? catalog?.catalog.title ?? ShownText.of(row.key.catalog),
                isFeed: catalog?.catalog.listsLatestOnly == true && Self.isOnWeb(row.key.catalog),
                collection: row.collection, rows: view.rows(of: row))
        }
        let names = Set(groups.map(\.catalogName))
        title =
            groups.count == 1
            ? groups[0].collection.title : names.count == 1 ? names.first ?? "Library" : "Library"
        (self.date, self.generator) = (date, generator)
    }

    private static func identity(of keys: [CollectionKey], among all: [CollectionKey]) -> [String] {
        let written = Set(keys)
        let partial = Set(all.filter { !written.contains($0) }.map(\.catalog))
        return keys.map { partial.contains($0.catalog) ? "\($0.catalog)#\($0.collection)" : $0.catalog }
            .uniqued().sorted()
    }

    /// Whether a catalogue is on the web, and not a file or what came from standard input.
    private static func isOnWeb(_ location: String) -> Bool {
        URL(string: location).flatMap { Origin($0) } != nil
    }

    /// The same items with the documents as they were copied into a folder; those that were left out are as if they were not
    /// stored.
    public func asCopied(into folder: ExportFolder) async -> ExportedLibrary {
        let leftOut = Set(await folder.leftOut.map(\.name))
        let replaced = await folder.replaced
        guard !leftOut.isEmpty || !replaced.isEmpty else { return self }
        var library = self
        for group in library.groups.indices {
            for row in library.groups[group].rows.indices {
                guard let name = library.groups[group].rows[row].document?.name else { continue }
                if leftOut.contains(name) { library.groups[group].rows[row].document = nil }
                if let now = replaced[name] { library.groups[group].rows[row].document = now }
            }
        }
        return library
    }

    /// The stored documents, each once.
    public var documents: [Document] {
        groups.flatMap { group in
            group.rows.compactMap { row in
                row.document.map { Document(row: row, collection: group.collection, stored: $0) }
            }
        }.uniqued { $0.stored.name }
    }
}
