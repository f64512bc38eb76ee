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
        let count = Self.count(of: scalar)
        guard count > 0 else {
            run = 0
            return true
        }
        run += count
        return run <= Self.limit
    }

    /// How many marks a character is once the text is taken apart (NFD); 0 for one that marks may follow.
    @inlinable static func count(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // The first mark is U+0300.
        case ..<0x300: 0
        // Two in one; three of these look like letters until they are taken apart.
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
        }
    }

    /// Whether a text has no row of marks that is too long.
    @inlinable public static func areFew(in text: some StringProtocol) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = CombiningMarks()
        return text.unicodeScalars.allSatisfy { marks.takes($0) }
    }
}
