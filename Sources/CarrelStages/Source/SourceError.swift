import CarrelBasics

/// Why a catalogue could not be read.
public struct SourceError: StageError {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        /// There is no such file or resource.
        case notFound
        /// It could not be read or fetched.
        case unreadable
        /// The server answered with a status other than success.
        case httpStatus(Int)
        /// It is larger than the limit.
        case tooLarge
        /// It can only be read once, and was read before.
        case exhausted
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The role of the document that could not be read, if the catalogue has several.
    public private(set) var role: String?

    /// How long the server asked to wait; `nil` if it did not.
    public var retryAfter: Duration?

    /// Whether no setting says where the catalogue is: somebody named its place, or another catalogue does.
    private var isOfOperand = false
    /// What the library calls the catalogue, if that says where it is.
    private var catalogName: String?
    private let location: String
    private let cause: String
    private let advice: SourceRemedy?

    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - subject: the location of the catalogue.
    ///   - reason: what went wrong.
    ///   - remedy: what the user can do about it.
    public init(_ code: Code, subject: String, reason: String, remedy: SourceRemedy? = nil) {
        (self.code, location, cause, advice) = (code, subject, reason, remedy)
    }

    /// The location, what went wrong with which document, and what helps.
    public var message: ErrorMessage {
        ErrorMessage(
            subject: location, reason: role.map { "the \($0) document: \(cause)" } ?? cause, remedy: help)
    }

    private var help: String? {
        // Only a server that answers shows that the catalogue may be elsewhere.
        guard let catalogName, !isOfOperand, case .httpStatus = code else {
            return advice?.text(for: role, isOfOperand: isOfOperand)
        }
        return advice?.text(for: role, ofCatalog: catalogName)
    }

    /// The same error for a catalogue whose place somebody named, or another catalogue, and no setting.
    package var ofOperand: SourceError {
        var error = self
        error.isOfOperand = true
        return error
    }

    /// The same error for a catalogue whose place the library keeps.
    ///
    /// - Parameter name: what the library calls it; `nil` if a profile says where it is.
    package func ofKnown(_ name: String?) -> SourceError {
        var error = self
        error.catalogName = name
        return error
    }

    /// The same error for one of several documents.
    func of(role: String) -> SourceError {
        var error = self
        error.role = role
        return error
    }
}
