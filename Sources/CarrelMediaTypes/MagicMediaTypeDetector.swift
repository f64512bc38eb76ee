import CMagic
import CarrelCore
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
        magic = Locked(try MagicDatabase())
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
        let found = beginning.isEmpty ? nil : magic.withLock { $0.mediaType(of: beginning) }
        let evidence = TypeEvidence(
            found: found.flatMap { MediaType($0) }, isEmpty: beginning.isEmpty, declared: declared,
            named: named)
        return evidence.decision
    }
}

/// The owner of libmagic's cookie.
///
/// `@unchecked Sendable`: the cookie is used by one thread at a time only, because the one value of this
/// type lives behind a lock.
private final class MagicDatabase: @unchecked Sendable {
    private let cookie: magic_t

    init() throws(PreviewError) {
        func failure(_ reason: String) -> PreviewError {
            PreviewError(
                .toolMissing, file: URL(filePath: "/usr/share/misc/magic.mgc"), reason: reason,
                remedy: "Install libmagic-mgc: apt-get install libmagic-mgc")
        }
        guard let cookie = magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS) else {
            throw failure("libmagic could not be started")
        }
        guard magic_load(cookie, nil) == 0 else {
            let reason =
                magic_error(cookie).map { String(cString: $0) } ?? "libmagic's database could not be loaded"
            magic_close(cookie)
            throw failure(reason)
        }
        self.cookie = cookie
    }

    deinit { magic_close(cookie) }

    func mediaType(of data: Data) -> String? {
        data.withUnsafeBytes { bytes in
            magic_buffer(cookie, bytes.baseAddress, bytes.count).map { String(cString: $0) }
        }
    }
}
