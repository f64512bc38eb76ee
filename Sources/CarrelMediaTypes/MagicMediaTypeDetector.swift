import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Finds media types from content, with libmagic where nothing else tells.
public struct MagicMediaTypeDetector: MediaTypeDetector {
    // As much as libmagic itself reads: office documents show what they are only after the first kilobytes.
    private static let beginning = 1 << 20

    public init() {}

    /// Checks that libmagic and its database are there.
    ///
    /// - Throws: `PreviewError` with code `.toolMissing`.
    public func check() throws(PreviewError) { _ = try MagicDatabase.mediaTypes.get() }

    /// Finds the media type of a file.
    public func mediaType(
        of file: URL, name: String, declared: MediaType?
    ) throws(PreviewError) -> MediaType {
        let (beginning, isWhole) = try RegularFile.beginning(of: file, limit: Self.beginning)
        let named = URLReference.fileExtension("/" + name).flatMap(MediaType.forFileExtension)
        guard !isWhole, let handle = try? FileHandle(forReadingFrom: file) else {
            return try decide(ContentWindow(beginning, isWhole: isWhole), declared, named)
        }
        defer { try? handle.close() }
        return try decide(ContentWindow(handle, beginning: beginning), declared, named)
    }

    /// Finds the media type of a document by its first bytes.
    ///
    /// - Parameters:
    ///   - beginning: the first bytes; a few are enough for most types.
    ///   - declared: what the server declared, if anything.
    ///   - named: what the name's extension stands for.
    /// - Throws: `PreviewError` with code `.toolMissing`, if libmagic is needed and missing.
    public func mediaType(
        ofBeginning beginning: Data, declared: MediaType?, named: MediaType? = nil
    ) throws(PreviewError) -> MediaType {
        try decide(ContentWindow(beginning, isWhole: beginning.count < Self.beginning), declared, named)
    }

    private func decide(
        _ window: ContentWindow, _ declared: MediaType?, _ named: MediaType?
    ) throws(PreviewError) -> MediaType {
        var failure: PreviewError?
        let evidence = TypeEvidence(
            window,
            libmagic: {
                switch MagicDatabase.mediaTypes {
                case .success(let magic):
                    return magic.withLock { $0.answer(on: window.beginning) }.flatMap { MediaType($0) }
                case .failure(let error):
                    failure = error
                    return nil
                }
            }, declared: declared, named: named)
        if let failure { throw failure }
        return evidence.decision
    }
}
