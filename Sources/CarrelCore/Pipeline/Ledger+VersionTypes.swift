import CarrelHTTP
import CarrelModel
import CarrelStages

extension Ledger {
    /// What the server called an earlier version of a document when it sent it.
    ///
    /// Charset and kind of the document that came later say nothing of it.
    ///
    /// - Parameters:
    ///   - version: the version.
    ///   - document: the stored document.
    ///   - key: its item.
    /// - Returns: the media type; `nil` if no try that is still recorded brought it: then its bytes say how to read it.
    /// - Throws: `StoreError`.
    func mediaType(
        of version: DocumentVersion, before document: StoredDocument, of key: ItemKey
    ) async throws(StoreError) -> MediaType? {
        guard let beginning = version.recordedBeginning else { return nil }
        if document.sha256.hasPrefix(beginning) { return document.mediaType }
        for attempt in try await attempts(for: key, limit: 200) {
            for exchange in attempt.exchanges where exchange.content == beginning {
                return exchange.mediaType.flatMap { MediaType($0) }
            }
        }
        return nil
    }
}
