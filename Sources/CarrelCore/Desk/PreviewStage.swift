import CarrelConfiguration
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The sixth stage: finds out what a document is, chooses the previewer that the profile names for it, and runs it within
/// the profile's limits.
public struct PreviewStage: Sendable {
    /// A preview, and who made it.
    public struct Result: Sendable {
        /// The preview.
        public var preview: Preview
        /// The previewer's name.
        public var previewer: String
        /// What the document is.
        public var mediaType: MediaType
    }

    private let detector: any MediaTypeDetector
    private let makePreviewer:
        @Sendable (MediaType) throws(ConfigurationError) -> (name: String, previewer: any Previewer)?
    private let limits: PreviewLimits

    /// Makes the stage from a profile.
    ///
    /// - Parameters:
    ///   - builder: makes previewers.
    ///   - detector: finds out what documents are.
    public init(_ builder: PluginBuilder, detector: any MediaTypeDetector) {
        self.detector = detector
        limits = builder.previewLimits
        makePreviewer = { (mediaType: MediaType) throws(ConfigurationError) in
            try builder.makePreviewer(for: mediaType)
        }
    }

    /// Makes the stage of its parts.
    ///
    /// - Parameters:
    ///   - detector: finds out what documents are.
    ///   - limits: bound every preview.
    ///   - makePreviewer: chooses who makes the preview of a document; `nil` if nobody does.
    package init(
        detector: any MediaTypeDetector, limits: PreviewLimits,
        makePreviewer:
            @escaping @Sendable (MediaType) throws(ConfigurationError) -> (
                name: String, previewer: any Previewer
            )?
    ) {
        (self.detector, self.limits, self.makePreviewer) = (detector, limits, makePreviewer)
    }

    /// Makes a preview of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the document's name, for its extension.
    ///   - declared: the media type that its server declared, if it did.
    ///   - picture: the size of a picture, where one can be shown.
    /// - Returns: the preview.
    /// - Throws: `PreviewError`, with `.unsupported` where the profile names no previewer for such documents;
    ///   `ConfigurationError` where the previewer cannot be made.
    public func preview(
        _ file: URL, name: String, declared: MediaType?, picture: PictureSize? = nil
    ) async throws -> Result {
        let mediaType = try await detector.mediaType(of: file, name: name, declared: declared)
        guard let choice = try makePreviewer(mediaType) else {
            throw PreviewError(
                .unsupported, file: file, reason: "no previewer is configured for \(mediaType.essence)",
                remedy: "Name one in the [preview] table, or look at it with carrel open")
        }
        var limits = limits
        limits.picture = picture
        let preview = try await choice.previewer.preview(
            PreviewDocument(file: file, mediaType: mediaType), limits: limits)
        return Result(preview: preview, previewer: choice.name, mediaType: mediaType)
    }
}
