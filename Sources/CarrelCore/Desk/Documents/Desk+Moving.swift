import CarrelModel
import CarrelStages

/// Renames stored documents after the name template was changed.
extension Desk {
    /// The stored documents to which the profile would now give other names.
    ///
    /// - Parameter keys: the items to consider; `nil` for all.
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
            let new = NewNames(
                plain: pipeline.runParts.plainNames(of: location), catalog: catalog, location: location,
                usesContentDisposition: pipeline.downloads.usesContentDisposition)
            moves += new.moves(memory, of: keys, among: names)
        }
        return moves
    }

    /// Renames stored documents and their versions.
    ///
    /// - Returns: the moves that were not made, each with the reason.
    /// - Throws: `StoreError`; documents that were moved before stay moved.
    public func move(_ moves: [DocumentMove]) async throws -> [RefusedMove] {
        try await writing { try await $0.move(moves) }
    }
}
