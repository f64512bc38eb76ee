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

    /// What chooses who makes the preview of a document; `nil` if nobody does.
    package typealias Choice = (name: String, revision: String, previewer: any Previewer)

    let detector: any MediaTypeDetector
    let makePreviewer: @Sendable (MediaType) throws(ConfigurationError) -> Choice?
    let limits: PreviewLimits
    /// The names of the previewers that there are.
    private let previewers: [String]

    /// Makes the stage from a profile.
    ///
    /// - Parameters:
    ///   - builder: makes previewers.
    ///   - detector: finds out what documents are.
    public init(_ builder: PluginBuilder, detector: any MediaTypeDetector) {
        self.detector = detector
        limits = builder.previewLimits
        previewers = builder.registry.previewers.names
        makePreviewer = { (mediaType: MediaType) throws(ConfigurationError) in
            try builder.makePreviewer(for: mediaType)
        }
    }

    /// Makes the stage of its parts.
    ///
    /// - Parameters:
    ///   - detector: finds out what documents are.
    ///   - limits: bound every preview.
    ///   - previewers: the names of those that a profile could name.
    ///   - makePreviewer: chooses who makes the preview of a document; `nil` if nobody does.
    package init(
        detector: any MediaTypeDetector, limits: PreviewLimits, previewers: [String] = [],
        makePreviewer: @escaping @Sendable (MediaType) throws(ConfigurationError) -> Choice?
    ) {
        (self.detector, self.limits, self.makePreviewer) = (detector, limits, makePreviewer)
        self.previewers = previewers
    }

    /// Makes a preview of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the document's name, for its extension.
    ///   - declared: the media type that its server declared, if it did.
    ///   - wish: what of it is wanted.
    /// - Returns: the preview.
    /// - Throws: `PreviewError`, with `.unsupported` where the profile names no previewer for such documents;
    ///   `ConfigurationError` where the previewer cannot be made.
    public func preview(
        _ file: URL, name: String, declared: MediaType?, _ wish: PreviewWish = PreviewWish()
    ) async throws -> Result {
        let mediaType = try await mediaType(of: file, name: name, declared: declared)
        return try await preview(file, mediaType, wish)
    }

    /// What a file is.
    ///
    /// - Throws: `PreviewError` if it cannot be read.
    func mediaType(of file: URL, name: String, declared: MediaType?) async throws(PreviewError) -> MediaType {
        try await detector.mediaType(of: file, name: name, declared: declared)
    }

    /// Makes a preview of a file whose type is known.
    func preview(_ file: URL, _ mediaType: MediaType, _ wish: PreviewWish) async throws -> Result {
        guard let choice = try makePreviewer(mediaType) else {
            throw PreviewError(
                .unsupported, file: file, reason: "no previewer is configured for \(mediaType.essence)",
                remedy: PreviewAdvice.remedy(for: mediaType, previewers: previewers))
        }
        var limits = limits
        (limits.picture, limits.pages) = (wish.picture, wish.pages)
        if let maxText = wish.maxText { limits.maxText = maxText }
        var preview = try await choice.previewer.preview(
            PreviewDocument(file: file, mediaType: mediaType), limits: limits)
        if let pages = wish.pages { preview = preview.only(pages: pages) }
        return Result(preview: preview, previewer: choice.name, mediaType: mediaType)
    }

    /// Who makes the preview of a type, and in which revision; `nil` if nobody does.
    func maker(of mediaType: MediaType) throws(ConfigurationError) -> String? {
        try makePreviewer(mediaType).map { "\($0.name) \($0.revision)" }
    }

    /// The most text that a preview shows, in bytes.
    var maxText: Int { limits.maxText }
}

/// What of a document is wanted.
public struct PreviewWish: Sendable, Hashable {
    /// The size of a picture, where one can be shown.
    public var picture: PictureSize?
    /// The pages; all unless told.
    public var pages: ClosedRange<Int>?
    /// The most text, in bytes; as much as the profile says unless told.
    public var maxText: Int?

    public init(picture: PictureSize? = nil, pages: ClosedRange<Int>? = nil, maxText: Int? = nil) {
        (self.picture, self.pages, self.maxText) = (picture, pages, maxText)
    }
}
