import CarrelModel
import CarrelStages

/// The catalogues that a library knows.
extension Desk {
    /// The catalogues, in the order in which they were added.
    public func knownCatalogs() async throws(StoreError) -> [KnownCatalog] {
        try await library.knownCatalogs()
    }

    /// Whether a catalogue was read and is recorded.
    public func isRecorded(_ location: String) async throws(StoreError) -> Bool {
        try await library.reading(of: location) != nil
    }

    /// Reads a catalogue and adds it to those that the library knows; nothing is fetched.
    ///
    /// - Parameter catalog: the catalogue, one of the desk's.
    /// - Returns: what it lists, where it is, and what a sync would do.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func add(_ catalog: KnownCatalog) async throws -> (listing: LocatedCatalog, plan: Plan) {
        try await writing(catalog.location, copiedWithin: .zero) { pipeline in
            let listing = try await pipeline.readCatalog(records: true)
            let plan = try await pipeline.plan(listing)
            var catalog = catalog
            catalog.location = listing.location
            try await pipeline.library.keep(catalog)
            try await pipeline.library.setName(catalog.name, of: catalog.location)
            return (listing, plan)
        }
    }

    /// Adds a catalogue that was read already, or replaces what is known of the one at its location.
    public func keep(_ catalog: KnownCatalog) async throws {
        try await writing(copiedWithin: .zero) { pipeline in
            try await pipeline.library.keep(catalog)
            try await pipeline.library.setName(catalog.name, of: catalog.location)
        }
    }

    /// What removing a catalogue came to.
    public struct Removal: Sendable, Hashable {
        /// The documents in the quarantine, which nothing else would find: with any, nothing was removed.
        public var setAside = 0
        /// The documents whose files were removed.
        public var removed = 0
        /// The documents whose files stay, and are the library's no longer.
        public var left = 0
    }

    /// Removes a catalogue from the library.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - withFiles: whether its documents are removed, too; what somebody wrote into stays.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`; `StoreError` where the library cannot be written to.
    public func remove(_ location: String, withFiles: Bool) async throws -> Removal {
        try await writing(copiedWithin: .zero) { pipeline in
            let held = try await pipeline.library.quarantinedDocuments().count { $0.key?.catalog == location }
            guard held == 0 else { return Removal(setAside: held) }
            try await pipeline.recordMoves(in: location)
            let documents = try await pipeline.library.memory(of: location).items.values.compactMap(
                \.document)
            try await pipeline.library.forget(location)
            var removal = Removal()
            // What other catalogues list, too, is theirs now.
            let kept = Set(try await pipeline.library.names().values)
            for document in documents where !kept.contains(document.name) {
                // One that cannot be removed is not a reason to keep the others.
                let isGone =
                    withFiles
                    ? (try? await pipeline.store.remove(
                        documentNamed: document.name, holding: document.digest)) == true : false
                if isGone { removal.removed += 1 } else { removal.left += 1 }
            }
            return removal
        }
    }
}
