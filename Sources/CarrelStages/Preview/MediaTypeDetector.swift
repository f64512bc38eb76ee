import CarrelHTTP
import Foundation

/// Finds out what a document is, by its content first: servers and names get it wrong.
public protocol MediaTypeDetector: Sendable {
    /// The media type of a file.
    ///
    /// A specific type that the content shows wins; for content that is only text, or unknown, the server's type or the
    /// name's extension decides.
    ///
    /// - Parameters:
    ///   - file: the file to look into.
    ///   - name: the document's name, for its extension.
    ///   - declared: what the server declared, if anything.
    /// - Throws: `PreviewError` if the file cannot be read.
    func mediaType(of file: URL, name: String, declared: MediaType?) async throws(PreviewError) -> MediaType
}
