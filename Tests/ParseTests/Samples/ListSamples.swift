import CarrelModel

extension Samples {
    static let sitemap = document(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
          xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc>http://site.example.org/a/one.html</loc><lastmod>2026-01-12</lastmod>
        <image:image><image:loc>/pictures/1.png</image:loc><image:caption>A lamp</image:caption></image:image></url>
        <url><loc>http://site.example.org/</loc></url></urlset>
        """, "http://site.example.org/sitemap-a.xml", "application/xml")

    static let sitemapIndex = document(
        """
        <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>http://site.example.org/sitemap-a.xml.gz</loc><lastmod>2026-01-12T10:00:00Z</lastmod></sitemap>
        <sitemap><loc>sitemap-b.xml</loc></sitemap></sitemapindex>
        """, "http://site.example.org/sitemap.xml", "application/xml")

    static let opml = document(
        """
        <opml version="2.0"><head><title>Reading</title></head><body>
        <outline text="Weekly"><outline type="rss" text="Log" xmlUrl="http://log.example.org/f.xml"
          htmlUrl="http://log.example.org/"/></outline>
        <outline text="Bare" xmlUrl="/f2.xml"/></body></opml>
        """, "http://lists.example.org/feeds.opml", "text/x-opml")

    static let metalink = document(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <metalink xmlns="urn:ietf:params:xml:ns:metalink"><identity>Tides</identity>
        <file name="tides/tables.csv"><size>5</size><version>2027</version><description>High water</description>
        <hash type="sha-1">\(String(repeating: "0b", count: 20))</hash>
        <hash type="sha-256">\(String(repeating: "0a", count: 32))</hash>
        <pieces length="3" type="sha-256"><hash>\(String(repeating: "1a", count: 32))</hash>
        <hash>\(String(repeating: "2a", count: 32))</hash></pieces>
        <url priority="2">http://m.example.net/t.csv</url><url priority="1">http://h.example.org/t.csv</url>
        <url>ftp://f.example.org/t.csv</url></file>
        <file name="notes.txt"><url>http://h.example.org/notes.txt</url></file></metalink>
        """, "http://lists.example.org/release.meta4", "application/metalink4+xml")

    static let addresses = document(
        """
        # Two notes
        http://notes.example.org/tides.pdf Tides

        http://notes.example.org/way.pdf
          out=way/finding.pdf
        """, "http://lists.example.org/notes.txt", "text/plain")

    static let fetchList = document(
        """
        http://notes.example.org/tides.pdf 1024 data/tides.pdf
        http://notes.example.org/way.pdf - data/way/finding%0Ait.pdf
        """, "http://lists.example.org/fetch.txt", "text/plain")

    static let addressTable = document(
        """
        Module,Name,URL,Size,SHA-256,File
        tides,"High, and low",http://notes.example.org/tides.pdf,1024,\(String(repeating: "0a", count: 32)),t/tides.pdf
        way,Knots,knots.pdf,,,
        """, "http://lists.example.org/notes.csv", "text/csv")
}
