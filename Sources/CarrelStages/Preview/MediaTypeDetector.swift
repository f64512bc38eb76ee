import CarrelHTTP
import Foundation

/// Finds out what a document is, by its content first: servers and names get it wrong.
public protocol MediaTypeDetector: Sendable {
    /// The media type of a file.
    ///
    /// A specific type found in the content wins; content that is merely text, or unknown, keeps what the
    /// server declared or what the name's extension says.
    ///
    /// - Parameters:
    ///   - file: the file to look into.
    ///   - name: the document's name, for its extension.
    ///   - declared: what the server declared, if anything.
    /// - Returns: the media type.
    /// - Throws: `PreviewError` where the file cannot be read.
    func mediaType(of file: URL, name: String, declared: MediaType?) async throws(PreviewError) -> MediaType
}
