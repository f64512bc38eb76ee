import Foundation

/// Finds out what a document is, so that the right previewer gets it.
///
/// **Calls.** `mediaType` reads the beginning of the file and changes nothing.
///
/// **Errors.** `PreviewError`: the file cannot be read, or what detection needs is not installed.
///
/// **Concurrency.** Calls may overlap.
public protocol MediaTypeDetector: Sendable {
    /// Finds the media type from the content, with the help of the name and the declaration.
    ///
    /// What the content shows wins. Text that could be of several types keeps the declared one, or else that
    /// of the name's extension.
    ///
    /// - Parameters:
    ///   - file: the document.
    ///   - name: the document's name, with its extension.
    ///   - declared: what the server said, if it is known.
    /// - Returns: the media type; `application/octet-stream` where nothing tells.
    /// - Throws: `PreviewError`.
    func mediaType(of file: URL, name: String, declared: MediaType?) throws(PreviewError) -> MediaType
}
