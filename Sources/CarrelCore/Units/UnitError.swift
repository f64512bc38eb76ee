/// Why a number could not be converted.
public struct UnitError: StageError {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The text is no decimal number.
        case notANumber
        /// The text has a second decimal point.
        case secondPoint
        /// The number has more digits than are read.
        case tooLong
        /// There is no such unit.
        case unknownUnit
        /// The units measure different things.
        case differentCategories
        /// The temperature is below absolute zero.
        case belowAbsoluteZero
        /// A size is never negative.
        case negativeSize
    }

    /// The kind of failure.
    public let code: Code
    /// The number or the unit.
    public let subject: String
    /// What is wrong with it.
    public let reason: String
    /// What the user can do about it.
    public let remedy: String?

    /// Makes an error.
    public init(_ code: Code, subject: String, reason: String, remedy: String?) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.remedy = remedy
    }
}
