import CarrelCore

/// Why a server could not be started.
public struct ServerError: StageError {
    /// The address.
    public let subject: String
    /// What went wrong.
    public let reason: String
    /// What the user can do about it.
    public let remedy: String?
}
