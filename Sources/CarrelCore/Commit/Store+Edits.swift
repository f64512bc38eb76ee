import CarrelModel
import CarrelStages

extension Store {
    /// Whether somebody edited a stored document, or put another file in its place.
    ///
    /// If only the content differs, or the file is empty, it is damage: a bad disk changes no time, and nobody empties
    /// a document on purpose. What has another size is kept in any case: verification tells damage from it, which looks
    /// at the contents of all documents.
    ///
    /// - Parameters:
    ///   - document: the document as it is recorded.
    ///   - entry: the store's entry for its name.
    /// - Returns: whether its size differs, or it was written later and its content differs. The content is read only
    ///   if the size is the same.
    /// - Throws: `StoreError` if it cannot be read.
    func isEdited(_ document: StoredDocument, _ entry: StoreEntry) async throws(StoreError) -> Bool {
        guard entry.isSeen else {
            throw StoreError(.system, subject: document.name, reason: "it could not be examined")
        }
        guard entry.size == document.size else { return entry.size > 0 }
        guard entry.isTouched(since: document), entry.size > 0 else { return false }
        return try await digest(ofDocumentNamed: document.name).map { $0 != document.digest } ?? false
    }

    /// Removes a document, with its versions, unless somebody edited it.
    ///
    /// An empty file goes, too: nobody loses anything with it.
    ///
    /// - Parameter document: the document as it is recorded.
    /// - Returns: whether its name is free now.
    func removeUnlessEdited(_ document: StoredDocument) async throws(StoreError) -> Bool {
        if try await remove(documentNamed: document.name, holding: document.digest) { return true }
        guard try await entry(named: document.name)?.size == 0,
            let held = try await digest(ofDocumentNamed: document.name), held.size == 0
        else { return false }
        return try await remove(documentNamed: document.name, holding: held)
    }
}
