import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Finds media types from content with libmagic.
public struct MagicMediaTypeDetector: MediaTypeDetector {
    private let magic: Locked<MagicDatabase>

    // As much as libmagic itself reads: office documents show what they are only after the first kilobytes.
    private static let beginning = 1 << 20

    /// Loads libmagic's database.
    ///
    /// - Throws: `PreviewError` with code `.toolMissing`.
    public init() throws(PreviewError) {
        magic = Locked(try MagicDatabase(.mediaType))
    }

    /// Finds the media type of a file.
    public func mediaType(
        of file: URL, name: String, declared: MediaType?
    ) throws(PreviewError) -> MediaType {
        let beginning = try RegularFile.beginning(of: file, limit: Self.beginning).data
        return mediaType(
            ofBeginning: beginning, declared: declared,
            named: URLReference.fileExtension("/" + name).flatMap(MediaType.forFileExtension))
    }

    /// Finds the media type of a document by its first bytes.
    ///
    /// - Parameters:
    ///   - beginning: the first bytes; a few are enough for most types.
    ///   - declared: what the server declared, if anything.
    ///   - named: what the name's extension stands for.
    /// - Returns: the media type.
    public func mediaType(
        ofBeginning beginning: Data, declared: MediaType?, named: MediaType? = nil
    ) -> MediaType {
        let found = beginning.isEmpty ? nil : magic.withLock { $0.answer(on: beginning) }
        let evidence = TypeEvidence(
            found: found.flatMap { MediaType($0) }, isEmpty: beginning.isEmpty,
            beginsAsPage: ContentSniff.isHTML(beginning.prefix(ContentSniff.length)), declared: declared,
            named: named)
        return evidence.decision
    }
}
