import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The catalogues that a library knows.
extension Desk {
    /// The catalogues, in the order in which they were added.
    public func knownCatalogs() async throws(StoreError) -> [KnownCatalog] {
        try await library.knownCatalogs()
    }

    /// The locations of all catalogues that can be brought up to date: those that the library knows, then others that the
    /// profile names.
    public func catalogsToSync() async throws(StoreError) -> [String] {
        let known = try await knownCatalogs().map(\.location)
        let identities = Set(known.map(CatalogIdentity.key))
        return known + namedLocations.filter { !identities.contains(CatalogIdentity.key(of: $0)) }.sorted()
    }

    /// The name of a catalogue, from the profile or the records; `nil` if it has none.
    public func catalogName(at location: String) async throws(StoreError) -> String? {
        // One that is being added is read before its name is recorded, and keeps the name here until it is.
        let given = namedNow.first { $0.location == location }?.name
        let recorded = try await library.reading(of: location)?.name
        return parts.pipeline.name(recorded: recorded ?? given, at: location)
    }

    /// Whether the library has no listing of any catalogue.
    public func isEmpty() async throws(StoreError) -> Bool { try await library.locations().isEmpty }

    /// Whether the library has a listing of a catalogue.
    public func isRecorded(_ location: String) async throws(StoreError) -> Bool {
        try await library.reading(of: location) != nil
    }

    /// Reads a catalogue and adds it to those that the library keeps up to date; fetches no documents.
    ///
    /// - Parameter catalog: the catalogue; must be one of the desk's.
    /// - Returns: where it is, and in numbers what it lists and what a sync would do.
    /// - Throws: `PipelineError`; `CatalogNameError`; `KnownCatalogError` if its server leads to one that the library
    ///   knows, or to where one leads that it knows, or somebody else adds it at the same time; `StoreError` if the library
    ///   cannot be written to.
    public func add(_ catalog: KnownCatalog) async throws -> CatalogOutline {
        try await naming(catalog) { pipeline in
            var pipeline = pipeline
            let others = try await pipeline.library.knownCatalogs().filter { $0.location != catalog.location }
            for other in others where pipeline.others[other.location] == nil {
                // One that nobody can read just now is known all the same.
                pipeline.others[other.location] = pipeline
            }
            let wasRecorded = try await pipeline.library.reading(of: catalog.location) != nil
            let outline = try await pipeline.outline(records: true)
            // Of those who add it at once, the first one does: until it is recorded here, then in the library.
            if let first = await beingAdded(at: catalog.location), first != catalog {
                throw KnownCatalogError(first)
            }
            let known = try await pipeline.library.knownCatalogs()
            if let other = known.first(where: { $0.location == outline.location }) {
                throw KnownCatalogError(other)
            }
            if !wasRecorded, outline.location == catalog.location,
                let other = try await twin(of: catalog, in: pipeline.library)
            {
                try await pipeline.library.forget(catalog.location)
                throw KnownCatalogError(other)
            }
            var catalog = catalog
            catalog.location = outline.location
            try await pipeline.library.keep(catalog)
            try await pipeline.library.setName(catalog.name, of: catalog.location)
            return outline
        }
    }

    /// Adds a catalogue that was read already, or replaces the known one at the same location.
    ///
    /// - Throws: `CatalogNameError`; `StoreError` if the library cannot be written to.
    public func keep(_ catalog: KnownCatalog) async throws {
        try await naming(catalog) { pipeline in
            let former = try await pipeline.library.reading(of: catalog.location)?.name
            try await pipeline.library.keep(catalog)
            try await pipeline.library.setName(catalog.name, of: catalog.location)
            if let former {
                try await Self.carryIgnored(from: former, to: catalog.name, in: pipeline.library)
            }
        }
    }

