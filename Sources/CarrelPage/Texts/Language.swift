import CarrelBasics

/// A language that the page speaks.
enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// What it calls itself.
    var name: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// A number of bytes as it is written in it, such as `18,4 KiB`.
    func size(_ count: ByteCount) -> String {
        switch self {
        case .english: count.description
        case .german: count.description.replacing(".", with: ",")
        }
    }

    /// A language by its tag, such as `de` or `de-AT`; `nil` for one that the page does not speak.
    init?(_ tag: String) {
        self.init(rawValue: tag.prefix { $0 != "-" }.lowercased())
    }

    /// The best of those that `Accept-Language` names; English if it names none of them.
    init(accepting field: String) {
        self = Self.wishes(field).lazy.compactMap { Language($0) }.first ?? .english
    }

    /// The tags that `Accept-Language` names (RFC 9110 section 12.5.4), the best one first.
    static func wishes(_ field: String) -> [String] {
        let wishes = field.split(separator: ",").prefix(20).enumerated().compactMap {
            place, wish -> (tag: String, weight: Double, place: Int)? in
            let parts = wish.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first else { return nil }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0 else { return nil }
            return (tag: tag, weight: weight, place: place)
        }
        // Of like weights the first.
        return wishes.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.map(\.tag)
    }
}
