import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Pictures of documents, and the words on their pages.
extension PreviewStage {
    /// Makes a picture of a document: a PNG file.
    ///
    /// - Parameters:
    ///   - file: the document.
    ///   - name: its name, for its extension.
    ///   - declared: the media type that its server declared, if it did.
    ///   - request: what the picture is to be.
    /// - Returns: the bytes of the file.
    /// - Throws: `PreviewError`, with `.unsupported` where nothing draws such documents; `ConfigurationError` where the
    ///   previewer cannot be made.
    public func thumbnail(
        of file: URL, name: String, declared: MediaType?, _ request: ThumbnailRequest
    ) async throws -> Data {
        let document = try await self.document(file, name: name, declared: declared)
        guard let thumbnailer = try makePreviewer(document.mediaType)?.previewer as? any Thumbnailer else {
            throw PreviewError(
                .unsupported, file: file,
                reason: "no previewer makes pictures of \(document.mediaType.essence)",
                remedy: "Open it with another program")
        }
        return try await thumbnailer.thumbnail(of: document, request, limits: limits)
    }

    /// A document with the type that its content shows.
    private func document(
        _ file: URL, name: String, declared: MediaType?
    ) async throws -> PreviewDocument {
        let mediaType = try await detector.mediaType(of: file, name: name, declared: declared)
        return PreviewDocument(file: file, mediaType: mediaType)
    }

    /// Reads where the words of some pages stand.
    ///
    /// - Parameters:
    ///   - pages: the pages, from 1.
    ///   - file: the document.
    ///   - name: its name, for its extension.
    ///   - declared: the media type that its server declared, if it did.
    /// - Returns: the pages that there are.
    /// - Throws: `PreviewError`, with `.unsupported` where nothing reads them; `ConfigurationError` where the previewer
    ///   cannot be made.
    public func words(
        ofPages pages: ClosedRange<Int>, of file: URL, name: String, declared: MediaType?
    ) async throws -> [PageWords] {
        let document = try await self.document(file, name: name, declared: declared)
        guard let reader = try makePreviewer(document.mediaType)?.previewer as? any PageReader else {
            throw PreviewError(
                .unsupported, file: file,
                reason: "no previewer knows where words stand in \(document.mediaType.essence)",
                remedy: "Read its text with carrel preview")
        }
        return try await reader.words(ofPages: pages, of: document, limits: limits)
    }
}
