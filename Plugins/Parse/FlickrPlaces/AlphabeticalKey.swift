import Foundation

/// Orders texts for people: by their letters, without regard to case and accents.
///
/// The order is the same on every machine. It is that of the folded letters in a fixed locale, not the
/// collation of the user's language: a list must not change its order from one machine to the next. Latin letters
/// that are not a base letter with an accent, such as Ł, Ø and Æ, are folded to those that they are written with elsewhere.
///
/// A key is made once for each text; a collation would look at both texts again in every comparison.
struct AlphabeticalKey: Comparable {
    private static let locale = Locale(identifier: "en_US_POSIX")

    private static let latin = StringTransform("Latin-ASCII")

    private let folded: [String]
    private let texts: [String]

    /// Makes a key of several texts; a later one decides where the earlier ones are equal.
    init(_ texts: [String]) {
        self.texts = texts
        folded = texts.map { text in
            // Foundation takes long to find nothing to fold.
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
            return (text.applyingTransform(Self.latin, reverse: false) ?? text).folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Self.locale)
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.folded != right.folded { return left.folded.lexicographicallyPrecedes(right.folded) }
        return left.texts.lexicographicallyPrecedes(right.texts)
    }
}
