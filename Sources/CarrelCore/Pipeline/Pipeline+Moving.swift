import CarrelModel
import CarrelStages

extension Pipeline {
    /// What the library remembers of a catalogue, after recording the new names of documents that somebody renamed, and
    /// those documents and ignored items that are listed by other identities now.
    ///
    /// Only for the process that holds the library's lock.
    ///
    /// - Parameters:
    ///   - location: the catalogue.
    ///   - catalog: what it lists; `nil` to follow none of its items.
    ///   - events: gets what was renamed.
    ///   - asks: which of some items it asks for if their documents, which are stored for other catalogues, are its own;
    ///     `nil` if it is not about to be planned.
    /// - Returns: what is remembered; if it is about to be planned, with missing documents that runs of other catalogues fetch.
    func memoryFindingMoved(
        of location: String, listing catalog: Catalog?, _ events: EventRelay,
        asking asks: ((Set<ItemKey>, LibraryMemory) -> AskedItems)? = nil
    ) async throws(PipelineError) -> LibraryMemory {
        if catalog != nil { await runs.catalogs.begin(location) }
        let look = try await lookTakingOver(at: location, asking: asks ?? { _, _ in AskedItems() })
        var memory =
            if look.isOfNames { try await lookAloneRecording(at: location, events, asking: asks) } else {
                try await asPipelineError { () async throws(StoreError) in try await record(look, events) }
            }
        runs.catalogs.noteLook(at: location)
        if asks != nil { settleShared(&memory) } else { memory.settleShared() }
        try await asPipelineError { () async throws(StoreError) in
            let moves = catalog.map { memory.followCollection(in: $0) } ?? CollectionMoves()
            // What is ignored first: a process that is killed in between must not fetch it.
            try await library.moveIgnored(moves.ignored)
            let renamed =
                moves.documents.map { LibraryChange.handedOver(from: $0.from, to: $0.to) }
                + (catalog.map { memory.followRenamed(in: $0) } ?? [])
            if !renamed.isEmpty { try await library.commit(renamed) }
            if asks != nil, let catalog { try await handOverRelisted(&memory, in: catalog) }
            try await library.moveIgnored(catalog.map { memory.followAvailable(in: $0) } ?? [])
        }
        return memory
    }

    /// Looks again, and records what was renamed and which missing documents are taken over, while no other catalogue does:
    /// several may show a document, and each of them may find its file, or fetch it anew.
    private func lookAloneRecording(
        at location: String, _ events: EventRelay,
        asking asks: ((Set<ItemKey>, LibraryMemory) -> AskedItems)?
    ) async throws(PipelineError) -> LibraryMemory {
        try await runs.catalogs.inTurn { (isMine) async throws(PipelineError) -> LibraryMemory in
            guard isMine else { throw PipelineError.cancelled }
            let look = try await runParts.look(at: location)
            return try await asPipelineError { () async throws(StoreError) -> LibraryMemory in
                var memory = try await record(look, events)
                if let asks {
                    let read = memory
                    try await takeOverMissing(&memory) { asks($0, read) }
                }
                return memory
            }
        }
    }

    /// Records what a look found: times of files, and new names of documents.
    ///
    /// - Parameters:
    ///   - look: what was found.
    ///   - events: gets what was renamed, each as the item that the document is stored for.
    /// - Returns: what is remembered now.
    private func record(_ look: MemoryLook, _ events: EventRelay) async throws(StoreError) -> LibraryMemory {
        var memory = look.memory
        // Files that were read again and have not changed need not be read the next time.
        try await library.commit(look.times.map { .fileTime($0.key, $0.value) })
        let own = try await ofOwners(look.moves, memory)
        // A run may have given the name to a document that is on its way.
        let claimed = own.filter { move in
            let name = DocumentName.collisionKey(move.name)
            return runs.names.claim(name, in: DocumentName.folders(of: name), for: move.key)
        }
        let names = try await follow(claimed)
        let shown = memory.shownByOwner
        for (move, recorded) in zip(look.moves, own) {
            let name = names[recorded.key]
            for key in shown[recorded.key] ?? [move.key] {
                memory.items[key]?.document?.name = name ?? move.document.name
                guard name == nil else { continue }
                memory.items[key]?.isMissing = !move.isEdited
                memory.items[key]?.isEdited = move.isEdited
            }
            if let name {
                let item = ItemEvent(key: recorded.key, title: recorded.title, url: move.document.url)
                events.receive(.moved(item, from: move.document.name, to: name))
            }
        }
        return memory
    }

