import CarrelBasics

/// Splits a search into its terms.
struct SearchTermReader {
    enum Term {
        /// Either the term before or the one after.
        case or
        /// A condition on items.
        case filter(SearchQuery.Filter.Field, String, isExcluded: Bool)
        /// An expression of FTS5, in which every word is quoted.
        case words(String, isExcluded: Bool)
    }

    private var rest: Substring

    init(_ text: String) { rest = text.readable[...] }

    /// The next term; `nil` after the last.
    mutating func next() throws(SearchError) -> Term? {
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { return nil }
            if let term = try term() { return term }
        }
    }

    /// The term that begins here; `nil` for `AND`, and for what has no letter or digit to look for.
    private mutating func term() throws(SearchError) -> Term? {
        var isExcluded = false
        if rest.first == "-", let second = rest.dropFirst().first, !second.isWhitespace {
            isExcluded = true
            rest = rest.dropFirst()
        }
        if let near = try near() { return .words(near, isExcluded: isExcluded) }
        let name = try field()
        let (text, isPhrase) = try value()
        if !isPhrase, !isExcluded, name == nil, text == "OR" { return .or }
        if !isPhrase, !isExcluded, name == nil, text == "AND" { return nil }
        guard !text.isEmpty else { throw SearchError("\(name ?? "the search"): give a word to search for") }
        if let name, let known = Self.filter(name) {
            return .filter(known, text, isExcluded: isExcluded)
        }
        guard let words = Self.quoted(text, isPhrase: isPhrase) else { return nil }
        let expression = name.flatMap { Self.columns[$0] }.map { "\($0) : \(words)" } ?? words
        return .words(expression, isExcluded: isExcluded)
    }

    /// The words that are looked for in one column of the index.
    private static let columns = ["title": "title", "author": "facts"]

    /// The names before a colon that narrow a search.
    static let fieldNames = ["title", "author"] + SearchQuery.Filter.Field.allCases.map(\.rawValue)

    /// The field name before a colon; `nil` if there is none.
    private mutating func field() throws(SearchError) -> String? {
        let name = rest.prefix { $0.isLetter }
        let value = rest.dropFirst(name.count).dropFirst()
        guard !name.isEmpty, rest.dropFirst(name.count).first == ":" else { return nil }
        let field = name.lowercased()
        guard Self.columns[field] != nil || Self.filter(field) != nil else {
            // Addresses and times have colons, too.
            guard name.count > 1, let first = value.first, first.isLetter || first.isNumber else {
                return nil
            }
            let near = NearestName.of(field, among: Self.fieldNames)
            throw SearchError(
                "\(name): narrows no search\(near.map { "; did you mean \($0):?" } ?? "; there are \(Self.fieldNames.map { $0 + ":" }.joined(separator: " "))"), and a text with a colon is quoted: \"\(name):…\""
            )
        }
        rest = value
        return field
    }

    private static func filter(_ name: String) -> SearchQuery.Filter.Field? {
        name == "catalog" ? .catalogue : SearchQuery.Filter.Field(rawValue: name)
    }

    /// A word, or a phrase in quotation marks.
    private mutating func value() throws(SearchError) -> (text: String, isPhrase: Bool) {
        let pairs: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»"]
        guard let first = rest.first, let end = pairs[first] else {
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest.dropFirst(word.count)
            return (String(word), false)
        }
        rest = rest.dropFirst()
        guard let close = rest.firstIndex(of: end) else {
            throw SearchError("a quotation mark is missing at the end of \(first)\(rest.prefix(40))")
        }
        let phrase = String(rest[..<close])
        rest = rest[rest.index(after: close)...]
        guard rest.first == "*" else { return (phrase, true) }
        // Of its last word the beginning is enough.
        rest = rest.dropFirst()
        return (phrase + "*", false)
    }

    /// Words close to each other: `NEAR(a b)` or `NEAR(a b, 5)`.
    private mutating func near() throws(SearchError) -> String? {
        guard rest.hasPrefix("NEAR(") else { return nil }
        guard let close = rest.firstIndex(of: ")") else {
            throw SearchError("NEAR lacks its closing parenthesis: NEAR(cell division, 5)")
        }
        let inside = rest[rest.index(rest.startIndex, offsetBy: 5)..<close].split(separator: ",")
        rest = rest[rest.index(after: close)...]
        let words = (inside.first ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        let distance =
            inside.count > 1 ? Int(inside[1].trimmingPrefix(while: \.isWhitespace).description.trimmed) : 10
        guard words.count > 1, inside.count < 3, let distance, (1...1000).contains(distance) else {
            throw SearchError("NEAR takes two words or more, and a distance: NEAR(cell division, 5)")
        }
        let quoted = words.compactMap { Self.quoted($0, isPhrase: false) }
        guard quoted.count > 1 else {
            throw SearchError(
                "NEAR takes two words or more, each with a letter or a digit: NEAR(cell division, 5)")
        }
        return "NEAR(\(quoted.joined(separator: " ")), \(distance))"
    }

    /// A word or phrase quoted for FTS5; `nil` if it has no letter or digit to look for.
    private static func quoted(_ text: String, isPhrase: Bool) -> String? {
        guard
            text.unicodeScalars.contains(where: {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            })
        else { return nil }
        let isPrefix = !isPhrase && text.hasSuffix("*")
        let words = (isPrefix ? String(text.dropLast()) : text).spacedCharacters
            .replacing(scalar: "\"", with: "\"\"")
        return "\"\(words)\"" + (isPrefix ? " *" : "")
    }
}
