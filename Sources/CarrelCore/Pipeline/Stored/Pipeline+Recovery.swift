import CarrelModel
import CarrelStages

extension Pipeline {
    /// Finishes the work of a killed process: gives documents the names that were recorded but not given, and forgets those
    /// that it had removed.
    ///
    /// No document is removed that is still there.
    ///
    /// Called once by the process that holds the library's lock, before anything else. If a publication cannot be
    /// finished, only its item fails.
    ///
    /// - Parameter worker: who does it beside others that store documents, too; those of workers that are heard of are left
    ///   alone. `nil` for whoever has the library alone.
    /// - Throws: `PipelineError` if the library still cannot be written to.
    public func recover(for worker: QueueWorker? = nil) async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in
            let pending =
                if let worker { try await library.claimPublications(for: worker) } else {
                    try await library.pendingPublications()
                }
            try await finish(pending)
            try await recordRemoved(pending.filter { $0.area == .removal })
            try await store.removeAbandoned()
            try await store.partials?.removeAbandonedPartials()
            if worker == nil { try await releaseWhatIsGone() }
        }
    }

    /// Claims the documents that a worker has recorded which is gone, for one that goes on with what it has leased.
    ///
    /// Nobody else gives them their names from then on, and a job whose document waits for its name is put off.
    ///
    /// - Parameter worker: who finishes them.
    /// - Returns: those that were not its own before.
    /// - Throws: `PipelineError` if the library cannot be written to.
    func claimLeft(for worker: QueueWorker) async throws(PipelineError) -> [Publication] {
        try await asPipelineError { () async throws(StoreError) in
            try await library.claimLeftPublications(for: worker)
        }
    }

    /// Gives claimed documents their names, those excepted that have got them by now.
    ///
    /// What is unfinished on this machine stays, for it may be what this process is about to store.
    ///
    /// - Parameter left: the documents.
    /// - Throws: `PipelineError` if the library cannot be written to; they can be finished later.
    func finish(left: [Publication]) async throws(PipelineError) {
        guard !left.isEmpty else { return }
        try await asPipelineError { () async throws(StoreError) in
            let pending = Set(try await library.pendingPublications())
            try await finish(left.filter(pending.contains))
        }
    }

    /// Gives recorded documents their names.
    private func finish(_ pending: [Publication]) async throws(StoreError) {
        try await store.partVersions(before: pending, recordedIn: library)
        try await store.publish(pending.filter { $0.area != .removal }, in: library) {
            refused throws(StoreError) in
            try await changes(after: refused)
        }
    }

    /// Takes the documents out of the records that a killed process had removed, and removes the versions that are left of them.
    ///
    /// What it had only noted stays: it may be listed again since, and whoever still wants to remove it asks again. So does
    /// what somebody has renamed. Where the store does not tell, the note stays for the next start.
    private func recordRemoved(_ notes: [Publication]) async throws(StoreError) {
        guard !notes.isEmpty else { return }
        let digests = Dictionary(notes.map { ($0.name, $0.document.digest) }) { first, _ in first }
        var noted: [MovedDocuments.Sought] = []
        for key in try await library.names(meeting: notes.map(\.name)).names.keys {
            guard let document = try await library.document(of: key),
                digests[document.name] == document.digest
            else { continue }
            noted.append(MovedDocuments.Sought(key: key, title: key.item, document: document))
        }
        let held = try await store.entries(of: noted.map(\.document.name))
        let missing = noted.filter { held[FileName($0.document.name)] == nil }
        var unsure = noted.filter { held[FileName($0.document.name)]?.isSeen == false }
        var gone: [MovedDocuments.Sought] = []
        do throws(StoreError) {
            gone = try await unmoved(missing)
        } catch {
            // Where the files cannot be listed, none is known to be gone.
            unsure += missing
        }
        for document in gone.map(\.document) { _ = try? await store.removeUnlessEdited(document) }
        let left = Set(unsure.map(\.document.name))
        try await library.commit(
            gone.map { .removed($0.key) }, settling: notes.filter { !left.contains($0.name) })
    }

    /// Those of the missing documents that nobody has moved.
    ///
    /// A file with the content of one that was written later is a copy: nobody asked to remove it.
    private func unmoved(
        _ missing: [MovedDocuments.Sought]
    ) async throws(StoreError) -> [MovedDocuments.Sought] {
        var strays: StrayFiles?
        let moves = try await MovedDocuments(store: store, library: library).among(missing, from: &strays)
        let files = try await store.entries(of: moves.map(\.name))
        let moved = Set(moves.filter { files[FileName($0.name)]?.seems($0.document) == true }.map(\.key))
        return missing.filter { !moved.contains($0.key) }
    }

    /// The changes that correct the records of documents whose publications were refused.
    ///
    /// Not of those that a machine has finished meanwhile which took this one for dead: others may have been recorded since.
    private func changes(after refused: [RefusedPublication]) async throws(StoreError) -> [LibraryChange] {
        guard !refused.isEmpty else { return [] }
        let pending = Set(try await library.pendingPublications())
        let refused = refused.filter { pending.contains($0.publication) }
        let names = try await library.names(meeting: refused.map(\.publication.name)).names
        let keys = Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
        return try await library.corrections(after: refused, of: keys)
    }

    /// Takes documents off the quarantine's list that are no longer there, because a process was killed after it
    /// accepted or removed them.
    private func releaseWhatIsGone() async throws(StoreError) {
        guard let quarantine = store.quarantine else { return }
        let listed = try await library.quarantinedDocuments()
        guard !listed.isEmpty else { return }
        let names = Set(try await quarantine.quarantinedNames())
        let gone = listed.filter { !names.contains($0.token) }
        try await library.commit(gone.map { .released(token: $0.token) })
    }
}
