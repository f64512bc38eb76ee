import Foundation

/// Makes a picture of a document; some previewers are also thumbnailers.
///
/// **Calls.** `thumbnail` reads one file and changes nothing. For limits, cancellation, errors and concurrency see
/// `Previewer`.
public protocol Thumbnailer: Sendable {
    /// Makes a picture of a document.
    ///
    /// - Parameters:
    ///   - document: the file and its media type.
    ///   - request: the size and the page.
    ///   - limits: how long it may take, and how much may be read.
    /// - Returns: a PNG file.
    func thumbnail(
        of document: PreviewDocument, _ request: ThumbnailRequest, limits: PreviewLimits
    ) async throws(PreviewError) -> Data
}

/// The size and the page of a wanted picture.
public struct ThumbnailRequest: Sendable, Hashable {
    /// The sizes that a picture may have, in pixels of its longer side.
    public static let sizes = 16...6000

    /// The longer side in pixels, clamped to `sizes`.
    public let size: Int
    /// The page, from 1, of documents that have pages.
    public let page: Int

    public init(size: Int = 512, page: Int = 1) {
        self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        self.page = max(1, page)
    }
}

/// Checks PNG files, the form of all pictures of documents.
public enum PNGFile {
    /// The most bytes of a file: more than the largest picture needs.
    public static let maxSize = 96 << 20
    private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // The type of the last chunk of every file; its CRC of four bytes follows.
    private static let end = Data("IEND".utf8)

    /// Whether the bytes are a whole PNG file, judging by its beginning and end.
    public static func isWhole(_ data: Data) -> Bool {
        data.starts(with: mark) && data.suffix(8).starts(with: end)
    }
}
