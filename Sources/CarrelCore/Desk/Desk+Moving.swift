import CarrelModel
import CarrelStages

/// Renaming what is stored, after the template of names was changed.
extension Desk {
    /// The stored documents that have other names than their profiles give now.
    ///
    /// - Parameter keys: the items that are looked at; `nil` for all.
    /// - Returns: the moves, in an order in which they can be made.
    /// - Throws: `StoreError`, `PipelineError`.
    public func pendingMoves(of keys: Set<ItemKey>? = nil) async throws -> [DocumentMove] {
        var moves: [DocumentMove] = []
        let library = try await library
        for location in try await library.locations() {
            let pipeline = pipeline(for: location, library)
            guard let catalog = try await pipeline.recordedCatalog(location) else { continue }
            let memory = try await pipeline.memory(of: location)
            let stored = memory.items.filter {
                $0.value.document != nil && $0.value.owner == nil && keys?.contains($0.key) ?? true
            }
            guard !stored.isEmpty else { continue }
            // Names of other catalogues stay, and so do those of items that nobody asked about.
            var taken = try await library.names().filter { stored[$0.key] == nil }
            for move in moves { taken[move.key] = move.name }
            var names = NewNames(
                allocator: NameAllocator(
                    template: pipeline.downloads.nameTemplate,
                    isPortable: pipeline.downloads.hasPortableNames,
                    catalogue: pipeline.runParts.catalogueName(of: location), recorded: taken),
                catalog: catalog, location: location,
                usesContentDisposition: pipeline.downloads.usesContentDisposition)
            var chosen = memory
            chosen.items = stored
            moves += names.moves(chosen)
        }
        return moves.inTurn()
    }

    /// Gives stored documents their new names, with their versions.
    ///
    /// - Returns: those that were done; another name was taken meanwhile by something else.
    /// - Throws: `StoreError`; what was moved before stays moved.
    public func move(_ moves: [DocumentMove]) async throws -> [DocumentMove] {
        try await writing { try await $0.move(moves) }
    }
}
