import CarrelBasics
import CarrelModel
import CarrelStages

/// The library as front ends show it: collections and items with their status.
public struct LibraryView: Sendable {
    /// One recorded catalogue.
    public struct CatalogView: Sendable {
        /// The location.
        public var location: String
        /// Its name, from the profile or the records, if it has one.
        public var name: String?
        /// The listing.
        public var catalog: Catalog
        /// What is remembered of its items.
        public var memory: LibraryMemory
        /// The stored documents that it no longer lists, by collection.
        var orphans: [String: [(key: ItemKey, memory: ItemMemory)]]

        /// Makes a view, and adds collections at the end that are no longer listed but have documents.
        package init(location: String, name: String? = nil, catalog: Catalog, memory: LibraryMemory) {
            (self.location, self.name, self.catalog, self.memory) = (location, name, catalog, memory)
            var orphans = memory.items.filter(\.value.hasDocument)
            if !orphans.isEmpty {
                for collection in catalog.collections {
                    for item in collection.items {
                        orphans[ItemKey(catalog: location, collection: collection.id, item: item.id)] = nil
                    }
                }
            }
            self.orphans = Dictionary(grouping: orphans.map { (key: $0.key, memory: $0.value) }) {
                $0.key.collection
            }
            let known = Set(catalog.collections.map(\.id))
            self.catalog.add(unlisted: self.orphans.keys.filter { !known.contains($0) }.sorted())
        }
    }

    /// One item with its status.
    public struct Row: Sendable {
        /// The item's key; for a duplicate, that of the original.
        public var key: ItemKey
        /// The item.
        public var item: Item
        /// Its place in the collection, from 1; 0 for a document that is no longer listed.
        public var number: Int
        /// Whether its catalogue no longer lists it; always false for catalogues that only list their latest items.
        public var isOrphaned = false
        /// Whether its catalogue, which only lists its latest items, leaves it out.
        public var isLeftOut = false
        /// Its status.
        public var status: ItemStatus
        /// The stored document, if there is one.
        public var document: StoredDocument?
        /// Whether the file of its document is gone.
        public var isMissing = false
        /// Whether its document is new or updated; `nil` once somebody has looked at it.
        public var news: News?
        /// The item of another catalogue that its document is stored for.
        public var owner: ItemKey?
        /// Whether that item is ignored.
        package var isOwnerIgnored = false
        /// Whether it is ignored.
        public var isIgnored = false
        /// Whether somebody edited the stored document.
        public var isEdited = false
        /// Whether its document is recorded and waits for its name, which still has the version before or nothing.
        public var isUnnamed = false
        /// The failure of the last try to update the stored document; `nil` if there was none.
        public var trouble: ItemStatus?
        /// Tells it apart from other items of its collection with the same title; `nil` if there are none.
        public var distinction: String?

        /// The title, subtitle and distinction in one line.
        public var label: String { item.label(distinction) }

        /// What its catalogue says of it, in its order, for people; the size of a stored document is its own.
        public var details: [Detail] {
            let details = item.details.filter { $0.key != .entityTag }
            guard let document = storedDocument else { return details }
            return details.map { detail in
                guard detail.key == .size else { return detail }
                var detail = detail
                detail.value = "\(ByteCount(document.size))"
                return detail
            }
        }

        /// Its state as lists show it.
        public var state: String {
            [
                statusWords, news?.rawValue, isEdited ? "changed on disk" : nil,
                isUnnamed && !isLost ? "waits for its name" : nil,
                isOrphaned ? "no longer listed" : nil, trouble.map { "last try \($0.words)" },
                isIgnored && status != .ignored ? "ignored" : nil,
            ].compactMap(\.self).joined(separator: ", ")
        }

        /// The key under which its document is recorded; that of another catalogue's item if both list the same URL.
        public var documentKey: ItemKey { owner ?? key }

        /// The key of what is fetched where somebody asks for it: the item whose document it shows, unless that one is ignored.
        public var fetchKey: ItemKey { isOwnerIgnored ? key : documentKey }

        /// The key under which a look at it is recorded: the entry itself, so that it is named when it is found again; the
        /// other catalogue's item where its document is that one's.
        public var viewKey: ItemKey { owner ?? entry }

        /// Whether its document is there.
        public var isStored: Bool { document != nil && !isMissing }

        /// Its document, if that is there.
        public var storedDocument: StoredDocument? { isMissing ? nil : document }

        /// Whether the file under its document's name holds something else.
        package var isOther: Bool { isEdited || isUnnamed && !isMissing }

        /// Whether it is new or updated, and nobody ignores it.
        public var isNews: Bool { news != nil && !isIgnored }

        /// The key of the listed entry itself, which differs from `key` for a duplicate.
        public var entry: ItemKey {
            ItemKey(catalog: key.catalog, collection: key.collection, item: item.id)
        }
    }

    /// One collection with its catalogue.
    public struct CollectionRow: Sendable {
        /// The collection's key.
        public var key: CollectionKey
        /// The heading of its section.
        public var section: String?
        /// The collection.
        public var collection: ItemCollection
    }

    /// The catalogues: those that the library keeps up to date, in the order in which they were added; then those that the
    /// profile lists, in its order; then others, the most recently read first.
    public var catalogs: [CatalogView]

    package init(_ catalogs: [CatalogView]) { self.catalogs = catalogs }

