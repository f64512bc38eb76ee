/// Why a number could not be converted.
public struct UnitError: StageError {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The text is not a decimal number.
        case notANumber
        /// The text has a second decimal point.
        case secondPoint
        /// The number has too many digits.
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
    /// The number or the unit, what went wrong and what helps.
    public let message: ErrorMessage

    public init(_ code: Code, subject: String, reason: String, remedy: String?) {
        self.code = code
        message = ErrorMessage(subject: subject, reason: reason, remedy: remedy)
    }
}
