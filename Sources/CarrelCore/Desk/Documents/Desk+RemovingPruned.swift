import CarrelBasics
import CarrelModel
import CarrelStages

/// Removes what was found to prune.
extension Desk {
    /// A document or a version that stays, and why.
    public struct Kept: Sendable, Hashable {
        /// What stays.
        public var entry: Prunable
        /// Why.
        public var reason: String

        static func edited(_ entry: Prunable) -> Self { Self(entry: entry, reason: "somebody wrote into it") }

        static func waiting(_ entry: Prunable) -> Self { Self(entry: entry, reason: "it waits for its name") }
    }

    /// What became of documents and versions that were to be removed.
    public struct Pruned: Sendable, Hashable {
        /// What is gone.
        public var removed: [Prunable] = []
        /// What stays, and why.
        public var kept: [Kept] = []
        /// Why the rest was left alone; `nil` if nothing was.
        public var failure: StoreError?
    }

    /// Removes documents and versions for good, except edited ones that nobody asked for, and documents that are needed again.
    ///
    /// - Parameters:
    ///   - prunable: the documents and versions.
    ///   - pruning: what was asked for when they were found.
    /// - Returns: what is gone, and what stays.
    /// - Throws: `PipelineError`, `StoreError` if nothing can be removed.
    public func prune(_ prunable: [Prunable], of pruning: Pruning) async throws -> Pruned {
        try await writing(makingRoom: true) { pipeline in
            // Lists know the names that somebody gave documents; records must, too.
            let catalogs = Set(prunable.filter { $0.version == nil }.compactMap { $0.key?.catalog })
            for catalog in catalogs.sorted() { try await pipeline.recordMoves(in: catalog) }
            // Since they were found, somebody had to answer or to wait for the library, and a sync may have listed some again.
            let removable = Set(Self.kinds(of: try await view().allRows, pruning).keys)
            // They stay so until a worker gives them, and on a full disk until there is room.
            let pending = try await pipeline.library.pendingNames(among: prunable.map(\.name))
            let unnamed = Set(pending.map { FileName($0) })
            var (pruned, rest) = (Pruned(), prunable.filter { !$0.keepsEdits })
            pruned.kept = rest.filter { unnamed.contains(FileName($0.name)) }.map(Kept.waiting)
            rest.removeAll { unnamed.contains(FileName($0.name)) }
            for group in rest.groups(of: Self.removedAtOnce)
            where pruned.failure == nil {
                do throws(StoreError) {
                    try await Self.remove(group, among: removable, pipeline, &pruned)
                } catch {
                    pruned.failure = error
                }
            }
            pruned.kept += prunable.filter(\.keepsEdits).map(Kept.edited)
            return pruned
        }
    }

    /// Removes documents and versions, and notes what became of them.
    private static func remove(
        _ entries: ArraySlice<Prunable>, among removable: Set<ItemKey>, _ pipeline: Pipeline,
        _ pruned: inout Pruned
    ) async throws(StoreError) {
        // What was asked for counts for documents that are still recorded nowhere.
        let asked = entries.filter(\.isAskedFor).compactMap { $0.version?.document }
        let recorded =
            asked.isEmpty ? [] : Set(try await pipeline.library.names(meeting: asked).names.values)
        var documents: [(key: ItemKey, document: StoredDocument)] = []
        var going: [ItemKey: Prunable] = [:]
        for entry in entries {
            do throws(StoreError) {
                if let version = entry.version {
                    let evenIfEdited = entry.isAskedFor && !recorded.contains(version.document)
                    if try await remove(version, evenIfEdited: evenIfEdited, pipeline.store) {
                        pruned.removed.append(entry)
                    } else {
                        pruned.kept.append(.edited(entry))
                    }
                } else if let key = entry.key, removable.contains(key), let document = entry.document,
                    let known = try await current(document, of: key, pipeline.library)
                {
                    documents.append((key: key, document: known))
                    going[key] = entry
                } else {
                    // Another item may have taken it over since.
                    pruned.kept.append(Kept(entry: entry, reason: "it has changed, or is needed again"))
                }
            } catch  where error.concernsOne {
                // What is in the way of one document is not in that of others.
                pruned.kept.append(Kept(entry: entry, reason: error.reason))
            }
        }
        let removal = try await pipeline.store.remove(documents, in: pipeline.library)
        for (key, _) in documents {
            guard let entry = going[key] else { continue }
            if removal.gone.contains(key) {
                pruned.removed.append(entry)
            } else if let error = removal.kept[key] {
                pruned.kept.append(Kept(entry: entry, reason: error.reason))
            }
        }
        if let failure = removal.failure { throw failure }
    }

    /// Removes a version, one that somebody edited only if that was asked for; tells whether it is gone.
    private static func remove(
        _ version: DocumentVersion, evenIfEdited: Bool, _ store: any Store
    ) async throws(StoreError) -> Bool {
        guard let versions = store.versions, try await !versions.remove(version) else { return true }
        guard evenIfEdited, let transfer = store.transfer else { return false }
        try await transfer.remove(.version(of: version.document, version.name))
        return true
    }

    /// A document as it is recorded now; `nil` if it is no longer that of its item.
    private static func current(
        _ document: StoredDocument, of key: ItemKey, _ library: any Library
    ) async throws(StoreError) -> StoredDocument? {
        guard let recorded = try await library.document(of: key),
            FileName(recorded.name) == FileName(document.name), recorded.digest == document.digest
        else { return nil }
        return recorded
    }
}
