import CMagic
import CarrelBasics
import CarrelStages
import Foundation

/// The owner of libmagic's cookie.
///
/// `@unchecked Sendable`: the cookie is used by one thread at a time only, because each of the two values of this
/// type lives behind a lock.
final class MagicDatabase: @unchecked Sendable {
    /// What the database is asked for.
    enum Question {
        /// The media type.
        case mediaType
        /// What the content is, in words.
        case description
    }

    /// The database that is asked for media types.
    ///
    /// Each is loaded when it is first asked: that takes longer than to look at most documents, which need none of it.
    static let mediaTypes = Result { () throws(PreviewError) in Locked(try MagicDatabase(.mediaType)) }
    /// The database that is asked for descriptions.
    static let descriptions = Result { () throws(PreviewError) in Locked(try MagicDatabase(.description)) }

    private let cookie: magic_t

    private init(_ question: Question) throws(PreviewError) {
        func failure(_ reason: String) -> PreviewError {
            PreviewError(
                .toolMissing, file: URL(filePath: "/usr/share/misc/magic.mgc"), reason: reason,
                remedy: "Install libmagic with its database: apt-get install libmagic1 libmagic-mgc")
        }
        let flags = question == .mediaType ? MAGIC_MIME_TYPE : MAGIC_NONE
        guard let cookie = magic_open(flags | MAGIC_NO_CHECK_COMPRESS) else {
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

    /// The answer on a document with this beginning.
    func answer(on data: Data) -> String? {
        data.withUnsafeBytes { bytes in
            magic_buffer(cookie, bytes.baseAddress, bytes.count).map { String(cString: $0) }
        }
    }
}
