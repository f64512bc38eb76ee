import CarrelModel
import CarrelStages

extension Store {
    /// Whether somebody wrote into a stored document.
    ///
    /// A bad disk changes no time, and nobody empties a document on purpose: that is damage.
    ///
    /// - Parameters:
    ///   - document: the document as it is recorded.
    ///   - entry: what is under its name.
    /// - Returns: whether it was written since and holds something else now; the content is read only where its size
    ///   says nothing.
    /// - Throws: `StoreError` where it cannot be read.
    func isEdited(_ document: StoredDocument, _ entry: StoreEntry) async throws(StoreError) -> Bool {
        guard entry.isTouched(since: document), entry.size > 0 else { return false }
        if entry.size != document.size { return true }
        return try await digest(ofDocumentNamed: document.name).map { $0 != document.digest } ?? false
    }
}
