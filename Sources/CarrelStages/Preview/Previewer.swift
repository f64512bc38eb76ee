import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// Shows what is inside a document: the last stage.
///
/// **Calls.** `preview` reads one file and changes nothing. The file's media type was found from its content, but the
/// content may still be damaged or hostile.
///
/// **Limits.** Nothing is read, run or returned beyond `PreviewLimits`. The text holds no control characters except
/// line feed and tab. A picture is made only if the limits ask for one.
///
/// **Cancellation.** A cancelled task makes `preview` throw `.cancelled` within 0.2 s, and no child process is left.
///
/// **Errors.** `PreviewError`, naming the file, the reason and the remedy.
///
/// **Concurrency.** Calls may overlap. No call blocks a cooperative thread for long.
public protocol Previewer: Sendable {
    /// Previews a document.
    ///
    /// - Parameters:
    ///   - document: the file and its media type.
    ///   - limits: how much to read and to return.
    /// - Returns: the preview, within the limits.
    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview
}

/// A file to preview.
public struct PreviewDocument: Sendable, Hashable {
    /// The file.
    public var file: URL
    /// Its media type, found from its content.
    public var mediaType: MediaType

    public init(file: URL, mediaType: MediaType) {
        self.file = file
        self.mediaType = mediaType
    }

    /// Throws the error of a cancelled task if this one is.
    public func checkCancelled() throws(PreviewError) {
        guard !Task.isCancelled else { throw PreviewError.cancelled(file) }
    }
}

/// How much a preview may read, how long it may take, and how much it may return.
public struct PreviewLimits: Sendable, Hashable {
    /// The most text to return, in bytes of UTF-8.
    public var maxText: Int
    /// The most to read, in bytes, of a document that must be held in memory.
    public var maxRead: Int
    /// The longest time for one document.
    public var timeout: Duration
    /// The largest picture that can be shown; `nil` for no picture.
    public var picture: PictureSize?
    /// What a picture is made of; `picture` counts pixels of the terminal for all forms but blocks.
    public var pictureForm: PictureForm = .blocks
    /// The pages, slides, sheets or chapters to show, from 1; `nil` for all.
    ///
    /// A previewer may ignore it and return everything: the stage then takes these pages out of its text.
    public var pages: ClosedRange<Int>?
    /// The most programs that may read the document at once.
    public var programs = Processors.count

    public init(
        maxText: Int = 64 << 10, maxRead: Int = 16 << 20, timeout: Duration = .seconds(20),
        picture: PictureSize? = nil, pages: ClosedRange<Int>? = nil
    ) {
        self.maxText = maxText
        self.maxRead = maxRead
        self.timeout = timeout
        self.picture = picture
        self.pages = pages
    }

    /// The most bytes to read of a text that is shown as far as it fits.
    ///
    /// No encoding needs more than four bytes for what takes one in UTF-8; one byte more tells of a rest.
    ///
    /// - Parameter most: what is read in any case, to tell facts of the whole text.
    /// - Returns: a number of bytes.
    public func usefulRead(atLeast most: Int = 0) -> Int {
        let shown = maxText > Int.max / 8 ? Int.max : maxText * 4 + 1
        return max(0, min(maxRead, max(shown, most)))
    }
}

/// Why a document could not be previewed.
public struct PreviewError: StageError {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The file could not be read.
        case unreadable
        /// The content is damaged or not of its kind.
        case malformed
        /// The content is protected by a password.
        case encrypted
        /// A needed program is not installed.
        case toolMissing
        /// It took longer than the limit.
        case timedOut
        /// It took more memory than the limit.
        case outOfMemory
        /// No previewer is configured for the media type.
        case unsupported
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The file, what went wrong and what helps.
    public let message: ErrorMessage

    public init(_ code: Code, file: URL, reason: String, remedy: String? = nil) {
        self.code = code
        message = ErrorMessage(subject: file.path, reason: reason, remedy: remedy)
    }

    /// The error of a cancelled task.
    public static func cancelled(_ file: URL) -> PreviewError {
        PreviewError(.cancelled, file: file, reason: "cancelled")
    }

    /// The error of a document that is locked by a password.
    public static func locked(_ file: URL) -> PreviewError {
        PreviewError(
            .encrypted, file: file, reason: "the document is locked by a password",
            remedy: "Open it with an application that asks for the password")
    }

    /// The error of a file without a byte.
    public static func empty(_ file: URL) -> PreviewError { damaged(file, "the file is empty") }

    /// The error of a document that is damaged: another download may be whole.
    public static func damaged(_ file: URL, _ reason: String) -> PreviewError {
        PreviewError(.malformed, file: file, reason: reason, remedy: "Download it again")
    }

    /// The error of a document that only another program can show.
    public static func needsOtherProgram(_ file: URL, _ reason: String) -> PreviewError {
        PreviewError(.malformed, file: file, reason: reason, remedy: "Open it with another program")
    }

    /// The error of a document that is not of its kind: another one may have come, or it may be what another program shows.
    public static func wrongKind(_ file: URL, _ reason: String) -> PreviewError {
        PreviewError(
            .malformed, file: file, reason: reason,
            remedy: "Download it again, or open it with another program")
    }

    /// Names a document in place of a file that is a copy of it.
    public init(_ error: PreviewError, of document: String) {
        code = error.code
        message = ErrorMessage(subject: document, reason: error.reason, remedy: error.remedy)
    }
}