    /// Whether a catalogue was read and is not one of those that the library knows, so that it can be kept.
    public func isNew(_ catalog: KnownCatalog) async throws(StoreError) -> Bool {
        let identity = CatalogIdentity.key(of: catalog.location)
        let known = try await knownCatalogs()
        let isKnown = known.contains { CatalogIdentity.key(of: $0.location) == identity }
        return isKnown ? false : try await isRecorded(catalog.location)
    }

    /// Gives a catalogue its name, which nobody else who adds one meanwhile gets.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - body: records it; gets its pipeline over the library that is open for writing.
    /// - Throws: `CatalogNameError`; what the body throws; `StoreError` if the library cannot be written to.
    private func naming<Value: Sendable>(
        _ catalog: KnownCatalog, _ body: @Sendable (Pipeline) async throws -> Value
    ) async throws -> Value {
        try await writing(catalog.location, copiedWithin: .zero) { pipeline in
            let others = await reserve(catalog)
            let result = await Result(of: {
                try await Self.checkName(of: catalog, besides: others, in: pipeline.library)
                return try await body(pipeline)
            })
            await giveBack(catalog)
            return try result.get()
        }
    }

    /// Notes that a catalogue gets its name now.
    ///
    /// - Returns: those that do so already; who is done before has recorded its name.
    private func reserve(_ catalog: KnownCatalog) -> [KnownCatalog] {
        defer { namedNow.append(catalog) }
        return namedNow
    }

    /// The catalogue at a location that gets its name now; of several, the first one.
    private func beingAdded(at location: String) -> KnownCatalog? {
        namedNow.first { $0.location == location }
    }

    /// Another catalogue that is answered from the same address, because both redirect there: one that somebody else adds just
    /// now, or that the library knows.
    ///
    /// - Parameters:
    ///   - catalog: a catalogue that was read.
    ///   - library: where its reading is recorded.
    /// - Returns: the other one; `nil` if there is none, so that whoever comes next with that address finds this one.
    private func twin(
        of catalog: KnownCatalog, in library: any Library
    ) async throws(StoreError) -> KnownCatalog? {
        guard let naming = try await library.reading(of: catalog.location)?.namedBy else { return nil }
        let address = CatalogIdentity.key(of: naming.absoluteString)
        if let first = answeredNow[address] { return first }
        answeredNow[address] = catalog
        for other in try await library.knownCatalogs() where other.location != catalog.location {
            // What named it may be another address than it leads to by now.
            let last = try await library.reading(of: other.location)?.validators.redirectedOrigin?.url
            if CatalogIdentity.key(of: last ?? other.location) == address { return other }
        }
        return nil
    }

    private static func checkName(
        of catalog: KnownCatalog, besides named: [KnownCatalog], in library: any Library
    ) async throws {
        let known = try await library.knownCatalogs()
        let former = known.first { $0.location == catalog.location }?.name
        let others = (known + named).filter { $0.location != catalog.location }
        // What has a name keeps it, whatever names were once allowed.
        if former != catalog.name, let error = CatalogNameError(catalog.name, among: others) { throw error }
    }

    private func giveBack(_ catalog: KnownCatalog) {
        answeredNow = answeredNow.filter { $0.value != catalog }
        if let index = namedNow.firstIndex(of: catalog) { namedNow.remove(at: index) }
    }

    /// The result of removing a catalogue.
    public struct Removal: Sendable, Hashable {
        /// The number of its documents in the quarantine; if there are any, the catalogue was not removed.
        public var setAside = 0
        /// The number of files that were removed.
        public var removed = 0
        /// The number of files that stay, edited versions beside documents among them, but no longer belong to the library.
        public var left = 0

        public init(setAside: Int = 0, removed: Int = 0, left: Int = 0) {
            (self.setAside, self.removed, self.left) = (setAside, removed, left)
        }
    }

