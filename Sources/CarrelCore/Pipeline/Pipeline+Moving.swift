import CarrelModel
import CarrelStages

extension Pipeline {
    /// What the library remembers of a catalogue, where documents that somebody renamed are known by their new names.
    ///
    /// For the process that holds the library.
    func memoryFindingMoved(
        of location: String, _ events: EventRelay
    ) async throws(PipelineError) -> LibraryMemory {
        try await takeOver(location)
        var memory = try await memory(of: location)
        let missing = memory.items.filter { $0.value.isMissing }
        guard !missing.isEmpty else { return memory }
        do throws(StoreError) {
            let moves = try await movedDocuments(among: missing).filter {
                runs.names.claim(DocumentName.collisionKey($0.name), for: $0.key)
            }
            for move in try await move(moves) {
                memory.items[move.key]?.document?.name = move.name
                memory.items[move.key]?.isMissing = false
                let item = ItemEvent(key: move.key, title: move.title, url: move.document.url)
                events.send(.moved(item, from: move.document.name, to: move.name))
            }
        } catch {
            throw .library(error)
        }
        return memory
    }

    /// Has documents be a catalogue's that lists them, where the one that they were stored for does so no longer.
    private func takeOver(_ location: String) async throws(PipelineError) {
        do throws(StoreError) {
            var owners = Set<ItemKey>()
            let shared = try await library.sharedDocuments(of: location).filter { !$0.value.isOwnerListed }
            let changes = shared.sorted { $0.key.item < $1.key.item }
                .filter { owners.insert($0.value.owner).inserted }
                .map { LibraryChange.handedOver(from: $0.value.owner, to: $0.key) }
            try await library.commit(changes)
        } catch {
            throw .library(error)
        }
    }

    /// The documents of those that are missing which are there under other names.
    func movedDocuments(
        among missing: [ItemKey: ItemMemory]
    ) async throws(StoreError) -> [DocumentMove] {
        let documents = missing.compactMap { key, memory in
            memory.document.map { (key: key, title: memory.title ?? key.item, document: $0) }
        }
        return try await MovedDocuments(store: store, names: try await library.names())
            .among(documents.sorted { $0.document.name < $1.document.name })
    }

    /// Gives documents other names, with their versions; also those that have them already.
    ///
    /// Recorded first: a process that is killed on the way leaves documents that the next one finishes.
    ///
    /// - Parameter moves: the moves, in an order in which each name is free when its turn comes.
    /// - Returns: those that were done.
    /// - Throws: `StoreError` where the library cannot be written to.
    func move(_ moves: [DocumentMove]) async throws(StoreError) -> [DocumentMove] {
        guard !moves.isEmpty else { return [] }
        var publications: [Publication] = []
        for move in moves {
            let staged = try store.staged(documentNamed: move.document.name, holding: move.document.digest)
            var publication = Publication(document: staged, name: move.name)
            publication.moves = move.document.name
            publications.append(publication)
        }
        try await library.commit(
            zip(moves, publications).map { .moved($0.key, to: $0.name, $1) })
        let refused = try await store.publish(publications)
        try await store.flush([])
        let failed = Set(refused.map(\.publication.name))
        var changes: [LibraryChange] = []
        // The last first: a name may have been another's before.
        for move in moves.reversed() where failed.contains(move.name) {
            changes.append(.moved(move.key, to: move.document.name, nil))
        }
        try await library.commit(changes, settling: publications)
        return moves.filter { !failed.contains($0.name) }
    }
}
