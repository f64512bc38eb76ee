import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// What libmagic says a document's content is.
///
/// The words are partly the document's own, such as a comment in it: they are evidence, not facts.
public struct ContentDescription: Sendable, Hashable {
    /// The media type; `nil` if libmagic finds none.
    public var mediaType: MediaType?
    /// A description in words, such as `PNG image data, 240 x 180, 8-bit/color RGB, non-interlaced`.
    public var text: String

    public init(mediaType: MediaType?, text: String) {
        self.mediaType = mediaType
        self.text = text
    }

    /// Asks libmagic, whose database is loaded the first time.
    ///
    /// - Parameter beginning: the first bytes of the document; headers of pictures may need some hundred kilobytes.
    /// - Throws: `PreviewError` with code `.toolMissing`.
    public init(ofBeginning beginning: Data) throws(PreviewError) {
        let types = try MagicDatabase.mediaTypes.get()
        let descriptions = try MagicDatabase.descriptions.get()
        self.init(
            mediaType: types.withLock { $0.answer(on: beginning) }.flatMap { MediaType($0) },
            text: descriptions.withLock { $0.answer(on: beginning) } ?? "")
    }
}