    /// Reads the recorded library.
    ///
    /// - Parameters:
    ///   - pipeline: the pipeline with the library and the store.
    ///   - chosen: the locations of the catalogues to read; all unless told.
    public init(_ pipeline: Pipeline, only chosen: Set<String>? = nil) async throws(PipelineError) {
        catalogs = []
        for location in try await Self.locations(pipeline)
        where chosen?.contains(location) != false {
            guard let catalog = try await pipeline.recordedCatalog(location) else { continue }
            let name = try await asPipelineError { () async throws(StoreError) in
                try await Self.name(of: location, pipeline)
            }
            catalogs.append(
                CatalogView(
                    location: location, name: name, catalog: catalog,
                    memory: try await pipeline.memory(of: location)))
        }
    }

    /// The name under which a recorded catalogue is shown.
    static func name(of location: String, _ pipeline: Pipeline) async throws(StoreError) -> String? {
        pipeline.name(recorded: try await pipeline.library.reading(of: location)?.name, at: location)
    }

    /// The locations of the recorded catalogues, in the order of `catalogs`.
    static func locations(_ pipeline: Pipeline) async throws(PipelineError) -> [String] {
        try await asPipelineError { () async throws(StoreError) in
            let recorded = try await pipeline.library.locations()
            let known = try await pipeline.library.knownCatalogs().map(\.location)
            var left = Set(recorded)
            return (known + pipeline.catalogOrder + recorded).filter { left.remove($0) != nil }
        }
    }

    /// The catalogue at a location; `nil` if it is not recorded.
    public func catalog(at location: String) -> CatalogView? { catalogs.first { $0.location == location } }

    /// Every collection, in the order of the catalogues.
    public var collections: [CollectionRow] {
        catalogs.flatMap { view in
            view.catalog.sections.flatMap { section in
                section.collections.map {
                    CollectionRow(
                        key: CollectionKey(catalog: view.location, collection: $0.id), section: section.title,
                        collection: $0)
                }
            }
        }
    }

    /// The items of a collection in the catalogue's order, then its documents that are no longer listed.
    public func rows(of row: CollectionRow) -> [Row] {
        guard let view = catalog(at: row.key.catalog) else { return [] }
        let distinctions = row.collection.distinctions
        let isLeftOut = view.catalog.leavesOut(in: row.collection)
        let listed = row.collection.items.indices.map { Self.row($0, of: row, in: view, distinctions) }
        let orphans = (view.orphans[row.collection.id] ?? []).sorted { $0.key.item < $1.key.item }
            .map { key, memory in
                var memory = memory
                // Nothing tries it again, so that an old failure, or what came of it, says nothing.
                memory.lastFailure = nil
                memory.partial = nil
                let item = Item(
                    id: key.item, title: memory.title ?? key.item, url: memory.document?.url)
                return Row(
                    key: key, item: item, number: 0, isOrphaned: !isLeftOut,
                    isLeftOut: isLeftOut, status: Self.status(of: item, memory: memory),
                    document: memory.document, isMissing: memory.isMissing, news: memory.news,
                    isIgnored: view.memory.ignores(item, in: row.collection.id), isEdited: memory.isEdited,
                    isUnnamed: memory.isUnnamed)
            }
        return listed + orphans
    }

    /// The item of a number in a collection, from 1; `nil` if there is none.
    func row(number: Int, of row: CollectionRow) -> Row? {
        guard number > 0, number <= row.collection.items.count,
            let view = catalog(at: row.key.catalog)
        else { return nil }
        return Self.row(number - 1, of: row, in: view, row.collection.distinctions)
    }

    private static func row(
        _ place: Int, of row: CollectionRow, in view: CatalogView, _ distinctions: [String: String]
    ) -> Row {
        let item = row.collection.items[place]
        let memory = view.memory[row.collection.id, item.duplicateOf ?? item.id]
        let isIgnored = view.memory.ignores(item, in: row.collection.id)
        return Row(
            key: ItemKey(
                catalog: view.location, collection: row.collection.id, item: item.duplicateOf ?? item.id),
            item: item, number: place + 1,
            status: status(of: item, memory: memory, isIgnored: isIgnored),
            document: memory.document, isMissing: memory.isMissing, news: memory.news, owner: memory.owner,
            isOwnerIgnored: memory.isOwnerIgnored, isIgnored: isIgnored, isEdited: memory.isEdited,
            isUnnamed: memory.isUnnamed, trouble: trouble(memory), distinction: distinctions[item.id])
    }

    /// The number of items of a collection whose documents are stored.
    public func storedCount(of row: CollectionRow) -> Int {
        guard let view = catalog(at: row.key.catalog), !view.memory.items.isEmpty else { return 0 }
        return row.collection.items.count {
            view.memory[row.collection.id, $0.duplicateOf ?? $0.id].isStored
        }
    }

    /// The number of stored documents in a collection that it no longer lists.
    public func unlistedCount(of row: CollectionRow) -> Int {
        (catalog(at: row.key.catalog)?.orphans[row.collection.id] ?? []).count(where: \.memory.isStored)
    }

    /// Every item of every collection.
    public var allRows: [Row] { collections.flatMap(rows) }
}

extension Catalog {
    /// What is said of stored documents of a collection that the catalogue does not list.
    public func unlistedWords(in collection: ItemCollection) -> String {
        leavesOut(in: collection) ? "earlier" : "no longer listed"
    }

    /// Adds collections at the end that the catalogue does not list, but that have stored documents.
    mutating func add(unlisted ids: [String]) {
        guard !ids.isEmpty else { return }
        sections.append(
            CatalogSection(
                collections: ids.map { id in
                    var collection = ItemCollection(id: id, title: "")
                    collection.title = unlistedWords(in: collection)
                    return collection
                }))
    }
}
