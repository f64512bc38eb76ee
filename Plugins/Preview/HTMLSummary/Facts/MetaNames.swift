/// The names that pages give to facts in `meta` elements.
enum MetaNames {
    /// What a name tells, and its rank among those that tell the same: the lowest wins.
    static func fact(_ name: String) -> (fact: String, rank: Int)? { names[name] }

    private static let names: [String: (String, Int)] = {
        var names: [String: (String, Int)] = [:]
        for (fact, list) in lists {
            for (rank, name) in list.split(whereSeparator: \.isWhitespace).enumerated() {
                names[String(name)] = (fact, rank)
            }
        }
        return names
    }()

    private static let lists: [(String, String)] = [
        (
            "title",
            """
            og:title dc.title dc:title dcterms.title dcterms:title citation_title parsely-title sailthru.title
            twitter:title weibo:article:title
            """
        ),
        (
            "author",
            """
            author dc.creator dc:creator dcterms.creator dcterms:creator article:author_name citation_author
            parsely-author sailthru.author byl article:author og:author twitter:creator:name
            """
        ),
        (
            "published",
            """
            article:published_time og:published_time datepublished parsely-pub-date citation_publication_date
            citation_date sailthru.date dc.date.issued dcterms.issued dc.date dc:date dcterms.date dcterms:date
            dcterms.created dc.date.created pubdate publishdate publish-date publication_date article.published date
            cxenseparse:recs:publishtime date_published originalpublicationdate displaydate
            """
        ),
        (
            "modified",
            """
            article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified lastmod
            last-modified revised article.updated
            """
        ),
        (
            "description",
            """
            description og:description dc.description dc:description dcterms.description dcterms.abstract
            twitter:description sailthru.description
            """
        ),
        (
            "image",
            """
            og:image:secure_url og:image og:image:url twitter:image twitter:image:src sailthru.image.full
            parsely-image-url
            """
        ),
        ("site", "og:site_name application-name citation_journal_title dc.publisher dcterms.publisher"),
        ("language", "dc.language dcterms.language content-language language og:locale"),
        (
            "keywords",
            """
            keywords news_keywords parsely-tags article:tag dc.subject dcterms.subject sailthru.tags
            """
        ),
        ("canonical", "og:url"),
        ("section", "article:section parsely-section"),
        ("licence", "dcterms.license dc.rights dcterms.rights"),
    ]
}
