import CarrelBasics

/// What the classes, the id and the role of an element suggest about it; never more than a weight.
struct ClassHints: OptionSet, Sendable {
    let rawValue: UInt32

    /// Menus, breadcrumbs, pagers.
    static let navigation = ClassHints(rawValue: 1 << 0)
    static let advert = ClassHints(rawValue: 1 << 1)
    static let comments = ClassHints(rawValue: 1 << 2)
    /// Links to other pages of the site.
    static let related = ClassHints(rawValue: 1 << 3)
    static let share = ClassHints(rawValue: 1 << 4)
    /// Lines of dates, sections, reading times.
    static let byline = ClassHints(rawValue: 1 << 5)
    static let author = ClassHints(rawValue: 1 << 6)
    static let tags = ClassHints(rawValue: 1 << 7)
    static let sidebar = ClassHints(rawValue: 1 << 8)
    static let footer = ClassHints(rawValue: 1 << 9)
    static let header = ClassHints(rawValue: 1 << 10)
    /// Newsletters, logins, searches.
    static let form = ClassHints(rawValue: 1 << 11)
    /// What lies above the page: consent, windows.
    static let notice = ClassHints(rawValue: 1 << 12)
    static let caption = ClassHints(rawValue: 1 << 13)
    static let gallery = ClassHints(rawValue: 1 << 14)
    static let teaser = ClassHints(rawValue: 1 << 15)
    static let contents = ClassHints(rawValue: 1 << 16)
    static let pullQuote = ClassHints(rawValue: 1 << 17)
    /// Only for screen readers.
    static let unseen = ClassHints(rawValue: 1 << 18)
    static let title = ClassHints(rawValue: 1 << 19)
    /// Words such as content, post, text.
    static let content = ClassHints(rawValue: 1 << 20)
    /// Names that templates give to the body of an article.
    static let body = ClassHints(rawValue: 1 << 21)
    /// A part of a page builder: its other words mean nothing.
    static let builder = ClassHints(rawValue: 1 << 22)
    /// A formula that a script has drawn beside its source.
    static let drawnFormula = ClassHints(rawValue: 1 << 23)

    /// What is not content, unless it holds much of the page's text.
    static let around: ClassHints = [
        .navigation, .advert, .comments, .related, .share, .tags, .sidebar, .footer, .form, .notice, .unseen,
    ]
    /// What belongs to an article without being its text.
    static let beside: ClassHints = [
        .byline, .author, .caption, .gallery, .teaser, .contents, .pullQuote, .header,
    ]
}

extension ClassHints {
    private static let prefixes = [Array("tag-".utf8), Array("category-".utf8), Array("post_tag-".utf8)]

    /// Reads the hints of one attribute: of each of its words, and of each two that follow each other.
    init(words bytes: UnsafeRawBufferPointer) {
        self = []
        let names = bytes.split(whereSeparator: \.isSpace)
        // Names of two letters are made up where there are several.
        let areMadeUp = names.reduce(0) { $0 + ($1.count <= 2 ? 1 : 0) } > 2
        for name in names where !areMadeUp || name.count > 2 {
            // What a blog is tagged with says what it is about.
            if names.count > 3, Self.prefixes.contains(where: name.starts) { continue }
            var word = WordReader(UnsafeRawBufferPointer(rebasing: name))
            while let found = word.next() { formUnion(found) }
        }
        if contains(.builder) { subtract([.sidebar, .header, .footer, .gallery, .builder]) }
        // MathJax names a formula's context menu beside the formula.
        if contains(.drawnFormula) { formIntersection(.drawnFormula) }
    }
}

/// Splits names such as `post-content`, `postContent` and `post__content` into their words.
private struct WordReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0
    // The hash of the word before, to which the next is added for names of two words.
    private var last: StableHash?

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The hints of the next word, alone and with the one before.
    mutating func next() -> ClassHints? {
        while place < bytes.count, !bytes[place].isLetterOrDigit { place += 1 }
        guard place < bytes.count else { return nil }
        var word = StableHash()
        var both = last
        var length = 0
        var hasDigit = false
        let start = place
        while place < bytes.count {
            let byte = bytes[place]
            let isUpper = byte &- 0x41 < 26
            // A capital letter begins a word, unless the word before it was one capital.
            if isUpper, place > start, bytes[place - 1] &- 0x61 < 26 { break }
            guard byte.isLetter else {
                guard byte.isDigit else { break }
                hasDigit = true
                place += 1
                continue
            }
            // Digits at the end are numbers of like parts; within a word they make it a made-up name.
            if hasDigit { return skipName() }
            word.take(byte.lowercased)
            both?.take(byte.lowercased)
            length += 1
            place += 1
        }
        last = word
        guard length > 1 else { return [] }
        // Two letters in the middle of a made-up name mean nothing.
        let isWithin =
            start > 0 && bytes[start - 1].isLetter || place < bytes.count && bytes[place].isLetter
        let alone = length == 2 && isWithin ? nil : ClassWords.table[word]
        return (alone ?? []).union(both.flatMap { ClassWords.table[$0] } ?? [])
    }

    private mutating func skipName() -> ClassHints {
        while place < bytes.count, bytes[place].isLetterOrDigit { place += 1 }
        last = nil
        return []
    }
}
