import CarrelBasics
import CarrelConfiguration
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The sixth stage: finds the type of a document and runs the previewer that the profile names for it, within the
/// profile's limits.
public struct PreviewStage: Sendable {
    /// A preview, and the previewer that made it.
    public struct Result: Sendable {
        /// The preview.
        public var preview: Preview
        /// The previewer's name.
        public var previewer: String
        /// The type of the document.
        public var mediaType: MediaType
    }

    /// The previewer for a type of document.
    package typealias Choice = (name: String, revision: String, previewer: any Previewer)

    let detector: any MediaTypeDetector
    let makePreviewer: @Sendable (MediaType) throws(ConfigurationError) -> Choice?
    let limits: PreviewLimits
    /// All previewers, for error messages.
    private let previewers: [PluginDescription]

    /// Makes the stage from a profile.
    ///
    /// - Parameters:
    ///   - builder: makes previewers.
    ///   - detector: finds the type of documents.
    public init(_ builder: PluginBuilder, detector: any MediaTypeDetector) {
        self.detector = detector
        limits = builder.previewLimits
        previewers = builder.registry.previewers.descriptions
        makePreviewer = { (mediaType: MediaType) throws(ConfigurationError) in
            try builder.makePreviewer(for: mediaType)
        }
    }

    /// Makes the stage from its parts.
    ///
    /// - Parameters:
    ///   - detector: finds the type of documents.
    ///   - limits: the limits of every preview.
    ///   - makePreviewer: chooses the previewer for a type; `nil` if the profile names none.
    package init(
        detector: any MediaTypeDetector, limits: PreviewLimits,
        makePreviewer: @escaping @Sendable (MediaType) throws(ConfigurationError) -> Choice?
    ) {
        (self.detector, self.limits, self.makePreviewer) = (detector, limits, makePreviewer)
        previewers = []
    }

    /// Makes a preview of a file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the document's name, for its extension.
    ///   - declared: the media type that its server declared, if any.
    ///   - wish: how much of the document to show.
    /// - Throws: `PreviewError`, with `.unsupported` if the profile names no previewer for such documents;
    ///   `ConfigurationError` if the previewer cannot be made.
    public func preview(
        _ file: URL, name: String, declared: MediaType?, _ wish: PreviewWish
    ) async throws -> Result {
        let mediaType = try await mediaType(of: file, name: name, declared: declared)
        return try await preview(file, mediaType, wish)
    }

    /// The type of a file.
    ///
    /// - Throws: `PreviewError` if it cannot be read.
    func mediaType(of file: URL, name: String, declared: MediaType?) async throws(PreviewError) -> MediaType {
        try await detector.mediaType(of: file, name: name, declared: declared)
    }

    /// Makes a preview of a file whose type is known.
    func preview(_ file: URL, _ mediaType: MediaType, _ wish: PreviewWish) async throws -> Result {
        do {
            return try await read(file, mediaType, wish)
        } catch let error as PreviewError where error.code == .malformed || error.code == .unsupported {
            // What an empty file is not, as its name promises, matters less than that it is empty.
            let beginning = try? RegularFile.beginning(of: file, limit: 1)
            guard beginning?.data.isEmpty == true else { throw advised(error, file, mediaType) }
            throw PreviewError.empty(file)
        }
    }

    /// An error with what shows such documents, where a previewer only knows that it does not.
    private func advised(_ error: PreviewError, _ file: URL, _ mediaType: MediaType) -> PreviewError {
        guard error.code == .unsupported, error.remedy == nil else { return error }
        return PreviewError(error.code, file: file, reason: error.reason, remedy: remedy(for: mediaType))
    }

    private func read(_ file: URL, _ mediaType: MediaType, _ wish: PreviewWish) async throws -> Result {
        guard let choice = try makePreviewer(mediaType) else {
            throw PreviewError(
                .unsupported, file: file, reason: "no previewer is configured for \(mediaType.essence)",
                remedy: remedy(for: mediaType))
        }
        var limits = limits
        (limits.picture, limits.pictureForm, limits.pages) = (wish.picture, wish.pictureForm, wish.pages)
        if let maxText = wish.maxText { limits.maxText = maxText }
        if wish.isBesideOthers { limits.programs = 1 }
        var preview = try await choice.previewer.preview(
            PreviewDocument(file: file, mediaType: mediaType), limits: limits)
        if preview.isTruncated, preview.text.isEmpty, preview.notes.isEmpty, wish.pages == nil,
            limits.maxText > 0
        {
            preview.notes.append("Only a part of the document could be read, and that part holds no text")
        }
        if let note = note(on: mediaType, by: choice.name) { preview.notes.append(note) }
        if let pages = wish.pages { preview = preview.only(pages: pages) }
        return Result(preview: preview, previewer: choice.name, mediaType: mediaType)
    }

    /// What shows more of a document than the previewer of a whole family of types, such as that of pictures.
    private func note(on mediaType: MediaType, by previewer: String) -> String? {
        guard PreviewAdvice.knowsProgram(for: mediaType), let runner = name(.runsProgram),
            !previewer.hasPrefix(runner)
        else { return nil }
        return "A program shows more of it. \(remedy(for: mediaType))"
    }

    /// What helps where no previewer is configured for a type.
    private func remedy(for mediaType: MediaType) -> String {
        PreviewAdvice.remedy(
            for: mediaType,
            reader: PreviewAdvice.suffix(of: mediaType).flatMap { name(.readsSuffix($0)) },
            runner: name(.runsProgram))
    }

    /// The previewer that does something which not every one does.
    private func name(_ feature: PluginFeature) -> String? {
        previewers.first { $0.features.contains(feature) }?.name
    }

    /// The previewer of a type, with its revision; `nil` if there is none.
    func maker(of mediaType: MediaType) throws(ConfigurationError) -> String? {
        try makePreviewer(mediaType).map { "\($0.name) \($0.revision)" }
    }

    /// The most text that a preview shows, in bytes.
    var maxText: Int { limits.maxText }
}

/// How much of a document a preview should show.
public struct PreviewWish: Sendable, Hashable {
    /// The largest picture that can be shown; `nil` for no picture.
    public var picture: PictureSize?
    /// The form of the picture.
    public var pictureForm: PictureForm
    /// The pages, from 1; `nil` for all.
    public var pages: ClosedRange<Int>?
    /// The most text, in bytes; `nil` for the profile's limit.
    public var maxText: Int?
    /// Whether other documents are previewed at the same time, as many as there are processors.
    public var isBesideOthers = false

    public init(
        picture: PictureSize? = nil, pictureForm: PictureForm = .blocks, pages: ClosedRange<Int>? = nil,
        maxText: Int? = nil
    ) {
        (self.picture, self.pictureForm, self.pages, self.maxText) = (picture, pictureForm, pages, maxText)
    }
}
