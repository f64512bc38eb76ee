import CarrelModel

extension Samples {
    static let rss = document(
        #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel><title>Night watch</title><link>http://radio.example.org/</link><ttl>90</ttl>
        <description>Talks &amp; &lt;b&gt;tides&lt;/b&gt;</description>
        <item><title>Knots</title><guid isPermaLink="false">n-2</guid><link>talks/2</link>
        <pubDate>Tue, 03 Mar 2026 20:00:00 +0100</pubDate><itunes:duration>1729</itunes:duration>
        <enclosure url="audio/2.mp3" length="4096" type="audio/mpeg"/></item>
        <item><title>Log</title><guid>http://radio.example.org/talks/1</guid></item>
        </channel></rss>
        """#, "http://radio.example.org/night-watch/feed.xml", "application/rss+xml")

    static let rdf = document(
        #"""
        <?xml version="1.0"?>
        <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
         xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel r:about="http://x.example.org/"><title>Old news</title><link>http://x.example.org/</link></channel>
        <item r:about="http://x.example.org/1"><title>One</title><link>http://x.example.org/1.html</link>
        <dc:date>2004-02</dc:date><dc:creator>Ada</dc:creator></item>
        </r:RDF>
        """#, "http://x.example.org/index.rdf", "text/xml")

    static let atom = document(
        #"""
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://log.example.org/a/"><title>Log</title>
        <link rel="next" href="?page=2"/><link href="./"/><id>urn:log</id><updated>2026-03-01T10:00:00Z</updated>
        <entry><title type="html">A &amp;lt;b&amp;gt; &lt;i&gt;tag&lt;/i&gt;</title><id>urn:log:1</id>
        <link href="one"/><link rel="enclosure" href="one.pdf" type="application/pdf" length="12"/>
        <author><name>Ada</name></author><updated>2026-03-01T10:00:00Z</updated>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>two</p></div></content></entry>
        </feed>
        """#, "http://log.example.org/feed.atom", "application/atom+xml")

    static let jsonFeed = document(
        #"""
        {"version": "https://jsonfeed.org/version/1.1", "title": "Cards", "home_page_url": "https://c.example.org/",
         "next_url": "https://c.example.org/2.json", "authors": [{"name": "Ada"}],
         "items": [{"id": 1, "title": "First", "url": "/1", "content_html": "<p>Hello</p>",
          "date_published": "2026-03-01T10:00:00+01:00", "tags": ["a", "b"],
          "attachments": [{"url": "1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 10, "duration_in_seconds": 61},
                          {"url": "1.ogg", "mime_type": "audio/ogg", "title": "as Ogg"}]},
         {"id": "2", "content_text": "No title here."}]}
        """#, "https://c.example.org/cards/feed.json", "application/feed+json")
}
