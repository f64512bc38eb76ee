import CarrelModel
import CarrelStages
import Foundation

/// Removes documents from the quarantine that nobody needs any longer.
extension RunParts {
    /// Removes superseded documents of a catalogue from the quarantine: since then the right document has come, for its
    /// item or another catalogue's, or the stored one turned out to be that, or another wrong one came.
    ///
    /// Called once for each plan, after its last record, so that the list is read only once.
    func discardSuperseded(of catalog: String) async {
        do {
            // Newest first.
            let entries = try await library.quarantinedDocuments().filter {
                $0.key?.catalog == catalog && !$0.wasStored
            }
            guard !entries.isEmpty else { return }
            let keys = entries.compactMap(\.key)
            let memory = try await library.memory(ofItems: keys)
            let shared = try await sharedItems(of: catalog, among: keys)
            var (seen, superseded) = (Set<ItemKey>(), [QuarantinedDocument]())
            for entry in entries {
                guard let key = entry.key else { continue }
                var isSuperseded = !seen.insert(key).inserted || shared.contains(key)
                if !isSuperseded {
                    isSuperseded = try await isThere(memory[key], of: key, since: entry.date)
                }
                if isSuperseded { superseded.append(entry) }
            }
            guard !superseded.isEmpty else { return }
            try await discard(superseded)
        } catch {
            // The next run tidies up.
        }
    }

    /// Those of some items that show a document of another catalogue, which is there.
    private func sharedItems(
        of catalog: String, among keys: [ItemKey]
    ) async throws(StoreError) -> Set<ItemKey> {
        var found = Set<ItemKey>()
        for (key, shared) in try await library.sharedDocuments(among: keys, in: catalog) {
            if try await store.entry(named: shared.document.name)?.isSeen == true { found.insert(key) }
        }
        return found
    }

    private func discard(_ entries: [QuarantinedDocument]) async throws(StoreError) {
        try await store.quarantine?.discard(quarantined: entries.map(\.token))
        try await library.commit(entries.map { .released(token: $0.token) })
    }

    /// Whether the right document of an item has come since a date, or has turned out to be the stored one.
    private func isThere(
        _ item: ItemMemory?, of key: ItemKey, since date: Date
    ) async throws(StoreError) -> Bool {
        guard let item, item.lastFailure == nil, let document = item.document else { return false }
        if document.storedAt >= date { return true }
        // Its server or its catalogue said so. With a remark the server sent something else, which somebody has decided on.
        return try await library.attempts(for: key, limit: 1).contains {
            $0.outcome == .unchanged && $0.reason == nil && $0.date >= date
        }
    }
}
