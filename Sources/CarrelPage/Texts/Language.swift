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

    /// A language by its tag, such as `de` or `de-AT`; `nil` for one that the page does not speak.
    init?(_ tag: String) {
        self.init(rawValue: tag.prefix { $0 != "-" }.lowercased())
    }

    /// The best of those that `Accept-Language` names (RFC 9110 section 12.5.4); English if it names none of them.
    init(accepting field: String) {
        let wishes = field.split(separator: ",").prefix(20).compactMap { wish -> (Language, Double)? in
            let parts = wish.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first, let language = Language(tag) else { return nil }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 ? (language, weight) : nil
        }
        // Of like weights the first.
        self = wishes.max { $0.1 < $1.1 }?.0 ?? .english
    }
}
