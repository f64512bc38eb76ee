import CarrelModel
import CarrelStages
import CarrelStaging

/// Unfinished documents, each with its note in `.carrel/incoming`.
extension DirectoryStore: PartialDocuments {
    /// The partial documents that can be continued.
    public func partialDocuments() throws(StoreError) -> [ItemKey: PartialDocument] {
        try incoming.partialDocuments()
    }

    /// Opens a writer that can be parked.
    public nonisolated func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        try incoming.writer(for: key, resuming: resuming)
    }

    /// Leaves a whole document to be continued, unless it gets its name.
    public func leave(
        _ document: StagedDocument, of key: ItemKey, _ note: PartialNote
    ) throws(StoreError) {
        try incoming.leave(token: document.token, of: key, note)
    }

    /// Removes what killed processes left that can never be continued.
    public func removeAbandonedPartials() throws(StoreError) { try incoming.removeAbandonedPartials() }
}
