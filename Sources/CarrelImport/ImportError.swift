import CarrelBasics

/// Why a folder cannot be imported.
public struct ImportError: StageError {
    /// The folder, what went wrong and what helps.
    public let message: ErrorMessage

    /// - Parameters:
    ///   - place: the folder.
    ///   - reason: what went wrong.
    ///   - remedy: what the user can do about it.
    public init(_ place: String, reason: String, remedy: String? = nil) {
        message = ErrorMessage(subject: place, reason: reason, remedy: remedy)
    }
}
