import CarrelModel

/// Says where the words of pages stand; some previewers are also page readers.
///
/// **Calls.** `words` reads one file and changes nothing. For limits, cancellation, errors and concurrency see
/// `Previewer`.
public protocol PageReader: Sendable {
    /// Reads the words of some pages.
    ///
    /// - Parameters:
    ///   - pages: the pages, from 1; those behind the last are left out.
    ///   - document: the file and its media type.
    ///   - limits: how long it may take. How much may be read is up to the reader.
    /// - Returns: the pages in their order; one without text, such as a scan, has no lines.
    func words(
        ofPages pages: ClosedRange<Int>, of document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> [PageWords]
}
