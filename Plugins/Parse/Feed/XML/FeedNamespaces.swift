/// The prefixes that the elements of feeds are known by, by the addresses of their namespaces.
enum FeedNamespaces {
    static let prefixes: [String: String] = {
        var prefixes: [String: String] = [:]
        for (prefix, addresses) in lists {
            for address in addresses { prefixes[address] = prefix }
        }
        return prefixes
    }()

    // RSS and Atom have few names in common, and mean the same by them.
    private static let lists: [(prefix: String, addresses: [String])] = [
        (
            "",
            [
                "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "http://purl.org/rss/1.0/",
                "http://my.netscape.com/rdf/simple/0.9/", "http://channel.netscape.com/rdf/simple/0.9/",
                "http://my.netscape.com/publish/formats/rss-0.91.dtd", "http://purl.org/net/rss1.1#",
                "http://backend.userland.com/rss", "http://backend.userland.com/rss2",
                "http://backend.userland.com/RSS2", "http://backend.userland.com/rss091",
                "http://backend.userland.com/rss092", "http://backend.userland.com/rss093",
                "http://backend.userland.com/rss094", "http://blogs.law.harvard.edu/tech/rss",
            ]
        ),
        ("rdf", ["http://www.w3.org/1999/02/22-rdf-syntax-ns#"]),
        ("xml", ["http://www.w3.org/XML/1998/namespace"]),
        ("xhtml", ["http://www.w3.org/1999/xhtml"]),
        ("dc", ["http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/"]),
        ("dcterms", ["http://purl.org/dc/terms/"]),
        ("content", ["http://purl.org/rss/1.0/modules/content/"]),
        (
            "itunes",
            [
                "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/Podcast-1.0.dtd",
                "http://www.itunes.com/DTDs/PodCast-1.0.dtd", "https://www.itunes.com/dtds/podcast-1.0.dtd",
            ]
        ),
        ("media", ["http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss"]),
        ("podcast", ["https://podcastindex.org/namespace/1.0"]),
        ("sy", ["http://purl.org/rss/1.0/modules/syndication/"]),
        ("fh", ["http://purl.org/syndication/history/1.0"]),
        ("enc", ["http://purl.oclc.org/net/rss_2.0/enc#"]),
        ("feedburner", ["http://rssnamespace.org/feedburner/ext/1.0"]),
    ]
}
