import Foundation

/// Orders texts for people: by their letters, without regard to case and accents.
///
/// The order is the same on every machine. It is that of the folded letters in a fixed locale, not the
/// collation of the user's language: a list must not change its order from one machine to the next.
struct AlphabeticalKey: Comparable {
    private static let locale = Locale(identifier: "en_US_POSIX")

    private let folded: [String]
    private let texts: [String]

    /// Makes a key of several texts, of which a later one decides where the earlier ones are equal.
    init(_ texts: [String]) {
        self.texts = texts
        folded = texts.map {
            $0.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Self.locale)
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.folded != right.folded { return left.folded.lexicographicallyPrecedes(right.folded) }
        return left.texts.lexicographicallyPrecedes(right.texts)
    }
}
