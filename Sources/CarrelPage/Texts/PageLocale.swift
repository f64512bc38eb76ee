import Foundation

/// A language of the page as a region writes it, for dates and times.
struct PageLocale: Sendable, Hashable {
    static let english = PageLocale(.english)
    static let german = PageLocale(.german)

    let language: Language
    /// Its tag, such as `en-GB`.
    let tag: String

    /// A language as the best of the regions writes it that `Accept-Language` names for it.
    init(_ language: Language, accepting field: String = "") {
        let regions = Language.wishes(field).filter { Language($0) == language }.compactMap(Self.region)
        // The page's own English is British.
        let region = regions.first ?? (language == .english ? "GB" : nil)
        self.language = language
        tag = [language.rawValue, region].compactMap(\.self).joined(separator: "-")
    }

    /// The region in a tag, such as `AT` in `de-AT` and `150` in `en-150`; what is behind a single letter is none.
    private static func region(_ tag: String) -> String? {
        tag.split(separator: "-").prefix { $0.count > 1 }.dropFirst().first { part in
            part.wholeMatch(of: /[A-Za-z]{2}|[0-9]{3}/) != nil
        }?.uppercased()
    }

    /// What formats dates.
    var locale: Locale { Locale(identifier: tag.replacing("-", with: "_")) }
}
