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
        let (beginning, isWhole) = try RegularFile.beginning(of: file, limit: Self.beginning)
        let named = URLReference.fileExtension("/" + name).flatMap(MediaType.forFileExtension)
        guard !isWhole, let handle = try? FileHandle(forReadingFrom: file) else {
            return decide(ContentWindow(beginning, isWhole: isWhole), declared, named)
        }
        defer { try? handle.close() }
        return decide(ContentWindow(handle, beginning: beginning, isWhole: false), declared, named)
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
        decide(ContentWindow(beginning, isWhole: beginning.count < Self.beginning), declared, named)
    }

    private func decide(_ window: ContentWindow, _ declared: MediaType?, _ named: MediaType?) -> MediaType {
        TypeEvidence(
            window,
            libmagic: { magic.withLock { $0.answer(on: window.beginning) }.flatMap { MediaType($0) } },
            declared: declared, named: named
        ).decision
    }
}