    /// Removes a catalogue from the library.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - withFiles: whether its documents are removed, too; edited ones stay.
    ///   - listed: the documents that somebody agreed on; others stay, and those that are other ones by now. `nil` for all.
    /// - Returns: the result.
    /// - Throws: `PipelineError`; `StoreError` if the library cannot be written to, with `.busy` while anything else of
    ///   this desk writes to it; whoever comes to write meanwhile gets the same.
    public func remove(
        _ location: String, withFiles: Bool, among listed: [RemovableDocument]? = nil
    ) async throws -> Removal {
        try await writing(with: .exclusive, copiedWithin: .zero) { pipeline in
            // What goes on, or begins meanwhile, would record anew what is forgotten.
            try await keepOthersOut()
            let held = try await pipeline.library.quarantinedDocuments().count { $0.key?.catalog == location }
            guard held == 0 else { return Removal(setAside: held) }
            try await pipeline.recordMoves(in: location)
            let documents = try await pipeline.library.memory(of: location).items.compactMapValues {
                $0.owner == nil ? $0.document : nil
            }
            let there = try await pipeline.store.entries(of: documents.values.map(\.name))
            let copies = try await Self.editedCopies(of: Array(documents.values), pipeline)
            // Workers would record anew what is forgotten.
            try await sharedQueue?.withdraw(.ofCatalog(location))
            let agreed = listed.map { Self.agreed(documents, $0) } ?? documents
            let gone = withFiles ? try await removeFiles(of: agreed, pipeline) : []
            let name = try await pipeline.library.reading(of: location)?.name
            try await pipeline.library.forget(location)
            if let name { try await Self.carryIgnored(from: name, to: nil, in: pipeline.library) }
            // Documents that other catalogues list, too, belong to those now.
            let kept = Set(try await pipeline.library.names().values)
            let own = documents.filter {
                !kept.contains($0.value.name) && there[FileName($0.value.name)] != nil
            }
            let removed = own.keys.count(where: gone.contains)
            let left = copies.values.count { !kept.contains($0) }
            return Removal(removed: removed, left: own.count - removed + left)
        }
    }

    /// The edited versions that are files beside their documents, with the names of these.
    static func editedCopies(
        of documents: [StoredDocument], _ pipeline: Pipeline
    ) async throws(StoreError) -> [FileName: String] {
        guard documents.contains(where: { $0.editedCopy != nil }) else { return [:] }
        let names = try await pipeline.store.names(besides: pipeline.library)
        return try await EditedCopies(store: pipeline.store).of(documents, among: names.others)
    }

    /// Those of some documents that somebody agreed to remove, and that are still the same.
    private static func agreed(
        _ documents: [ItemKey: StoredDocument], _ listed: [RemovableDocument]
    ) -> [ItemKey: StoredDocument] {
        let going = listed.filter { !$0.stays }.map { ($0.key, $0.document.digest) }
        let digests = Dictionary(going) { first, _ in first }
        return documents.filter { digests[$0.key] == $0.value.digest }
    }

    /// How many files are removed before that is recorded.
    static let removedAtOnce = 100

    /// Removes documents that no other catalogue lists, before they are forgotten: who is interrupted does the rest by
    /// doing the same again.
    ///
    /// - Returns: those that are gone; those that were edited stay, and those that cannot be removed.
    /// - Throws: `StoreError` if the others cannot be removed either.
    private func removeFiles(
        of documents: [ItemKey: StoredDocument], _ pipeline: Pipeline
    ) async throws -> Set<ItemKey> {
        let shared = Set(try await view().allRows.compactMap(\.owner))
        let removable = documents.filter { !shared.contains($0.key) }.sorted { $0.value.name < $1.value.name }
        var gone: Set<ItemKey> = []
        for group in removable.groups(of: Self.removedAtOnce) {
            let removed = try await pipeline.store.remove(
                group.map { (key: $0.key, document: $0.value) }, in: pipeline.library)
            if let failure = removed.failure { throw failure }
            gone.formUnion(removed.gone)
        }
        return gone
    }
}
