/// Limits how many combining marks may follow one base character.
///
/// Composing, comparing or hashing a text sorts the marks after each base character, in time that grows with the square
/// of their number. No language needs more than a few: Unicode's Stream-Safe Text Format (UAX #15) allows thirty.
public struct CombiningMarks {
    /// The most marks after one base character.
    @inlinable public static var limit: Int { 30 }

    @usableFromInline var run = 0

    @inlinable public init() {}

    /// Takes the next character of the text, and says whether to keep it.
    @inlinable public mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        // Below U+0300 there are no marks.
        guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
            run = 0
            return true
        }
        run += 1
        return run <= Self.limit
    }

    /// Whether a text has no row of marks that is too long.
    @inlinable public static func areFew(in text: some StringProtocol) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = CombiningMarks()
        return text.unicodeScalars.allSatisfy { marks.takes($0) }
    }
}
