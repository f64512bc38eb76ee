import CarrelBasics

/// Why nothing was written out.
public struct ExportError: StageError {
    /// The place, what went wrong and what helps.
    public let message: ErrorMessage
    /// Whether it is the trouble of one document, so that others can be copied.
    var concernsOne = false

    /// - Parameters:
    ///   - place: the file or folder.
    ///   - reason: what went wrong.
    ///   - remedy: what the user can do about it.
    public init(_ place: String, reason: String, remedy: String? = nil) {
        message = ErrorMessage(subject: place, reason: reason, remedy: remedy)
    }
}
