import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The sixth stage.
extension Desk {
    /// Looks into a stored document.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - picture: the size of a picture, where one can be shown.
    /// - Returns: the preview; that it was looked at is remembered.
    /// - Throws: `PreviewError`, `StoreError`, `ConfigurationError`.
    public func preview(_ key: ItemKey, picture: PictureSize? = nil) async throws -> PreviewStage.Result {
        guard var document = try await library.document(of: key) else {
            throw StoreError(
                .notFound, subject: key.item, reason: "it is not stored",
                remedy: "Fetch it first: carrel get")
        }
        if try await store.entry(named: document.name) == nil {
            // Somebody may have renamed it.
            let memory = try await pipeline(for: key.catalog).memory(of: key.catalog)
            document = memory.items[key]?.document ?? document
        }
        let (name, mediaType) = (document.name, document.mediaType)
        let result = try await store.withFile(named: name) { file in
            try await preview(file, name: name, declared: mediaType, picture: picture)
        }.get()
        await noteView(of: key)
        return result
    }

    /// Looks into any file.
    public func preview(
        _ file: URL, name: String, declared: MediaType? = nil, picture: PictureSize? = nil
    ) async throws -> PreviewStage.Result {
        guard let previews = parts.previews else {
            throw PreviewError(
                .unsupported, file: file, reason: "the profile names no previewers",
                remedy: "Name them in the [preview] table")
        }
        return try await previews.preview(file, name: name, declared: declared, picture: picture)
    }
}
