import CarrelHTTP
import CarrelModel
import CarrelStages

extension Ledger {
    /// What the server called an earlier version of a document when it sent it.
    ///
    /// Where no recorded try knows, it is what the server calls the document that came later, as long as nothing came under
    /// another media type: servers seldom change what they call a document.
    ///
    /// - Returns: the media type; `nil` if it cannot be known: then its bytes say how to read it.
    func mediaType(
        of version: DocumentVersion, before document: StoredDocument, of key: ItemKey
    ) async throws(StoreError) -> MediaType? {
        guard let beginning = version.recordedBeginning else { return nil }
        if document.sha256.hasPrefix(beginning) { return document.mediaType }
        var isAlwaysTheSame = true
        for attempt in try await attempts(for: key, limit: 200) {
            for exchange in attempt.exchanges {
                let mediaType = exchange.mediaType.flatMap { MediaType($0) }
                if exchange.content == beginning { return mediaType }
                let came = (200..<300).contains(exchange.status ?? 0)
                if came, let mediaType, mediaType != document.mediaType { isAlwaysTheSame = false }
            }
        }
        return isAlwaysTheSame ? document.mediaType : nil
    }
}
