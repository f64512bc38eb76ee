import CarrelModel
import CarrelStages

/// Renaming what is stored, after the template of names was changed.
extension Desk {
    /// The stored documents that have other names than their profiles give now.
    ///
    /// - Parameter keys: the items that are looked at; `nil` for all.
    /// - Returns: the moves, by catalogue and in its order.
    /// - Throws: `StoreError`, `PipelineError`.
    public func pendingMoves(of keys: Set<ItemKey>? = nil) async throws -> [DocumentMove] {
        var moves: [DocumentMove] = []
        let library = try await library
        for location in try await library.locations() {
            let pipeline = pipeline(for: location, library)
            guard let catalog = try await pipeline.recordedCatalog(location) else { continue }
            let memory = try await pipeline.memory(of: location)
            var names = try await library.names()
            for move in moves { names[move.key] = move.name }
            let (downloads, name) = (pipeline.downloads, pipeline.runParts.catalogName(of: location))
            let new = NewNames(
                allocator: { taken in
                    NameAllocator(
                        template: downloads.nameTemplate, isPortable: downloads.hasPortableNames,
                        catalog: name, recorded: taken)
                }, catalog: catalog, location: location,
                usesContentDisposition: downloads.usesContentDisposition)
            moves += new.moves(memory, of: keys, among: names)
        }
        return moves
    }

    /// Gives stored documents their new names, with their versions.
    ///
    /// - Returns: those that were not done, each with the reason.
    /// - Throws: `StoreError`; what was moved before stays moved.
    public func move(_ moves: [DocumentMove]) async throws -> [RefusedMove] {
        try await writing { try await $0.move(moves) }
    }
}
