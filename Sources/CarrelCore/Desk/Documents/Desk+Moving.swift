import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Renames stored documents after the name template was changed.
extension Desk {
    /// The stored documents to which the profile would now give other names, also those that cannot get them for what others
    /// put there.
    ///
    /// - Parameter keys: the items to consider; `nil` for all.
    /// - Returns: the moves, by catalogue and in its order.
    /// - Throws: `StoreError`, `PipelineError`.
    public func pendingMoves(of keys: Set<ItemKey>? = nil) async throws -> [DocumentMove] {
        var moves: [DocumentMove] = []
        let library = try await library
        var names = try await library.names()
        let recorded = Set(names.values.map(DocumentName.collisionKey))
        for location in try await library.locations() {
            let pipeline = pipeline(for: location, library)
            guard let catalog = try await pipeline.recordedCatalog(location) else { continue }
            let memory = try await pipeline.memory(of: location)
            var new = NewNames(
                plain: pipeline.runParts.plainNames(of: location), catalog: catalog, location: location,
                usesContentDisposition: pipeline.downloads.usesContentDisposition)
            new.kinds = await kinds(of: new.unsure(memory, of: keys), by: pipeline.context)
            let found = new.moves(memory, of: keys, among: names)
            for move in found { names[move.key] = move.name }
            moves += found
        }
        return try await notingTaken(moves, besides: recorded)
    }

    /// The moves, with which of the new names files have that are not documents.
    ///
    /// - Parameters:
    ///   - moves: the moves.
    ///   - recorded: the collision keys of all documents' names.
    private func notingTaken(
        _ moves: [DocumentMove], besides recorded: Set<String>
    ) async throws(StoreError) -> [DocumentMove] {
        let documents = recorded.union(moves.map { DocumentName.collisionKey($0.document.name) })
        let names = moves.map(\.name).filter { !documents.contains(DocumentName.collisionKey($0)) }
        guard !names.isEmpty else { return moves }
        let files = try await store.entries(of: names)
        return moves.map { move in
            var move = move
            move.isTaken = files[FileName(move.name)]?.isSeen == true
            return move
        }
    }

    /// The kinds of those documents that are certainly not what their names say, or whose names say nothing.
    private func kinds(
        of documents: [(key: ItemKey, document: StoredDocument)], by context: PluginContext
    ) async -> [ItemKey: MediaType] {
        var kinds: [ItemKey: MediaType] = [:]
        // Elsewhere than on this machine all of a document would be fetched, so that only a contradiction is worth it.
        for (key, document) in documents where store.root != nil || document.mediaType?.fileExtension != nil {
            let read = try? await store.withFile(named: document.name) { file in
                try? RegularFile.beginning(of: file, limit: DocumentSink.beginningLength).data
            }
            guard case .success(let beginning?)? = read else { continue }
            let other = ContentSniff.otherKind(
                than: DocumentName.fileExtension(of: document.name), prefix: beginning,
                declared: document.mediaType, before: nil)
            guard other != nil || DocumentName.lacksKind(document.name) else { continue }
            kinds[key] = context.mediaType([UInt8](beginning), document.mediaType)
        }
        return kinds
    }

    /// Renames stored documents and their versions.
    ///
    /// - Returns: the moves that were not made, each with the reason.
    /// - Throws: `StoreError`; documents that were moved before stay moved.
    public func move(_ moves: [DocumentMove]) async throws -> [RefusedMove] {
        try await writing(with: .exclusive) { try await $0.move(moves) }
    }
}
