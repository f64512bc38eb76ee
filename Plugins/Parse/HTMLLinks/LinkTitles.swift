import CarrelBasics
import CarrelStages

/// What gives an item its title.
enum LinkTitles: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// The link's own text.
    case link
    /// The link's own text, behind what stands beside it where several documents have that text.
    case distinct
    /// The text of the row, list item or paragraph that holds the link.
    case row
    /// The heading before the link, and the link's own text.
    case heading

    static let setting = Setting<LinkTitles>(
        "titles", default: .link,
        help:
            "What gives an item its title: the link; the same, and what stands beside it where several documents have one text; the row that holds it; or the heading before it with the link"
    )

    /// The title of each link to a document, with the document's address; `nil` if nothing names it.
    func titles(of documents: [(link: Link, url: String)]) -> [String?] {
        let titles = documents.map { title(of: $0.link) }
        guard self == .distinct else { return titles }
        let shared = SharedTitles.shared(titles, documents)
        return shared.isEmpty ? titles : SharedTitles(documents).toldApart(titles)
    }

    private func title(of link: Link) -> String? {
        switch self {
        case .link, .distinct: return link.title
        case .row: return link.row ?? link.title
        case .heading:
            guard let heading = link.heading, let title = link.title, title != heading else {
                return link.heading ?? link.title
            }
            return Self.title(title, behind: heading)
        }
    }

    /// A title behind what it belongs to.
    static func title(_ title: String, behind words: String) -> String {
        "\(words)\(words.hasSuffix(":") ? "" : ":") \(title)".titleText
    }
}

/// Tells apart what a page gives the same title, such as “PDF”, by what stands beside the links.
private struct SharedTitles {
    private let documents: [(link: Link, url: String)]
    // The first document of each line, and of each row or list item with lines in it.
    private var firsts: [Int: Link] = [:]
    private var firstsInEntries: [Int: Link] = [:]

    init(_ documents: [(link: Link, url: String)]) {
        self.documents = documents
        for (link, _) in documents {
            if firsts[link.line] == nil { firsts[link.line] = link }
            if link.around != nil, firstsInEntries[link.entry] == nil { firstsInEntries[link.entry] = link }
        }
    }

    /// The titles that several documents have.
    static func shared(_ titles: [String?], _ documents: [(link: Link, url: String)]) -> Set<String> {
        var urls: [String: String] = [:]
        var shared = Set<String>()
        for (title, document) in zip(titles, documents) {
            guard let title else { continue }
            if let url = urls[title] {
                if url != document.url { shared.insert(title) }
            } else {
                urls[title] = document.url
            }
        }
        return shared
    }

    /// The titles, longer where several documents had the same and what stands beside them differs.
    func toldApart(_ titles: [String?]) -> [String?] {
        var titles = titles
        lengthen(&titles) { link, title in Self.title(title, behind: lead(of: link)) }
        lengthen(&titles) { link, title in
            Self.title(link.title ?? title, behind: words(nearest: link, isLed: title != link.title))
        }
        lengthen(&titles) { link, title in Self.title(title, behind: around(link)) }
        lengthen(&titles) { link, title in Self.title(title, behind: Self.plain(link.heading ?? "")) }
        return titles
    }

    private func lengthen(_ titles: inout [String?], _ longer: (Link, String) -> String) {
        let shared = Self.shared(titles, documents)
        let places = titles.indices.filter { titles[$0].map(shared.contains) == true }
        for (title, places) in Dictionary(grouping: places, by: { titles[$0] ?? "" }) {
            let long = places.map { longer(documents[$0].link, title) }
            guard Set(long).count > 1 else { continue }
            for (place, text) in zip(places, long) { titles[place] = text }
        }
    }

    /// What stands before the first document of a link's line, or else beside the links of the line.
    private func lead(of link: Link) -> String {
        let first = firsts[link.line]
        return Self.plain(first?.before ?? first?.aside ?? "")
    }

    /// What stands nearest before a document in its line, behind how the line begins if that tells it from other lines.
    private func words(nearest link: Link, isLed: Bool) -> String {
        let lead = lead(of: link)
        guard let first = firsts[link.line], first.before != nil, link.nearest != first.nearest else {
            return lead
        }
        let words = Self.plain(link.nearest)
        return words.isEmpty ? lead : isLed ? "\(lead), \(words)" : words
    }

    /// What stands before the lines with documents in the row or list item around a link's line.
    private func around(_ link: Link) -> String {
        guard let around = link.around else { return "" }
        return Self.plain(firstsInEntries[link.entry]?.around ?? around)
    }

    private static func title(_ title: String, behind words: String) -> String {
        words.isEmpty || words == title ? title : LinkTitles.title(title, behind: words)
    }

    /// The words without marks at their ends, such as the bracket or the dash before a link.
    private static func plain(_ words: String) -> String {
        let marks = " ,;:-–—|/\\•·."
        let text = words.titleText.drop { marks.contains($0) || ")]}".contains($0) }
        let end = text.lastIndex { !marks.contains($0) && !"([{".contains($0) }
        return end.map { String(text[...$0]) } ?? ""
    }
}
