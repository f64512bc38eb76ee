import CarrelBasics

/// What a page says about itself in its head.
struct PageFacts {
    private(set) var title: String?
    private var openGraphTitle: String?
    private var descriptions: [String: String] = [:]
    private(set) var metadata: [String: String] = [:]

    /// The page's description of itself: its own, or else the one for other sites.
    var description: String? { descriptions["description"] ?? descriptions["og:description"] }

    mutating func take(title text: String) {
        let text = text.titleText
        if title == nil, !text.isEmpty { title = text }
    }

    mutating func take(language: String?) { note("language", language) }

    /// The first time in the text is a guess at the date, for pages that declare none.
    mutating func take(time: String?) { note("published", time) }

    mutating func take(meta attributes: [String: String]) {
        let content = (attributes["content"] ?? "").prefix(utf8: 4096).text.singleLine
        guard !content.isEmpty, let name = (attributes["name"] ?? attributes["property"])?.lowercased()
        else { return }
        switch name {
        case "description", "og:description": if descriptions[name] == nil { descriptions[name] = content }
        case "og:title": if title == nil { title = content }
        case "author", "dc.creator", "article:author":
            if !content.hasPrefix("http") { note("author", content) }
        case "article:published_time", "date", "dc.date", "dcterms.created", "pubdate":
            note("published", content)
        case "article:modified_time", "last-modified", "dcterms.modified", "revised":
            note("modified", content)
        case "og:site_name", "application-name": note("site", content)
        case "keywords": note("keywords", content)
        default: break
        }
    }

    private mutating func note(_ name: String, _ value: String?) {
        guard let value = value?.titleText, !value.isEmpty, metadata[name] == nil else { return }
        metadata[name] = value
    }
}