    /// Records the new names of documents that somebody renamed, of other catalogues as well.
    ///
    /// Only in a turn of `RunCatalogs`.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of some items, looked at in the same turn; gets the new names.
    ///   - strays: the files that no record names, once they were looked for; loses those that are found.
    ///   - events: gets what was renamed.
    func recordMoves(
        in memory: inout LibraryMemory, among strays: inout StrayFiles?, _ events: EventRelay
    ) async throws(StoreError) {
        let moves = try await runParts.findMoved(&memory, among: &strays)
        guard !moves.isEmpty else { return }
        memory = try await record(
            MemoryLook(memory: memory, moves: moves, times: [:], hasMissing: true), events)
    }

    /// Moves as those of the items that the documents are stored for.
    private func ofOwners(
        _ moves: [DocumentMove], _ memory: LibraryMemory
    ) async throws(StoreError) -> [DocumentMove] {
        let owners = moves.compactMap { memory.items[$0.key]?.owner }
        let known = owners.isEmpty ? [:] : try await library.memory(ofItems: owners)
        return moves.map { move in
            guard let owner = memory.items[move.key]?.owner else { return move }
            var move = move.of(owner)
            move.title = known[owner]?.title ?? owner.item
            return move
        }
    }

    /// Records the new names of documents that somebody renamed.
    func recordMoves(in location: String) async throws(PipelineError) {
        _ = try await memoryFindingMoved(of: location, listing: nil, EventRelay(observer))
    }

    /// Records the names that somebody gave documents.
    ///
    /// A file that has the recorded name of another one of them gets a name in between first, as in `move`.
    ///
    /// - Parameter moves: the moves that the user made.
    /// - Returns: the names that the documents have now, by item; without those that could not be followed. What cannot
    ///   get its name back keeps the one in between.
    /// - Throws: `StoreError` if the library cannot be written to.
    func follow(_ moves: [DocumentMove]) async throws(StoreError) -> [ItemKey: String] {
        let former = Set(moves.map { FileName($0.document.name) })
        let inTheWay = moves.filter { former.contains(FileName($0.name)) }
        let detours = inTheWay.map { $0.to($0.nameInBetween) }
        let files = Dictionary(inTheWay.map { ($0.key, $0.name) }) { first, _ in first }
        let stuck = Set(try await rename(detours, files: files).map(\.move.key))
        var names: [ItemKey: String] = [:]
        try await rename(moves.filter { !former.contains(FileName($0.name)) }, noting: &names)
        var last: [DocumentMove] = []
        for (move, detour) in zip(inTheWay, detours) where !stuck.contains(move.key) {
            var move = move
            move.document.name = detour.name
            names[move.key] = detour.name
            last.append(move)
        }
        try await rename(last, noting: &names)
        return names
    }

    /// Renames documents, and notes the new names by item.
    private func rename(
        _ moves: [DocumentMove], noting names: inout [ItemKey: String]
    ) async throws(StoreError) {
        let refused = Set(try await rename(moves).map(\.move.key))
        for move in moves where !refused.contains(move.key) { names[move.key] = move.name }
    }

    /// Renames documents and their versions.
    ///
    /// A document first gets a temporary name if another one or a folder wants its name, or a document that of its folder, so that
    /// no two moves of one commit concern the same name: a move that is repeated after a crash finds its own document, or nothing.
    ///
    /// - Parameter moves: the moves. Documents that were stored, moved or removed since the moves were planned are
    ///   skipped.
    /// - Returns: the moves that were not made, each with the reason.
    /// - Throws: `StoreError` if the library cannot be written to.
    func move(_ moves: [DocumentMove]) async throws(StoreError) -> [RefusedMove] {
        var (current, refused) = try await stillAsPlanned(moves)
        let wanted = Set(current.map { DocumentName.collisionKey($0.name) })
        let paths = wanted.union(wanted.flatMap(DocumentName.folders(of:)))
        let blocked = current.filter { move in
            let held = DocumentName.collisionKey(move.document.name)
            return paths.contains(held) || !wanted.isDisjoint(with: DocumentName.folders(of: held))
        }
        var stuck = Set<ItemKey>()
        if !blocked.isEmpty {
            let names = Dictionary(blocked.map { ($0.key, $0.nameInBetween) }) { first, _ in first }
            let detours = blocked.map { $0.to(names[$0.key] ?? $0.name) }
            stuck = Set(try await rename(detours).map(\.move.key))
            for index in current.indices {
                guard let name = names[current[index].key], !stuck.contains(current[index].key) else {
                    continue
                }
                current[index].document.name = name
            }
        }
        let last = try await rename(current.filter { !stuck.contains($0.key) })
        let former = Dictionary(moves.map { ($0.key, $0) }) { first, _ in first }
        // A document that could not get its new name gets its former one back, if that is still free.
        let returning = last.compactMap { refusal in
            former[refusal.move.key].flatMap { plan in
                refusal.move.document.name == plan.document.name
                    ? nil : refusal.move.to(plan.document.name)
            }
        }
        let lost = Set(try await rename(returning).map(\.move.key))
        for var refusal in last {
            if lost.contains(refusal.move.key) {
                refusal.reason += "; it is called \(refusal.move.document.name) now"
            }
            refused.append(refusal)
        }
        refused += current.filter { stuck.contains($0.key) }
            .map { RefusedMove(move: $0, reason: "it cannot be renamed") }
        return refused.compactMap { refusal in
            former[refusal.move.key].map { RefusedMove(move: $0, reason: refusal.reason) }
        }
    }

