import Foundation

/// Makes a picture of a document: what some previewers can do, too.
///
/// **Calls.** `thumbnail` reads one file and changes nothing; limits, cancellation, errors and concurrency are as
/// `Previewer` says.
public protocol Thumbnailer: Sendable {
    /// Makes a picture of a document.
    ///
    /// - Parameters:
    ///   - document: the file and its media type.
    ///   - request: what the picture is to be.
    ///   - limits: how long it may take.
    /// - Returns: a PNG file.
    /// - Throws: `PreviewError`.
    func thumbnail(
        of document: PreviewDocument, _ request: ThumbnailRequest, limits: PreviewLimits
    ) async throws(PreviewError) -> Data
}

/// What picture of a document is wanted.
public struct ThumbnailRequest: Sendable, Hashable {
    /// The sizes that a picture may have.
    public static let sizes = 16...4096

    /// The longer side, in pixels; the nearest of `sizes`.
    public let size: Int
    /// The page, from 1, of documents that have pages.
    public let page: Int

    public init(size: Int = 512, page: Int = 1) {
        self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        self.page = max(1, page)
    }
}

/// The files in which pictures of documents are.
public enum PNGFile {
    /// The most bytes that one may have: more than the largest that can be asked for needs.
    public static let maxSize = 96 << 20
    private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // The last part of every file, whose length is 0.
    private static let end = Data("IEND".utf8)

    /// Whether some bytes are a whole file.
    public static func isWhole(_ data: Data) -> Bool {
        data.starts(with: mark) && data.suffix(8).starts(with: end)
    }
}
