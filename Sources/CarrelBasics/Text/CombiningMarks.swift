/// Tells which characters of a text are combining marks in excess.
///
/// To compose, compare or hash a text, its marks are sorted between one base character and the next, which takes the
/// square of their number. No language needs more than a few: Unicode's Stream-Safe Text Format (UAX #15) allows thirty.
public struct CombiningMarks {
    /// The most marks that follow one base character.
    @inlinable public static var limit: Int { 30 }

    @usableFromInline var run = 0

    /// Makes one for the beginning of a text.
    @inlinable public init() {}

    /// Takes the next character of the text, and says whether it is to stay.
    @inlinable public mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        // Below U+0300 there are no marks.
        guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
            run = 0
            return true
        }
        run += 1
        return run <= Self.limit
    }

    /// Whether a text has no marks in excess.
    @inlinable public static func areFew(in text: some StringProtocol) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = CombiningMarks()
        return text.unicodeScalars.allSatisfy { marks.takes($0) }
    }
}