    /// Separates the moves whose documents are recorded as they were when the moves were planned.
    private func stillAsPlanned(
        _ moves: [DocumentMove]
    ) async throws(StoreError) -> (current: [DocumentMove], changed: [RefusedMove]) {
        var (current, changed): ([DocumentMove], [RefusedMove]) = ([], [])
        for move in moves {
            guard let document = try await library.document(of: move.key),
                document.digest == move.document.digest
            else {
                changed.append(RefusedMove(move: move, reason: "it has changed meanwhile"))
                continue
            }
            // Perhaps somebody renamed it, and no sync has recorded that yet.
            var isThere = FileName(document.name) == FileName(move.document.name)
            if !isThere, try await store.entry(named: document.name) == nil {
                let known = DocumentMove(
                    key: move.key, title: move.title, document: document, name: move.document.name)
                isThere = try await rename([known]).isEmpty
            }
            if !isThere {
                changed.append(RefusedMove(move: move, reason: "it has changed meanwhile"))
            } else {
                current.append(move)
            }
        }
        return (current, changed)
    }

    /// Renames documents; no new name may be the current name of another one.
    ///
    /// The moves are recorded first, so that the next process can finish them if this one is killed. If somebody has
    /// already renamed a document, only its versions and its record follow.
    ///
    /// - Parameters:
    ///   - moves: the moves.
    ///   - files: the names of the files of documents that are not under their recorded names, by item.
    /// - Returns: the moves that were not made, each with the reason.
    /// - Throws: `StoreError` if the library cannot be written to.
    func rename(
        _ moves: [DocumentMove], files: [ItemKey: String] = [:]
    ) async throws(StoreError) -> [RefusedMove] {
        guard !moves.isEmpty else { return [] }
        let met = try await library.names(meeting: moves.map(\.name)).names
        let taken = Set(met.values.map { FileName($0) })
        let free = moves.filter { !taken.contains(FileName($0.name)) }
        var refused = moves.filter { taken.contains(FileName($0.name)) }
            .map { RefusedMove(move: $0, reason: "another document has the name \($0.name)") }
        // Nobody has these names: what versions there are under them, others left. Those under the same text in other bytes
        // came with the document from a disk that writes names so.
        let left = try await store.versions?.namesWithVersions(
            among: free.filter { $0.name != $0.document.name }.map(\.name))
        try await store.partVersions(from: left?.sorted() ?? [])
        var publications: [Publication] = []
        for move in free {
            let staged = try store.staged(
                documentNamed: files[move.key] ?? move.document.name, holding: move.document.digest)
            var publication = Publication(document: staged, name: move.name)
            publication.moves = move.document.name
            publications.append(publication)
        }
        let changes = zip(free, publications).map { LibraryChange.moved($0.key, to: $0.name, $1) }
        try await store.publish(publications, recording: changes, in: library) { failed in
            let reasons = Dictionary(failed.map { (FileName($0.publication.name), $0.reason) }) { first, _ in
                first
            }
            let stays = free.filter { reasons[FileName($0.name)] != nil }
            refused += stays.map { RefusedMove(move: $0, reason: reasons[FileName($0.name)] ?? "") }
            return stays.map { .moved($0.key, to: $0.document.name, nil) }
        }
        return refused
    }
}
