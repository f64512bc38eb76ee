import CarrelBasics

/// Why a server could not be started.
public struct ServerError: StageError {
    /// The address, what went wrong and what helps.
    public let message: ErrorMessage

    package init(subject: String, reason: String, remedy: String?) {
        message = ErrorMessage(subject: subject, reason: reason, remedy: remedy)
    }
}
