/// An error of a stage: it names the thing, the reason and, if there is one, the remedy.
///
/// Each stage has an error type of its own, with codes for callers; all have an `ErrorMessage`.
public protocol StageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message.
    var message: ErrorMessage { get }
}

/// What failed, why, and what to do about it.
public struct ErrorMessage: Sendable, Hashable, Codable {
    /// The thing that failed: a location, URL, name or path.
    public let subject: String
    /// What went wrong, as a clause that continues after the subject.
    public let reason: String
    /// What the user can do about it, as an imperative sentence without a full stop.
    public let remedy: String?

    public init(subject: String, reason: String, remedy: String? = nil) {
        (self.subject, self.reason, self.remedy) = (subject, reason, remedy)
    }
}

extension StageError {
    /// The thing that failed: a location, URL, name or path.
    public var subject: String { message.subject }
    /// What went wrong, as a clause that continues after the subject.
    public var reason: String { message.reason }
    /// What the user can do about it, as an imperative sentence without a full stop.
    public var remedy: String? { message.remedy }

    /// The one-line message: subject, reason and remedy.
    public var description: String {
        let message = message
        return ShownText.of(
            message.subject + (message.subject.hasSuffix(":") ? " " : ": ") + message.reason
                + (message.remedy.map { ". \($0)" } ?? ""))
    }
}
