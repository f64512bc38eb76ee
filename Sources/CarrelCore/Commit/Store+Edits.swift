import CarrelModel
import CarrelStages

extension Store {
    /// Whether somebody edited a stored document.
    ///
    /// If only the content differs, or the file is empty, it is damage: a bad disk changes no time, and nobody empties
    /// a document on purpose.
    ///
    /// - Parameters:
    ///   - document: the document as it is recorded.
    ///   - entry: the store's entry for its name.
    /// - Returns: whether it was written later and its content differs; the content is read only if the size is the
    ///   same.
    /// - Throws: `StoreError` if it cannot be read.
    func isEdited(_ document: StoredDocument, _ entry: StoreEntry) async throws(StoreError) -> Bool {
        guard entry.isTouched(since: document), entry.size > 0 else { return false }
        if entry.size != document.size { return true }
        return try await digest(ofDocumentNamed: document.name).map { $0 != document.digest } ?? false
    }
}
