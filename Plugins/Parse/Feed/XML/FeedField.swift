/// What an element's text says, of an entry or of the feed.
enum FeedField {
    case title, otherTitle, summary, otherSummary, description, content
    case id, guid, link, originalLink
    case published, updated
    case author, personName, ignored
    case category, duration, season, episode
    case rights, ttl, period, frequency, newAddress

    /// Whether the text is for people, and may hold markup.
    var isProse: Bool {
        switch self {
        case .title, .otherTitle, .summary, .otherSummary, .description, .content, .rights: true
        default: false
        }
    }

    /// By the element's name in lower case: within an entry.
    static let ofEntry: [String: FeedField] = [
        "title": .title, "itunes:title": .otherTitle, "media:title": .otherTitle, "dc:title": .otherTitle,
        "summary": .summary, "description": .description, "itunes:summary": .otherSummary,
        "itunes:subtitle": .otherSummary, "media:description": .otherSummary, "dc:description": .otherSummary,
        "content": .content, "content:encoded": .content, "body": .content, "xhtml:body": .content,
        "xhtml:div": .content, "fullitem": .content,
        "id": .id, "guid": .guid, "link": .link, "feedburner:origlink": .originalLink,
        "pubdate": .published, "published": .published, "issued": .published, "created": .published,
        "dc:date": .published, "dcterms:created": .published, "dcterms:issued": .published,
        "updated": .updated, "modified": .updated, "dcterms:modified": .updated,
        "dc:creator": .author, "dc:author": .author, "itunes:author": .author, "name": .ignored,
        "category": .category, "dc:subject": .category, "itunes:duration": .duration,
        "itunes:season": .season, "podcast:season": .season,
        "itunes:episode": .episode, "podcast:episode": .episode,
    ]

    /// By the element's name in lower case: of the feed itself.
    static let ofFeed: [String: FeedField] = [
        "title": .title, "dc:title": .otherTitle, "itunes:title": .otherTitle,
        "subtitle": .summary, "tagline": .summary, "description": .summary, "info": .otherSummary,
        "itunes:summary": .otherSummary, "itunes:subtitle": .otherSummary, "dc:description": .otherSummary,
        "id": .id, "link": .link,
        "updated": .updated, "modified": .updated, "lastbuilddate": .updated, "pubdate": .published,
        "dc:date": .published, "dc:creator": .author, "dc:author": .author, "itunes:author": .author,
        "managingeditor": .author,
        "copyright": .rights, "rights": .rights, "dc:rights": .rights,
        "ttl": .ttl, "sy:updateperiod": .period, "sy:updatefrequency": .frequency,
        "itunes:new-feed-url": .newAddress,
    ]
}
